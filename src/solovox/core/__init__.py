"""The conversation: pure, sans I/O."""
