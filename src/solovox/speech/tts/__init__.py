"""Voices: text to sound."""
