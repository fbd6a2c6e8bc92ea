"""The ear of this machine: VAD, turn detector and recogniser, as a pure cascade and its adapter."""
