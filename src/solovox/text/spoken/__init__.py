"""How what is written may be said: one lattice of forms, for our own voice and for the matcher."""
