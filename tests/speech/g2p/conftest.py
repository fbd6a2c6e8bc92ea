"""A small dictionary in misaki's format, so that the rules can be tested without weights."""

import json

import pytest

from solovox.speech.g2p.english import English
from solovox.speech.g2p.lexicon import Lexicon

GOLD = {
    **dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ˈA bˈi sˈi dˈi ˈi ˈɛf ʤˈi ˈAʧ ˈI ʤˈA kˈA ˈɛl ˈɛm ˈɛn ˈO pˈi kjˈu ˈɑɹ ˈɛs tˈi jˈu vˈi dˈʌbᵊlju ˈɛks wˈI zˈi".split(), strict=True)),
    "a": "A", "an": "æn", "the": "ði", "to": "tu", "hello": "həlˈO", "world": "wˈɜɹld", "time": "tˈIm",
    "ID": {"DEFAULT": "ˈɪd", "NOUN": None}, "NASA": "nˈæsə", "apple": "ˈæpᵊl", "code": "kˈOd", "base": "bˈAs",
    "wait": "wˈAt", "stop": "stˈɑp", "box": "bˈɑks", "cat": "kˈæt", "dog": "dˈɔɡ", "commit": "kəmˈɪt",
    "record": {"DEFAULT": "ɹˈɛkəɹd", "VERB": "ɹəkˈɔɹd"}, "there": {"DEFAULT": "ðɛɹ", "None": "ðˈɛɹ"},
    "read": {"DEFAULT": "ɹˈid", "ADJ": "ɹˈɛd", "VBD": "ɹˈɛd", "VBN": "ɹˈɛd", "VBP": "ɹˈɛd"},
    "use": {"DEFAULT": "jˈuz", "NOUN": "jˈus"}, "used": {"DEFAULT": "jˈuzd", "VBD": "jˈust"}, "I": "ˈI", "he": "hi",
    "has": "hæz", "it": "ɪt", "well-known": "wˌɛlnˈOn", "please": "plˈiz", "city": "sˈɪɾi", "we": "wi", "will": "wɪl",
}  # fmt: skip
SILVER = {"walk": "wˈɔk", "linux": "lˈɪnəks", "carry": "kˈɛɹi", "button": "bˈʌʔn"}


@pytest.fixture(scope="session")
def lexicon(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dictionaries")
    for name, content in (
        ("gold.json", json.dumps(GOLD)),
        ("silver.json", json.dumps(SILVER)),
    ):
        (folder / name).write_text(content, encoding="utf-8")
    return Lexicon(folder / "gold.json", folder / "silver.json")


@pytest.fixture(scope="session")
def english(lexicon):
    return English(lexicon)
