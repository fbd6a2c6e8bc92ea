"""Has the person finished? `smart_turn` (weights), behind the port `TurnDetector`."""
