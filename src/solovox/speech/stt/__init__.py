"""Speech to text: `whisper` (weights), behind the port `Stt`."""
