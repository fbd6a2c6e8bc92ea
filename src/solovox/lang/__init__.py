"""What a language has in words: one folder for each, and each fact in it once. What the core itself must understand is in `core/english.py`."""
