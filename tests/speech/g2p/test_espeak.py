"""The optional separate program."""

import pytest

from solovox.speech.g2p import espeak
from solovox.speech.tts.vocabulary import IDS

PATIENCE = 60.0
"""Seconds: a busy machine is no error of the program."""


@pytest.mark.parametrize(
    ("ipa", "ours"),
    [("zˈɔːɹblæt\n", "zˈɔɹblæt"), ("wˈɜːld", "wˈɜɹld"), ("dʒˈeɪsən", "ʤˈAsən"), ("lˈɪɾəl", "lˈɪTəl"), ("bˈʌʔn̩", "bˈʌtᵊn"),
     ("mˈoːɹ", "mˈɔɹ"), ("fˈaɪɚ", "fˈIəɹ"), ("", "")],
)  # fmt: skip
def test_its_ipa_in_our_phonemes(ipa, ours):
    assert espeak.kokoro(ipa) == ours


@pytest.mark.slow  # where system packages are installed
def test_the_program_says_a_word():
    said = espeak.phonemes("frobnicate", PATIENCE)
    assert said is not None
    assert said.replace("ᵻ", "ɪ") == "fɹˈɑbnɪkˌAt"


@pytest.mark.slow  # where system packages are installed
def test_a_word_that_looks_like_an_option_is_still_a_word():
    said = espeak.phonemes("--version", PATIENCE)
    assert said
    assert set(said) <= set(IDS)


def test_where_the_program_is_missing_there_is_no_answer(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    assert espeak.phonemes("frobnicate") is None
