"""Engines that need no weights: a voice that is quick, and a recogniser that hears nothing."""

from solovox.testing.fakes import ScriptedRecogniser, ScriptedTts


def voice(given):
    return ScriptedTts(per_character=24)


def recogniser(given):
    return ScriptedRecogniser([])
