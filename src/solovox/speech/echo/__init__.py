"""Our own voice, taken out of what the microphone heard."""
