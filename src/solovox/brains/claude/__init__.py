"""Claude Code as a brain. Pure but for `process` and `program`, which talk with its program over its SDK."""
