"""Five questions in one session, each with a fault of the devices on the way: the session goes on, and the next question is answered."""

import re

import pytest

from devices.listening import listening
from devices.sound_server import HEADPHONES, HEADSET, MICROPHONE, SPEAKER, sound_server
from solovox.surfaces.devices.sound_devices import STALLED_MS

pytestmark = [pytest.mark.slow, pytest.mark.weights, pytest.mark.wide]

LONG = "Computer, what can you do?"
"""Its answer takes some ten seconds."""
SETTLED = STALLED_MS / 1000 + 1
"""Seconds after which a device that gives nothing since it was moved was opened again."""


def the_microphone_is_unplugged_in_mid_question(person, spoken):
    """And another is plugged in, which is heard from then on. What was said until then is answered as well as it can be."""
    since = person.ears.at
    assert person.server.say(spoken("Computer, what is the square root of", after=0)).wait(60) == 0
    person.server.unplug(MICROPHONE)
    person.ears.answer(since)
    person.server.plug_in(HEADSET)
    person.hears_anew()  # the server may have given these ears the headset, too
    person.until_heard()


def the_speaker_is_unplugged_in_mid_answer(person, spoken):
    """And headphones are plugged in: the rest of the answer is heard there."""
    since = person.ears.at
    assert person.server.say(spoken(LONG)).wait(60) == 0
    person.ears.voice(since)
    person.server.unplug(SPEAKER)
    person.server.plug_in(HEADPHONES)
    person.hears_anew(HEADPHONES)
    person.ears.answer(0)


def both_are_gone_and_come_back(person, spoken):
    for one in (HEADSET, HEADPHONES):
        person.server.unplug(one)
    for one in (SPEAKER, MICROPHONE):
        person.server.plug_in(one)
    person.hears_anew()
    person.until_heard()


def the_sound_server_is_killed_in_mid_answer(person, spoken):
    since = person.ears.at
    assert person.server.say(spoken(LONG)).wait(60) == 0
    person.ears.voice(since)
    person.server.end()
    person.server.begin()
    person.hears_anew()
    person.until_heard()
    person.ears.answer(0)


def another_default_is_chosen_in_mid_answer(person, spoken):
    since = person.ears.at
    assert person.server.say(spoken(LONG)).wait(60) == 0
    person.ears.voice(since)
    person.server.plug_in(HEADPHONES)
    person.server.plug_in(HEADSET)
    person.hears_anew(HEADPHONES)
    person.ears.answer(0)


FAULTS = (
    the_microphone_is_unplugged_in_mid_question,
    the_speaker_is_unplugged_in_mid_answer,
    both_are_gone_and_come_back,
    the_sound_server_is_killed_in_mid_answer,
    another_default_is_chosen_in_mid_answer,
)


def test_L5_the_session_goes_on_through_every_fault(tmp_path, spoken, heard_as):
    with sound_server() as server, listening(server, tmp_path) as person:
        for fault in FAULTS:
            fault(person, spoken)
            words = heard_as(person.asks(spoken("Computer, what is seven times six?", before=SETTLED)))
            assert re.search(r"\b42\b|forty.two", words), (fault.__name__, words)
        assert person.hangs_up() == 0
        person.ears.close()
        assert server.streams() == []
    assert "Traceback" not in (tmp_path / "errors").read_text()
