"""Engines that need no weights: a voice that is quick, and a recogniser that hears nothing."""

from solovox.parts import registry
from solovox.studio.vox import FIRST
from solovox.testing.fakes import ScriptedRecogniser, ScriptedTts


def voice(given):
    return ScriptedTts(per_character=24)


def recogniser(given):
    return ScriptedRecogniser([])


def in_place(monkeypatch):
    """They stand where the engines of this machine do."""
    for group, names, made in (
        (registry.VOICES, ("af_bella", FIRST.voice), "voice"),  # that of the profiles, and of the Studio
        (registry.RECOGNISERS, ("local",), "recogniser"),
    ):
        monkeypatch.setitem(registry.BUILT_IN, group, dict.fromkeys(names, f"cli.quiet_engines:{made}"))
