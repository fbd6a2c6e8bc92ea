"""The joint rules: each joins several machines of the core, and writes their shared state."""
