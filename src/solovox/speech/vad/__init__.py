"""Voice activity detectors behind the port `Vad`: `silero` (needs weights) and `energy` (needs none)."""
