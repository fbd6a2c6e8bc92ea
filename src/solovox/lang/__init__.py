"""What a language has in words: one folder for each, and each fact in it once."""
