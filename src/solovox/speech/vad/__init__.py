"""Is anybody speaking? `silero` (weights) and `energy` (none), behind the port `Vad`."""
