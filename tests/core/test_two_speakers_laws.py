"""Two people at once: whose words they are, and that none of an owner's are lost (laws A4, T1, T3, T4)."""

import pytest

import simulate as sim
from laws.scene import asked, of
from laws.source_laws import KnownSaying
from laws.two_speakers import (
    ANN,
    BEN,
    BOB,
    CASES,
    LENGTH,
    ONE,
    OURS,
    PAUSE,
    PROFILES,
    SETTINGS,
    SEVERAL,
    HeardSign,
    Meeting,
    Opening,
    orders,
)
from solovox.core.commands import AskBrain, Cue, CueKind, SendMicrophone, ShowHeard, ShowHold
from solovox.core.events import EarLost, EarOpened, FloorTaken
from solovox.core.units import PERSON, ConnectionId

pytestmark = pytest.mark.slow

ONSET, SPEECH, END, WORDS = OURS
FIRST, SECOND = "polish alpha drawers", "paint bravo tables"


class Two(Meeting):
    """Ann and Ben own the talk; Bob does not. Who says what, and by whose name it begins."""

    def __init__(self, profile, *said, opening=Opening.SILENT):
        super().__init__(PROFILES[profile])
        self.open(opening)
        at = self.captured + PAUSE
        self.said = [
            KnownSaying(who, words, at + n * (LENGTH + PAUSE), LENGTH, named)
            for n, (who, words, named) in enumerate(said)
        ]

    def hear(self, *order, gap=300):
        """Numbers and what is heard: `(0, END)`."""
        before = len(self.all)
        for n, what in order:
            self.at += gap
            self.hears(self.said[n], what)
        return self.all[before:]


def both(*late):
    """The speech of one, then of the other; then these words."""
    return (*((n, what) for n in (0, 1) for what in (ONSET, SPEECH, END)), *late)


def shown(commands):
    return [(one.text, one.source) for one in of(ShowHeard, commands) if one.final]


@pytest.mark.parametrize("other", [BOB, SEVERAL])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_A4_T3_words_of_others_take_the_place_of_none_of_an_owners(other, order):
    scene = Two("offline", (ANN, FIRST, ANN), (other, SECOND, other))
    out = scene.hear(*both(*((n, WORDS) for n in order)))
    assert asked(out) == [FIRST]
    assert (SECOND, other) in shown(out)


@pytest.mark.parametrize("profile", ["self", "party"])
def test_A4_T3_words_that_come_while_another_speaks_are_shown_as_theirs(profile):
    scene = Two(profile, (ANN, FIRST, ANN), (BEN, SECOND, BEN))
    out = scene.hear(*both((0, WORDS), (1, WORDS)))
    scene.rest()
    assert (FIRST, ANN) in shown(out)
    assert (SECOND, BEN) in shown(scene.all)


@pytest.mark.parametrize("profile", ["self", "party"])
def test_A4_T3_late_words_of_the_ear_are_not_shown_as_anothers(profile):
    scene = Two(profile, (ANN, FIRST, ANN), (BEN, SECOND, BEN))
    scene.hear((0, ONSET), (0, SPEECH), (0, END), (1, ONSET), (1, SPEECH), (0, HeardSign.EAR), (1, END))
    scene.hear((1, HeardSign.EAR), (0, WORDS), (1, WORDS))
    scene.rest()
    assert {(FIRST, ANN), (SECOND, BEN)} <= set(shown(scene.all))


def test_A4_what_an_ear_has_heard_of_two_is_shown_as_no_ones():
    scene = Two("code", (ANN, FIRST, ANN), (BEN, SECOND, ANN), opening=Opening.WAITING)
    scene.hear((0, ONSET), (0, SPEECH), (0, END), (1, ONSET), (1, SPEECH), (0, WORDS), gap=0)
    out = scene.hear((0, HeardSign.EAR), (1, END), (1, WORDS), (1, HeardSign.EAR), gap=0)
    both = [one for one in of(ShowHeard, out) if FIRST in one.text and SECOND in one.text]
    assert {one.source for one in both} == {PERSON}
    scene.rest()


@pytest.mark.parametrize("profile", ["self", "party"])
def test_A4_T3_fewer_words_of_the_ear_take_the_place_of_none_of_ours(profile):
    scene = Two(profile, (ANN, FIRST, ANN), (ANN, "and every lamp", ANN))
    scene.hear(*both((0, WORDS), (0, HeardSign.EAR), (1, WORDS)))
    scene.rest()
    assert shown(scene.all)[-1] == (f"{FIRST} and every lamp", ANN)


def test_A4_L2_what_another_spoke_into_is_still_owed_to_the_next_connection():
    scene = Two("self", (ANN, FIRST, ANN), (BEN, SECOND, BEN))
    scene.hear((0, ONSET), (0, SPEECH), (0, END), (1, ONSET), (1, SPEECH))
    scene.do(EarLost(ONE, "1011"))
    scene.wait(1_000)
    sent = of(SendMicrophone, scene.do(EarOpened(ConnectionId(2))))
    assert sent[0].span.first <= scene.said[0].first


