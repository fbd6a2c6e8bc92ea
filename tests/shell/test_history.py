"""What a brain is told of the talk."""

import pytest

from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import ConnectionId, RunId, UtteranceId
from solovox.ports import Message
from solovox.shell.dispatch import To
from solovox.shell.hidden import HiddenSecrets
from solovox.shell.links.history import CHARACTERS, EXCHANGES, History


def said(*texts):
    return tuple(Message("person", text) for text in texts)


def asked(*instructions):
    history = History()
    for n, text in enumerate(instructions, 1):
        history.begin_run(RunId(n), text)
    return history


def test_T2_a_run_taken_back_unheard_and_asked_again_leaves_no_trace():
    history = History()
    history.begin_run(RunId(1), "open the", UtteranceId(1))
    history.wrote(RunId(1), "Open what?")
    history.cancel_run(RunId(1))
    history.begin_run(RunId(2), "open the door", UtteranceId(1))
    assert history.before(RunId(2)) == ()
    assert history.before(RunId(3)) == said("open the door")


@pytest.mark.parametrize("utterance", [None, UtteranceId(2)])
def test_T2_a_run_that_is_amended_or_stopped_keeps_its_instruction(utterance):
    history = History()
    history.begin_run(RunId(1), "open the door", UtteranceId(1))
    history.cancel_run(RunId(1))
    history.begin_run(RunId(2), "no, the window", utterance)
    assert history.before(RunId(2)) == said("open the door")


def test_T2_what_was_heard_of_a_run_stays_even_if_it_is_asked_again():
    history = History()
    history.begin_run(RunId(1), "open the", UtteranceId(1))
    history.wrote(RunId(1), "Open what?")
    history.note_played(RunId(1), 10, "")
    history.cancel_run(RunId(1))
    history.begin_run(RunId(2), "open the door", UtteranceId(1))
    assert history.before(RunId(2)) == (Message("person", "open the"), Message("assistant", "Open what?"))


def test_N4_a_cut_answer_stays_as_far_as_it_was_heard():
    history = asked("go")
    history.wrote(RunId(1), "One. Two. Three.")
    history.note_played(RunId(1), 5, "Two.")
    history.cancel_run(RunId(1))
    assert history.before(RunId(2)) == (Message("person", "go"), Message("assistant", "One. Two."))


def test_N4_a_later_word_on_a_run_replaces_an_earlier_one_also_after_others_were_asked():
    history = asked("one")
    history.wrote(RunId(1), "First. Second.")
    history.note_played(RunId(1), 7, "")
    for n in range(2, 20):
        history.begin_run(RunId(n), f"{n}")
    history.note_played(RunId(1), 0, "")
    assert history.before(RunId(2)) == (Message("person", "one"), Message("assistant", "First."))


@pytest.mark.parametrize(
    ("gaps", "heard"),
    [
        ([(4, 14)], ("One. … Four.", False)),
        ([(4, 9), (9, 14)], ("One. … Four.", False)),
        ([(0, 9)], ("Six. Four.", False)),
        ([(14, 20)], ("One. Two. Six.", False)),
        ([], ("One. Two. Six. Four.", True)),
    ],
)
def test_N7_what_was_skipped_was_not_heard(gaps, heard):
    history = asked("count")
    history.wrote(RunId(1), "One. Two. Six. Four.")
    for gap in gaps:
        history.note_skipped(RunId(1), *gap)
    history.note_played(RunId(1), 20, "")
    history.begin_run(RunId(2), "go on")
    told = history.find_heard(RunId(2))
    assert (told.text, told.whole) == heard


def test_T2_what_was_skipped_and_read_after_all_was_heard():
    history = asked("count")
    history.wrote(RunId(1), "One. Two. Six. Four.")
    for back in (False, True):
        history.note_skipped(RunId(1), 4, 9, back=back)
        history.note_skipped(RunId(1), 9, 14, back=back)
    history.note_played(RunId(1), 20, "")
    history.begin_run(RunId(2), "thanks")
    told = history.find_heard(RunId(2))
    assert (told.text, told.whole) == ("One. Two. Six. Four.", True)


def test_later_runs_are_not_history():
    assert asked("one", "two", "three").before(RunId(2)) == said("one")


def test_it_is_bounded_by_count_and_by_length():
    history = asked(*(str(n) for n in range(1, 500)))
    assert len(history.before(RunId(999))) == EXCHANGES
    history.begin_run(RunId(1000), "x" * CHARACTERS)
    history.begin_run(RunId(1001), "y")
    assert history.before(RunId(1002)) == said("y")


def test_what_is_unknown_changes_nothing():
    history = asked("one")
    history.wrote(RunId(7), "what")
    history.note_played(RunId(7), 1, "")
    history.cancel_run(RunId(7))
    assert history.before(RunId(9)) == said("one")


def test_L3_a_talk_that_goes_on_stands_before_all_and_is_untold_until_something_was_answered():
    talk = (Message("person", "what time is it"), Message("assistant", "It is"))
    history = History(talk)
    history.begin_run(RunId(1), "go on")
    assert (history.before(RunId(1)), history.untold(RunId(1))) == (talk, talk)
    history.cancel_run(RunId(1))
    history.begin_run(RunId(2), "go on then")
    assert history.untold(RunId(2)) == talk, "nothing was answered"
    history.wrote(RunId(2), "Noon.")
    history.begin_run(RunId(3), "thanks")
    assert history.untold(RunId(3)) == ()
    assert tuple(history.before(RunId(3)))[:2] == talk


KEY = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
EAR = ConnectionId(1)


def test_R2_what_a_live_model_is_told_of_the_talk_has_no_secret_that_a_brain_has_written():
    hidden = HiddenSecrets()
    wrote = hidden.event(e.BrainWrote(RunId(1), f"Your token is {KEY}."))
    assert wrote.text == "Your token is [secret 1]."
    told = c.GiveContext(EAR, f"You said: {wrote.text}")
    assert hidden.command(To.EAR, told) == told
    assert hidden.command(To.EAR, c.AskEar(EAR, "Use [secret 1].")).text == f"Use {KEY}."
