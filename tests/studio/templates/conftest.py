"""The sentence model, where a test asks for it."""

from meaning.conftest import minilm, minilm_folder

__all__ = ["minilm", "minilm_folder"]
