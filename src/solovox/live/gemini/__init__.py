"""Gemini Live: connections to it, the ear over them, and what they are set up with."""
