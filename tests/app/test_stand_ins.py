"""Small weights stand in for those that have not come yet, and for nothing else; and which weights are for what."""

import asyncio

import pytest

from app.test_weights_upgrade import REST, SMALL, cache, links, put
from solovox.parts.configured import configure, voice_of
from solovox.parts.engines.local import drafts_with
from solovox.parts.engines.shared import SharedEngines
from solovox.parts.engines.stand_ins import LOCAL, lacks_all, rest_of_weights, with_stand_ins
from solovox.parts.registry import RECOGNISERS, adapter_args, missing

pytestmark = pytest.mark.slow

__all__ = ["cache", "links"]


@pytest.fixture
def config(tmp_path):
    """A function: flags to a configuration of nobody."""
    return lambda *flags: configure("talk", flags, tmp_path, {})


def test_a_talk_that_begins_with_the_small_ones_hears_and_speaks_with_them(cache, config):
    put(cache, *SMALL)
    made = with_stand_ins(config(), cache)
    assert voice_of(made) == "joe"
    args = adapter_args(made, RECOGNISERS, "local", weights=cache)
    assert args.settings["stt"] == "whisper-tiny.en"
    assert missing(RECOGNISERS, "local", args) == ""
    assert missing(RECOGNISERS, "local", adapter_args(config(), RECOGNISERS, "local", weights=cache)) != ""


def test_each_better_engine_serves_as_soon_as_it_is_whole(cache, config):
    put(cache, *SMALL, "whisper-base")
    made = with_stand_ins(config(), cache)
    assert (voice_of(made), LOCAL in made.own) == ("joe", False)
    put(cache, "kokoro")
    assert voice_of(with_stand_ins(config(), cache)) == "joe", "without its voices it cannot speak"
    put(cache, "kokoro-voices")
    whole = config()
    assert with_stand_ins(whole, cache) is whole
    assert rest_of_weights(whole, SharedEngines(cache), print) is None


@pytest.mark.parametrize("flags", [("narrator.voice=joe",), ("narrator.voice=af_nicole",)])
def test_a_voice_that_was_set_is_its_own_as_soon_as_it_is_there(cache, config, flags):
    put(cache, *SMALL, *REST)
    chosen = config(*flags)
    assert with_stand_ins(chosen, cache) is chosen


def test_where_not_even_the_small_ones_are_there_nothing_is_changed(cache, config):
    bare = config()
    assert lacks_all(bare, cache)
    assert with_stand_ins(bare, cache) is bare
    put(cache, *SMALL)
    assert not lacks_all(bare, cache)


def test_engines_that_are_not_of_this_machine_are_left_alone(cache, config):
    put(cache, *SMALL)
    live = config("ear.kind=gemini", "ear.url=ws://127.0.0.1:1", "narrator.kind=reader")
    assert with_stand_ins(live, cache) is live
    assert not lacks_all(live, cache)


def test_a_rest_that_cannot_be_had_is_one_line_and_is_shown(cache, config, links):
    put(cache, *SMALL)
    for one in links.iterdir():
        one.unlink()
    lines = []
    rest = rest_of_weights(config(), SharedEngines(cache), lines.append)
    asyncio.run(rest.come())
    assert lines[0].startswith("it begins with whisper-tiny.en and joe")
    assert "what is here serves on" in lines[-1]
    assert rest.upgrade.fetching.failed
    assert rest.upgrade.fetching.done < rest.upgrade.fetching.total


@pytest.mark.parametrize(
    ("recogniser", "smaller", "drafts"),
    [
        ("whisper-base", True, "whisper-tiny.en"),
        ("whisper-base", False, "whisper-base"),
        ("whisper-tiny.en", True, "whisper-tiny.en"),
        ("whisper-tiny.en", False, "whisper-tiny.en"),
    ],
)
def test_drafts_come_from_the_smaller_recogniser_where_it_is_installed(recogniser, smaller, drafts):
    assert drafts_with(recogniser, smaller) == drafts
