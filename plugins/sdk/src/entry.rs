//! A pass behind the C interface.

use std::ffi::{CStr, CString, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use reduce_tree_abi::{
    ABI_MAJOR, ABI_MINOR, DONE, ERROR, NO_SUCH_INSTANCE, POLISHES, PUMP, RtHost, RtPass, RtPlugin, SHRINKS, TIDIES,
};

use crate::{Kind, Pass, Source};

/// The description of a plugin. `version` ends with a NUL.
pub const fn describe(name: &'static CStr, version: &'static str, passes: &'static [&'static RtPass]) -> RtPlugin {
    RtPlugin {
        abi_major: ABI_MAJOR,
        abi_minor: ABI_MINOR,
        name: name.as_ptr(),
        version: version.as_ptr().cast(),
        pass_count: passes.len(),
        passes: passes.as_ptr().cast(),
    }
}

/// The description of a pass.
pub const fn pass<P: Pass>() -> RtPass {
    RtPass {
        name: P::ABOUT.name.as_ptr(),
        description: P::ABOUT.description.as_ptr(),
        languages: match P::ABOUT.languages {
            Some(languages) => languages.as_ptr(),
            None => ptr::null(),
        },
        kind: match P::ABOUT.kind {
            Kind::Shrinks => SHRINKS,
            Kind::Pump => PUMP,
            Kind::Polishes => POLISHES,
            Kind::Tidies => TIDIES,
        },
        open: Some(open::<P>),
        count: Some(count::<P>),
        apply: Some(apply::<P>),
        close: Some(close::<P>),
    }
}

// SAFETY of the four: the host passes itself, and as state what open has stored; it calls close once and last.

unsafe extern "C" fn open<P: Pass>(host: *const RtHost, state: *mut *mut c_void) -> i32 {
    let host = unsafe { &*host };
    match guarded(|| P::open(Source::new(host))) {
        Ok(pass) => {
            unsafe { *state = Box::into_raw(Box::new(pass)).cast() };
            DONE
        }
        Err(message) => failed(host, &message),
    }
}

unsafe extern "C" fn count<P: Pass>(host: *const RtHost, state: *mut c_void) -> i64 {
    let (host, pass) = unsafe { (&*host, &*state.cast::<P>()) };
    let counted = guarded(|| Ok(pass.count())).map_err(|message| failed(host, &message));
    counted.ok().flatten().and_then(|count| i64::try_from(count).ok()).unwrap_or(reduce_tree_abi::UNKNOWN)
}

unsafe extern "C" fn apply<P: Pass>(host: *const RtHost, state: *mut c_void, instance: u64) -> i32 {
    let (host, pass) = unsafe { (&*host, &*state.cast::<P>()) };
    let Ok(instance) = usize::try_from(instance) else { return NO_SUCH_INSTANCE };
    match guarded(|| pass.apply(Source::new(host), instance)) {
        Ok(Some(edits)) if edits.hand_over(host) => DONE,
        Ok(Some(_)) => ERROR,
        Ok(None) => NO_SUCH_INSTANCE,
        Err(message) => failed(host, &message),
    }
}

unsafe extern "C" fn close<P: Pass>(_host: *const RtHost, state: *mut c_void) {
    let pass = unsafe { Box::from_raw(state.cast::<P>()) };
    let _ = guarded(move || {
        drop(pass);
        Ok(())
    });
}

/// Runs a pass' own code. A panic must not unwind into the host.
fn guarded<T>(call: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let message = message.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        Err(format!("panicked: {message}"))
    })
}

fn failed(host: &RtHost, message: &str) -> i32 {
    let message = CString::new(message.replace('\0', " ")).unwrap_or_default();
    // SAFETY: the message outlives the call.
    unsafe { (host.fail)(host, message.as_ptr()) };
    ERROR
}
