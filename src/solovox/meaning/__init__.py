"""What lies near what was said, by its meaning: sentences as points (`minilm.py`), and the tools nearest to a sentence (`nearest.py`)."""
