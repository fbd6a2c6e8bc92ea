"""An hour in a voice channel, in virtual time: four connections of the live model are left before their limit, and no word is lost.

Around each of them people speak in another way. Two of the next connections resume; of two the handle is refused.
"""

import logging
from itertools import pairwise

import pytest

from app.channel_hour import DIGITS, GUEST, OWNER, HourOfTalk, Said
from live.gemini_ways import Call
from solovox.core import commands as c
from solovox.core import events as e
from solovox.parts import registry
from solovox.shell.clock import run
from solovox.shell.links.around_ear import EARLY_MS
from solovox.wire.gemini_live.client_frames import RealtimeInput

pytestmark = pytest.mark.wide

SPEED = 1_000
MINUTES = 60
LIMIT = 15 * 60_000
STAYS = LIMIT - EARLY_MS
LEFT = tuple(n * STAYS for n in range(1, 5))
"""About when the connections are left, in milliseconds of the talk; those after the second half a minute later."""
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
    calm, talks, over = (at - NEAR for at in LEFT[:3])
    yield from in_turn(2 * SECOND, calm, 12 * SECOND, 5)
    yield from in_turn(calm, calm + 2 * NEAR, 4 * SECOND, 8)  # each waits for the answer to the other
    yield from in_turn(calm + 2 * NEAR, talks, 12 * SECOND, 5)
    for at in range(
        talks, talks + 2 * NEAR, 6_400
    ):  # the guest begins meanwhile, and follows: there is no silence
        yield from ((at, OWNER, 15), (at + 1_600, GUEST, 15))
    yield from in_turn(talks + 2 * NEAR + 9 * SECOND, over, 12 * SECOND, 5)
    yield from in_turn(over, over + 2 * NEAR, 3 * SECOND, 9)  # each speaks over the answer to the other
    yield from in_turn(over + 2 * NEAR, LEFT[3], 12 * SECOND, 5)
    yield LEFT[3] + 25 * SECOND, OWNER, 300  # for 48 s, without a pause
    yield LEFT[3] + 80 * SECOND, GUEST, 5


def words(n, count):
    """That begin as no other does."""
    return " ".join(DIGITS[int(digit)] for digit in f"{n:03}{'5' * (count - 3)}")


SCRIPT = [Said(at, who, words(n, count)) for n, (at, who, count) in enumerate(scenes())]
FEELS = {60 * SECOND: "glad", LEFT[1] - 2 * NEAR: "tired"}
"""At the end of which utterance of the owner's, the first after a moment, the model sets which mood."""


def at_the_end_of(moment):
    """Which utterance that is, from 1 on."""
    return next(n for n, one in enumerate(SCRIPT, start=1) if one.at > moment and one.who == OWNER)


