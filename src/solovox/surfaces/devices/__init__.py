"""Microphone and speaker of this machine."""
