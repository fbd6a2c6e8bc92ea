"""The wake phrase, by its sound and by its text, behind the port `WakeWord`."""