@pytest.fixture(scope="module")
def hour(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hour")
    (folder / "luna.md").write_text("# Luna\nYou love the sea.\n")
    acts = {
        at_the_end_of(moment): (Call(f"mood-{mood}", "set_emotion", mood, "emotion"),)
        for moment, mood in FEELS.items()
    }
    lines = []
    told = logging.Handler()
    told.emit = lambda record: lines.append(record.getMessage())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOLOVOX_STATE", str(folder / "state"))
        patch.setitem(registry.BUILT_IN, registry.RECOGNISERS, {"local": "app.channel_hour:recogniser"})
        log = logging.getLogger("solovox.session")
        patch.setattr(log, "handlers", [told])
        before = log.level
        log.setLevel(logging.INFO)  # what the logger remembers of its level is forgotten with it
        close = lambda now: any(abs(now - at) < NEAR + 10 * SECOND for at in LEFT)  # noqa: E731
        talk = run(HourOfTalk(SCRIPT, REFUSED, acts, close, MINUTES).hold(folder), SPEED)
        log.setLevel(before)
    talk.log = lines
    return talk


def connections(hour):
    """Those that were set up: as the double has them."""
    return [one for one in hour.double.talks if one.number not in REFUSED]


def told(connection):
    """What it was told of the talk, before all else."""
    first = connection.messages[0]
    return (
        ""
        if isinstance(first, RealtimeInput)
        else "\n".join(part.text for turn in first.turns for part in turn.parts)
    )


def test_L1_four_connections_are_left_before_their_limit_and_one_is_open_at_a_time(hour):
    opened = [at for at, _ in hour.seen.all(e.EarOpened)]
    closed = [at for at, _ in hour.seen.all(c.CloseEar)]
    assert len(opened) == len(LEFT) + 1
    assert [one.why for _, one in hour.seen.all(c.CloseEar)][:-1] == ["the service goes away"] * len(LEFT)
    assert all(STAYS <= end - begin < LIMIT for begin, end in zip(opened, closed[:-1], strict=False))
    assert all(begin - end < SECOND for end, begin in zip(closed, opened[1:], strict=False))
    assert hour.seen.all(e.EarLost) == hour.seen.all(c.ShowFailure) == []
    assert hour.double.most_open == 1


def test_L1_it_is_left_in_a_pause_where_there_is_one_and_else_in_the_midst_of_a_word(hour):
    left = [
        end - at
        for (at, _), (end, _) in zip(hour.seen.all(e.EarGoingAway), hour.seen.all(c.CloseEar), strict=False)
    ]
    calm, talks, over, alone = (waited < 20 * SECOND for waited in left)
    assert (calm, talks, over, alone) == (True, False, True, False)


MONOLOGUE = 300
"""Words of the one utterance that is longer than our recogniser takes in one piece."""
CUTS = 2


def test_L2_each_word_is_heard_once_whoever_speaks_and_however(hour):
    assert hour.line.floor.dropped == 0
    assert [words for one in connections(hour) for words in one.transcripts] == [one.words for one in SCRIPT]
    shown = [one for _, one in hour.seen.all(c.ShowHeard)]
    assert [one.source for one in shown] == [one.who for one in SCRIPT]
    # Both listeners heard it, and what is shown is either's. Ours has full stops; it cuts the monologue, and hears a word on a cut in both parts.
    heard = [one.text.replace(".", "").split() for one in shown]
    differ = [
        (words, one.words.split())
        for words, one in zip(heard, SCRIPT, strict=True)
        if words != one.words.split()
    ]
    assert all(len(said) == MONOLOGUE and 0 < len(words) - len(said) <= CUTS for words, said in differ)


def test_L2_not_a_sample_of_speech_is_lost_or_doubled(hour):
    assert [loud for one in connections(hour) for loud in one.loud] == [one.loud for one in SCRIPT]


def test_G7_each_utterance_is_answered_once(hour):
    assert len(hour.double.answers) == len(SCRIPT)


def test_L3_a_connection_whose_handle_was_refused_is_told_the_talk_and_no_other_is(hour):
    assert [one.resumed for _, one in hour.seen.all(e.EarOpened)] == [False, True, False, True, False]
    handles = [one.setup.session_resumption.handle for one in hour.double.talks]
    assert [handle is not None for handle in handles] == [False, True, True, False, True, True, False]
    first, *later = connections(hour)
    assert "Yes." not in told(first)
    for before, one in pairwise((first, *later)):
        retold = one.number - 1 in REFUSED
        assert (before.transcripts[-1] in told(one)) is retold
        assert told(one).count("Yes.") > 5 if retold else "Yes." not in told(one)


def test_L1_each_connection_is_set_up_with_what_counts_then_and_the_log_says_how_many_tools(hour):
    instructions = [one.setup.system_instruction.parts[0].text for one in connections(hour)]
    assert all(one.startswith("You are Luna.") for one in instructions)
    moods = [[mood for mood in FEELS.values() if f'Your mood now: "{mood}"' in one] for one in instructions]
    assert moods == [[], ["glad"], ["tired"], ["tired"], ["tired"]]
    declared = [len(one.setup.tools[0].function_declarations) for one in connections(hour)]
    assert [line for line in hour.log if "declared" in line] == [
        f"{count} tools declared" for count in declared
    ]


def test_A4_each_connection_is_told_who_speaks_before_they_are_heard(hour):
    for one in connections(hour):
        said = [
            message
            for message in one.messages
            if "speaks now." in str(message) or getattr(message, "activity_start", None)
        ]
        assert "speaks now." in str(said[0])


def test_L5_neither_memory_nor_tasks_grow(hour):
    early, late = hour.line.samples[10:20], hour.line.samples[-10:]
    assert max(tasks for _, tasks in late) <= max(tasks for _, tasks in early)
    assert max(memory for memory, _ in late) - max(memory for memory, _ in early) < MEGABYTES
    assert hour.why is c.EndReason.HUNG_UP
