"""English text to phonemes, without any program of others."""
