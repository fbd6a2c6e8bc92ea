"""K2: a live ear's transcript comes with what was meant by its words, as our own recogniser's does."""

import pytest

from shell.test_checked_link import Given
from solovox.core import events as e
from solovox.core.mends import Mend, MendWhy, mend_text, pool_mends
from solovox.core.units import ConnectionId
from solovox.shell.links.around_ear import BEFORE, MOST, MendedEar
from solovox.text.names.mending import mends
from solovox.text.names.workspace_names import NameLexicon

ONE, TWO = ConnectionId(1), ConnectionId(2)
OWN = (("cube control", "kubectl"),)
NAMES = NameLexicon(["user_service.py", "core.py"])
KUBE = Mend("cube control", "kubectl", MendWhy.CORRECTION)


def find(text):
    return mends(text, OWN, NAMES)


async def told(*events, find=find):
    """What is told of what an ear told."""
    seen = []

    async def tell(event):
        seen.append(event)

    await MendedEar(Given(*events), find).run(tell)
    return seen


def heard(*pieces, connection=ONE):
    return [e.EarTranscript(connection, piece) for piece in pieces]


@pytest.mark.parametrize(
    ("pieces", "meant"),
    [
        ([" Run cube control on it."], " Run kubectl on it."),
        ([" Run cube", " control on it."], " Run kubectl on it."),
        ([" Run cu", "be con", "trol"], " Run kubectl"),
        ([" Open user", " service", " dot", " py", "."], " Open user_service.py."),
        ([" Run cube controls."], " Run cube controls."),
        ([" What time", " is it?"], " What time is it?"),
    ],
)
async def test_K2_its_words_are_mended_in_however_many_pieces_they_come(pieces, meant):
    events = await told(*heard(*pieces))
    assert [event.text for event in events] == pieces
    pool = ()
    for event in events:
        pool = pool_mends(pool, event.mends)
    assert mend_text("".join(pieces), pool) == meant


async def test_K2_what_was_meant_before_is_not_told_again():
    events = await told(*heard("Run cube control. ", "And", " wait."))
    assert [event.mends for event in events] == [(KUBE,), (), ()]


async def test_K2_a_new_connection_begins_anew_and_other_events_pass():
    others = [e.EarOpened(TWO, resumed=False), e.EarTurnEnded(TWO)]
    events = await told(*heard("Run cube "), *others, *heard("control now.", connection=TWO))
    assert events[1:3] == others
    assert events[-1].mends == ()


async def test_K2_what_the_ear_itself_says_of_its_words_is_kept():
    known = Mend("locks", "logs", MendWhy.CORRECTION)
    (event,) = await told(e.EarTranscript(ONE, "cube control locks", (known,)))
    assert event.mends == (known, KUBE)


async def test_K2_where_nothing_can_be_found_the_words_are_told_as_they_were_heard():
    def fails(text):
        raise OSError("the disk\nis gone")

    assert await told(*heard("Run it."), find=fails) == heard("Run it.")


async def test_K2_what_is_looked_at_is_bounded():
    seen = []

    def note(text):
        seen.append(len(text))
        return ()

    await told(*heard("a " * 5_000, "b " * 5_000, " ", "", "c"), find=note)
    assert seen == [MOST, BEFORE + MOST, BEFORE + 1]


async def test_it_is_the_ear_in_all_else():
    ear = Given()
    link = MendedEar(ear, find)
    await link.perform("one")
    assert [link.perform_now("command"), link.perform_now("another")] == [True, False]
    await link.aclose()
    assert ear.did == ["one", "closed"]
