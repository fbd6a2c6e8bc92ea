"""Listening: from sound and words to what becomes of them."""
