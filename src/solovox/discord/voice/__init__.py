"""A voice in a channel of Discord: several people, one microphone."""