def test_A4_T2_what_two_people_say_is_not_held_as_one():
    scene = Two("review", (ANN, FIRST, ANN), (BEN, SECOND, BEN))
    scene.hear(*both((0, WORDS), (1, WORDS)))
    scene.rest()
    assert [one.text for one in of(ShowHold, scene.all)] == [FIRST, SECOND]


@pytest.mark.parametrize("profile", ["offline", "party"])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_A4_T2_another_within_one_utterance_is_not_taken_for_who_began_it(profile, order):
    scene = Two(profile, (ANN, FIRST, ANN), (BEN, SECOND, ANN))
    scene.hear(*both(*((n, WORDS) for n in order)))
    scene.rest()
    assert not {(SECOND, ANN), (FIRST, BEN)} & set(shown(scene.all))
    texts = [one.text for one in of(ShowHeard, scene.all) if one.final] + asked(scene.all)
    texts += [one.text for one in of(ShowHold, scene.all)]
    assert FIRST in texts
    assert SECOND in texts
    assert not any("drawers" in text and "paint" in text for text in texts)


def test_A4_T3_an_owners_words_in_what_began_as_anothers_speech_are_held():
    scene = Two("offline", (ANN, FIRST, BOB))
    out = scene.hear(*((0, what) for what in OURS))
    assert [one.text for one in of(ShowHold, out)] == [FIRST]
    assert of(AskBrain, out) == []


@pytest.mark.parametrize("named", [ANN, BEN, BOB])
def test_A4_T4_an_owners_stop_is_theirs_by_whose_name_it_began(named):
    scene = Two("party", (ANN, "stop", named), opening=Opening.ANSWERING)
    assert Cue(CueKind.STOPPED) in scene.hear(*((0, what) for what in OURS))


def test_A4_T4_a_stop_that_only_the_ear_heard_may_be_a_guests():
    scene = Two("party", (BOB, "stop", ANN), opening=Opening.ANSWERING)
    scene.hear((0, ONSET), (0, SPEECH), (0, END), (0, HeardSign.EAR))
    scene.wait(1_500)
    scene.hear((0, WORDS))
    scene.rest()
    assert Cue(CueKind.STOPPED) not in scene.all


@pytest.mark.parametrize("profile", ["party", "reader"])
def test_A4_T4_a_stop_that_the_ear_is_late_with_ends_none_of_anothers_words(profile):
    scene = Two(profile, (ANN, "stop", ANN), (BEN, SECOND, BEN))
    scene.hear((0, ONSET), (0, SPEECH), (0, END), (0, WORDS))
    scene.hear((1, ONSET), (1, SPEECH), (0, HeardSign.EAR), (1, END), (1, WORDS))
    scene.rest()
    assert any(SECOND in text for text in asked(scene.all) + [text for text, _ in shown(scene.all)])


@pytest.mark.parametrize("who", [ANN, BEN])
def test_A4_T1_an_owners_stop_over_a_reading_stops(who):
    scene = Two("half duplex", (ANN, FIRST, ANN), (who, "stop", who), opening=Opening.ANSWERING)
    assert Cue(CueKind.STOPPED) in scene.hear(*both((0, WORDS), (1, WORDS)))


def test_A4_T1_words_are_not_lost_while_another_holds_the_talk_key_down():
    scene = Two("offline", (ANN, FIRST, ANN), (ANN, "and every lamp", ANN), (BEN, SECOND, BEN))
    scene.do(FloorTaken(source=ANN))
    scene.hear(*((0, what) for what in OURS), (1, ONSET), (1, SPEECH), (1, END))
    assert [one.text for one in of(ShowHold, scene.hear((2, ONSET), (2, SPEECH)))] == [FIRST]


@pytest.mark.parametrize("first", range(0, 120, 40))
def test_A4_T3_T4_two_people_in_every_order(first):
    """A sample. `make sim` plays more, and all of them with `SIM_COUNT`."""
    assert sim.play(range(first, first + 40), "two") == []


@pytest.mark.parametrize("first", range(0, 60, 30))
def test_A4_T3_T4_several_people_and_nothing_is_lost_or_passes_for_anothers(first):
    assert sim.play(range(first, first + 30), "channel") == []


@pytest.mark.wide
@pytest.mark.parametrize("first", range(120, 1_120, 250))
def test_A4_T3_T4_two_people_in_more_orders(first):
    assert sim.play(range(first, first + 250), "two") == []


def test_every_order_is_played_once():
    found = orders(((0, HeardSign.EAR), (1, HeardSign.EAR)))
    assert len(set(found)) == len(found)
    assert all(order.index((n, SPEECH)) < order.index((n, HeardSign.EAR)) for order in found for n in (0, 1))
    assert len(CASES) == sum(len(one.orders) for one in SETTINGS)
