"""Has the person finished? `smart_turn` (weights) and `pause` (none), behind the port `TurnDetector`."""
