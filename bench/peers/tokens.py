"""Tokens, counted alike for all tools: by reduce-tree's own front ends."""

import json
import pathlib
import subprocess
import tempfile


def counter(binary, language):
    """A function from a text to its number of tokens, by a run that reduces nothing; None where that does not tell it (a text
    above half a megabyte, a binary that cannot be run)."""
    def count(text):
        if not text.strip():
            return 0
        with tempfile.TemporaryDirectory(prefix="reduce-tree-tokens-") as folder:
            place = pathlib.Path(folder)
            (place / "text").write_bytes(text)
            words = [binary, "-q", "--no-session", "--max-tests", "1", "--language", language, "--stats", place / "stats.json"]
            words += ["-o", place / "out", "--expect-exit", "0", place / "text", "--", "true"]
            subprocess.run([str(word) for word in words], check=False, capture_output=True, cwd=place)
            try:
                return json.loads((place / "stats.json").read_text())["original_tokens"]
            except (OSError, ValueError, KeyError):
                return None
    return count
