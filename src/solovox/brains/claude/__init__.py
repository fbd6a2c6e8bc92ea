"""Claude Code as a brain. Pure: `launch`, `risk`, `steps`, `turn`, `failures`. With its SDK: `process`, `tools`, `code`."""
