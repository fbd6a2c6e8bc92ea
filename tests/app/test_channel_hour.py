"""An hour in a voice channel, in virtual time: four connections of the live model are left before their limit, and no word is lost.

Around each of them people speak in another way. Two of the next connections resume; of two the handle is refused.
"""

import logging

import pytest

from app.channel_hour import DIGITS, GUEST, OWNER, HourOfTalk, Said
from live.gemini_ways import Call
from solovox.app import registry
from solovox.shell.clock import run
from solovox.shell.links.limited import EARLY_MS

SPEED = 1_000
MINUTES = 60
LIMIT = 15 * 60_000
STAYS = LIMIT - EARLY_MS
LEFT = tuple(n * STAYS for n in range(1, 5))
"""About when the connections are left, in milliseconds."""
NEAR = 30_000
SECOND = 1_000
REFUSED = frozenset({3, 6})
"""Attempts to connect whose handle is refused; the next has none. So the third connection and the fifth remember nothing."""
MEGABYTES = 16
"""What an allocator may keep for itself in 50 minutes."""


def in_turn(first, last, every, count):
    """The owner and the guest in turn, `count` words every so often."""
    for n, at in enumerate(range(first, last, every)):
        yield at, (OWNER, GUEST)[n % 2], count


def scenes():
    """Who says how many words, and when. A word takes 160 ms, a connection is left at the first silence after `LEFT`."""
    calm, talks, over, alone = (at - NEAR for at in LEFT)
    yield from in_turn(2 * SECOND, calm, 12 * SECOND, 5)
    yield from in_turn(calm, calm + 2 * NEAR, 4 * SECOND, 8)  # each waits for the answer to the other
    yield from in_turn(calm + 2 * NEAR, talks, 12 * SECOND, 5)
    for at in range(
        talks, talks + 2 * NEAR, 6_400
    ):  # the guest begins while the owner speaks, and follows without a gap
        yield from ((at, OWNER, 15), (at + 1_600, GUEST, 15))
    yield from in_turn(talks + 2 * NEAR + 9 * SECOND, over, 12 * SECOND, 5)
    yield from in_turn(over, over + 2 * NEAR, 3 * SECOND, 9)  # each speaks over the answer
    yield from in_turn(over + 2 * NEAR, alone, 12 * SECOND, 5)
    yield alone + NEAR // 2, OWNER, 300  # without a pause: 48 s
    yield from in_turn(alone + NEAR // 2 + 52 * SECOND, MINUTES * 60_000 - 10 * SECOND, 12 * SECOND, 5)


def words(n, count):
    """That begin as no other does."""
    return " ".join(DIGITS[int(digit)] for digit in f"{n:03}{'5' * (count - 3)}")


SCRIPT = [Said(at, who, words(n, count)) for n, (at, who, count) in enumerate(scenes())]
FEELS = {11: "glad", 121: "tired"}
"""At the end of which utterance of the owner's the model sets which mood."""


@pytest.fixture(scope="module")
def hour(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hour")
    (folder / "luna.md").write_text("# Luna\nYou love the sea.\n")
    acts = {n: (Call(f"mood-{n}", "set_emotion", mood, "emotion"),) for n, mood in FEELS.items()}
    lines = []
    told = logging.Handler()
    told.emit = lambda record: lines.append(record.getMessage())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOLOVOX_STATE", str(folder / "state"))
        patch.setitem(registry.BUILT_IN, registry.RECOGNISERS, {"local": "app.channel_hour:recogniser"})
        log = logging.getLogger("solovox.session")
        patch.setattr(log, "handlers", [told])
        patch.setattr(log, "level", logging.INFO)
        close = lambda now: any(abs(now - at) < 2 * NEAR for at in LEFT)  # noqa: E731
        talk = run(HourOfTalk(SCRIPT, REFUSED, acts, close, MINUTES).hold(folder), SPEED)
    talk.log = lines
    return talk
