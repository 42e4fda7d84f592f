//! Memory that is given back.

/// Has large pieces of memory given back to the system as soon as they are free. GNU's allocator learns from each large
/// piece that is freed to keep the next ones up to that size, which for texts and trees of many megabytes that come and
/// go is twice the memory.
pub fn give_back_large_pieces() {
    #[cfg(target_env = "gnu")]
    {
        /// From so many bytes on a piece is large.
        const LARGE: i32 = 4 << 20;
        // SAFETY: a setting of the allocator, made before there is another thread; it has no other conditions.
        #[allow(unsafe_code)]
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        }
    }
}
