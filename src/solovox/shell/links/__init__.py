"""Ports seen as links: commands in, events out."""
