"""What a talk in another language needs, and who can read it."""

import pytest

from solovox.config.schema import Config, NarratorConfig
from solovox.parts.configured import speaks
from solovox.parts.engines.local import DRAFTING, WHISPER, lacks
from solovox.ports import AdapterArgs
from solovox.weights import Cache


@pytest.mark.parametrize(
    ("language", "item"), [("en", DRAFTING), ("de", WHISPER), ("auto", WHISPER), ("ja", WHISPER)]
)
def test_the_small_weights_stand_in_for_english_only(tmp_path, language, item):
    settings = {"weights": Cache(tmp_path), "stt": DRAFTING, "language": language}
    assert lacks(AdapterArgs(settings)) == f"the weights {item}: run: solovox models install"


@pytest.mark.parametrize("voice", [None, "joe", "bf_emma"])
def test_N2_our_own_voices_speak_english_and_what_is_found_out_is_taken_for_it(voice):
    narrator = NarratorConfig(voice=voice)
    said = {one: speaks(Config(language=one, narrator=narrator)) for one in ("en", "auto", "de", "pt", "ja")}
    assert said == {"en": True, "auto": True, "de": False, "pt": False, "ja": False}
