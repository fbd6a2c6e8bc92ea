"""Configuration: what the person chose, where they said so, and what a profile says for the rest."""
