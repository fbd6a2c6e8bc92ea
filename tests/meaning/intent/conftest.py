"""An embedding without weights, and the real one."""

from meaning.conftest import minilm, minilm_folder, spelled

__all__ = ["minilm", "minilm_folder", "spelled"]
