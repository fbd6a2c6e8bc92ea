"""Whole sessions whose ear reads, too (`narrator=relay`), over a real socket: laws N1, G6, G1 and T1.

What the speaker played is taken apart into words again (`words_of`): the live voice and ours are told apart by them.
"""

import numpy as np
import pytest

from live.gemini_readers import late
from live.gemini_reading import ANSWER, FAULTS, ORDERS, TAUGHT, is_whole, words_of
from live.gemini_rig import Live
from live.gemini_voice import TONE
from live.gemini_ways import Abort, Close, Way
from portions import sampled
from solovox.config.schema import NarratorConfig
from solovox.core import commands as c

pytestmark = pytest.mark.slow

SAID = "what now please"


class Told(Live):
    per_character = 240


def relayed(way, variant=None, **more):
    choices = {"narrator": NarratorConfig(kind="relay")}
    return Told(way, variant, choices=choices, answer=ANSWER, speed=20, **more).held()


def sound(talk):
    """What holds whatever happens."""
    assert talk.why == "the person hung up"
    assert np.count_nonzero(talk.samples == TONE) == 0, "what the ear says of itself was heard"
    assert talk.wrong_sums == []
    assert talk.asked == [SAID]
    assert talk.double.most_open == 1


def exactly(talk):
    return [one.said for one in talk.did(c.Read) if one.exact]


@pytest.mark.parametrize("order", sampled(ORDERS, {"together", "text late"}))
def test_G6_the_ear_reads_word_for_word_in_every_order(order):
    talk = relayed(Way(reads=ORDERS[order]))
    sound(talk)
    assert words_of(bytes(talk.out)) == ANSWER.split()
    # Where its turn does not end in time for the second read, that and the rest are exact.
    late = order.startswith("turnComplete ")
    assert bool(exactly(talk)) is late
    assert " ".join(talk.double.texts + exactly(talk)) == ANSWER


def test_G6_an_ear_that_reads_is_given_a_word_as_the_person_wants_it_said():
    class Taught(Told):
        pronounced = staticmethod(lambda: [TAUGHT])
        corrections = pronounced

    choices = {"narrator": NarratorConfig(kind="relay")}
    talk = Taught(Way(reads=ORDERS["together"]), choices=choices, answer=ANSWER, speed=20).held()
    sound(talk)
    assert " ".join(talk.double.texts) == ANSWER.replace("Lunch", "zebra")
    assert words_of(bytes(talk.out)) == ANSWER.replace("Lunch", "zebra").split()
    assert exactly(talk) == []
    assert 'Written: "Lunch" → Said: "zebra"' in talk.double.talks[0].setup.system_instruction.parts[0].text


@pytest.mark.parametrize(
    "fault",
    sampled(
        [one for one in FAULTS if one != "text for half of the sound"],
        {"another word, text late", "a broken connection"},
    ),
)
def test_G6_an_ear_that_does_not_read_is_replaced_by_the_exact_voice(fault):
    talk = relayed(Way(reads=FAULTS[fault]))
    sound(talk)
    assert is_whole(words_of(bytes(talk.out))), words_of(bytes(talk.out))
    assert exactly(talk)


MODELS = {
    "3.1": "gemini-3.1-flash-live-preview",
    "3.8": "gemini-3.8-live",
    "3.8 thinking": "gemini-3.8-live-extended-thinking",
}


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_G6_every_family_is_given_the_text_as_it_takes_it(model):
    talk = relayed(Way(reads=ORDERS["together"]), ear={"model": MODELS[model]})
    sound(talk)
    assert words_of(bytes(talk.out)) == ANSWER.split()
    assert exactly(talk) == []


SOUNDS_AT = {"together": 3_500, "slow": 4_300, "turnComplete never": 3_100}
"""When the second read can be heard in each order."""


@pytest.mark.parametrize("order", sampled([*SOUNDS_AT], {"slow"}))
def test_T1_G4_whoever_speaks_over_the_reading_has_the_floor(order):
    talk = relayed(
        Way(reads=ORDERS[order], later=None),
        said=((400, SAID, "watt now"), (SOUNDS_AT[order], "and then what", "and den what")),
        mic_ms=6_000,
    )
    assert talk.why == "the person hung up"
    assert talk.asked == [SAID, "and then what"]
    assert talk.wrong_sums == []
    assert talk.did(c.Flush)
    (one,) = talk.double.talks
    assert one.transcripts == [SAID, "and then what"]
    flushed = {one.read for one in talk.did(c.Flush)}
    at = [n for n, (_, _, did) in enumerate(talk.journal.entries) if any(isinstance(x, c.Flush) for x in did)]
    later = [x for _, _, did in talk.journal.entries[at[-1] + 1 :] for x in did if isinstance(x, c.Play)]
    assert later
    assert not flushed & {one.read for one in later}


@pytest.mark.parametrize("end", [Abort(), Close(1011, "Internal error encountered.")])
def test_L1_a_connection_that_ends_while_it_reads_costs_no_word(end):
    talk = relayed(Way(reads=ORDERS["slow"], meanwhile=(end,)))
    sound(talk)
    assert is_whole(words_of(bytes(talk.out))), words_of(bytes(talk.out))
    assert len(talk.double.talks) == 2


@pytest.mark.parametrize(("begins", "behind"), [(0.4, 0.1), (1.0, 1.0)])
def test_G1_N1_what_a_slow_model_says_of_itself_behind_a_read_is_not_heard(begins, behind):
    """It begins each read late; and behind the end of each turn it says something without a transcription."""
    talk = relayed(Way(reads=late(begins, behind)))
    sound(talk)
    assert words_of(bytes(talk.out)) == ANSWER.split()
    assert len(exactly(talk)) <= 3
