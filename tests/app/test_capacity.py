"""How many sessions a machine holds, from what one costs; and what is measured for it."""

import asyncio
from dataclasses import replace

import pytest

from app.scripted_engines import OneCaller
from solovox.parts.engines.capacity import AGENT, DRAFTS, PERSON, ROOM, Costs, capacity, measure_capacity
from solovox.ports import Spoken
from solovox.testing.fakes import ScriptedRecogniser


def costs(**given):
    return Costs(
        **{"hearing": 0.0, "moving": 0.0, "understanding": 0.0, "speaking": 0.0, "rendering": 0.0, **given}
    )


CASES = {
    "sockets alone: one loop, however many cores": (costs(moving=0.02), 8, 35, "one core for all sockets"),
    "listening is the loop's too": (costs(moving=0.02, hearing=0.05), 8, 10, "one core for all sockets"),
    "words: all cores": (costs(moving=0.01, understanding=0.5), 4, 9, "4 cores"),
    "more cores, more sessions": (costs(moving=0.01, understanding=0.5), 8, 18, "8 cores"),
    "a voice says one thing at a time": (costs(speaking=0.5, rendering=0.5), 64, 3, "a voice"),
    "a voice on one core": (costs(speaking=0.5, rendering=0.25), 1, 3, "1 core;"),
    "too slow for one": (costs(speaking=4.0, rendering=4.0), 2, 1, "expect gaps"),
    "half a core, of a container": (costs(moving=0.035), 0.5, 10, "0.5 cores"),
    "nothing costs anything": (costs(), 2, 1, "0.00 of a core"),
}  # fmt: skip


@pytest.mark.parametrize("given", CASES.values(), ids=CASES)
def test_how_many(given):
    one, cores, sessions, line = given
    found = capacity(one, cores)
    assert found.sessions == sessions
    assert line in found.line
    assert found.line.startswith(f"holds {sessions} session{'s' if sessions > 1 else ''}:")
    assert "\n" not in found.line


LIGHT = {
    "what is left goes to the lighter voice": (costs(moving=0.02, speaking=1.0, rendering=1.0), 2, 1, 24),
    "its own line is full": (costs(moving=0.001, speaking=0.9, rendering=0.9), 64, 1, 35),
    "all who have it can be spoken to": (costs(moving=0.001, speaking=0.4, rendering=0.4), 64, 2, 35),
    "nothing is left": (costs(moving=0.1, speaking=4.0, rendering=4.0), 2, 1, 0),
}  # fmt: skip


@pytest.mark.parametrize("given", LIGHT.values(), ids=LIGHT)
def test_what_a_good_voice_leaves_is_held_with_a_lighter_one(given):
    one, cores, better, lighter = given
    light = replace(one, speaking=0.05, rendering=0.05)
    found = capacity(one, cores, light)
    assert (found.sessions - found.lighter, found.lighter) == (better, lighter)
    assert ("with a lighter voice" in found.line) == bool(lighter)
    assert ROOM * cores >= better * one.whole + lighter * light.whole or not lighter


def test_what_is_given_away_is_not_more_than_there_is():
    each = costs(moving=0.02, hearing=0.01, understanding=0.3, speaking=0.6, rendering=0.4)
    held = capacity(each, 16).sessions
    assert held * each.whole <= ROOM * 16
    assert held * each.of_loop <= ROOM
    assert held * AGENT * each.rendering <= ROOM
    assert each.whole == pytest.approx(0.03 + PERSON * DRAFTS * 0.3 + AGENT * 0.6)


class Hears(ScriptedRecogniser):
    """Takes all sound, and has nothing to say of it."""

    def __init__(self):
        super().__init__([])

    async def finish(self):
        pass


class Endless:
    """A voice that never says anything."""

    def speak(self, _text):
        while True:
            yield Spoken(b"", 0)


class Broken:
    """A voice that fails."""

    def speak(self, _text):
        raise OSError("no such device")


@pytest.mark.parametrize("voice", [None, OneCaller(), Broken()], ids=["no voice", "one", "a broken one"])
def test_it_is_measured_and_said_in_one_line(voice):
    recogniser = Hears()
    found = asyncio.run(measure_capacity(recogniser, voice))
    assert found.sessions >= 1
    assert found.line.startswith("holds ")
    assert recogniser.fed or isinstance(voice, Broken)


def test_an_engine_that_does_not_answer_does_not_hold_up_the_start():
    found = asyncio.run(measure_capacity(Hears(), Endless(), seconds=0.05))
    assert found.sessions >= 1
