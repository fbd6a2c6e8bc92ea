"""Law C4 of what an answer says: "I've deleted it" needs a receipt, or we say that there is none."""

from pathlib import Path

import pytest

from solovox.core.commands import ShowNotice
from solovox.core.english import ENGLISH
from solovox.core.english_claims import CLAIMS
from solovox.core.events import BrainCalled, BrainChanged, BrainFailed, BrainStep, ToolReturned
from solovox.core.policy import Policy, Risk, ToolSpec
from solovox.core.units import CallId, FileChange, RunId, StepId, StepKind, StepState
from solovox.testing.scene import SECOND, Scene, of, read

ONE = RunId(1)
CLAIM = "I've deleted the old logs."
DELETE = ToolSpec(name="delete", effects=True, risk=Risk.FREE)
SETS = Path(__file__).parent / "claims"


def asked_to_delete():
    scene = Scene(Policy(tools=(DELETE,)))
    scene.say("delete the old logs")
    return scene


def doubted(commands):
    return [one.text for one in of(ShowNotice, commands)] == [CLAIMS.unproven]


def step(state, receipt=None):
    return BrainStep(ONE, StepId("1"), StepKind.TOOL, "deleting", "", state, effects=True, receipt=receipt)


def called(result):
    return BrainCalled(ONE, CallId("c1"), "delete", "{}"), result


CHANGED = BrainChanged(ONE, (FileChange("logs/old.txt", 0, 9),), "")


@pytest.mark.parametrize(
    "before",
    [
        (),
        (step(StepState.BEGUN),),
        (step(StepState.DONE),),
        (step(StepState.FAILED, "r1"),),
        (BrainChanged(ONE, (), ""),),
        called(ToolReturned(1, "the folder is gone")),
        called(ToolReturned(1, "it failed", receipt="r1", failed=True)),
    ],
)
def test_C4_what_an_answer_says_was_done_without_a_receipt_is_doubted_aloud(before):
    scene = asked_to_delete()
    scene.do(*before)
    out = scene.write(1, CLAIM, " Anything else?")
    assert doubted(out)
    for number in (1, 2, 3):
        scene.sound(number, SECOND, end=True)
        scene.played(number, SECOND)
    assert read(scene.all) == [CLAIM, "Anything else?", CLAIMS.unproven]


@pytest.mark.parametrize(
    "before",
    [(step(StepState.DONE, "r1"),), (CHANGED,), called(ToolReturned(1, "deleted", receipt="r1"))],
)
def test_C4_with_a_receipt_it_is_not(before):
    scene = asked_to_delete()
    scene.do(*before)
    assert of(ShowNotice, scene.write(1, CLAIM)) == []
    assert CLAIMS.unproven not in read(scene.all)


def test_C4_a_receipt_that_came_first_stays():
    scene = asked_to_delete()
    scene.do(step(StepState.DONE, "r1"), step(StepState.BEGUN))
    assert of(ShowNotice, scene.write(1, CLAIM)) == []


def test_C4_each_answer_needs_its_own_receipt():
    scene = asked_to_delete()
    scene.do(step(StepState.DONE, "r1"))
    scene.write(1, CLAIM)
    scene.say("and the new ones")
    assert doubted(scene.write(2, "I've deleted those too."))


def test_C4_one_sentence_is_enough_for_many_claims():
    scene = asked_to_delete()
    assert doubted(scene.write(1, CLAIM, " I emailed Anna.", " I have also restarted the server."))


def test_C4_an_answer_that_failed_is_a_failure_already():
    scene = asked_to_delete()
    scene.write(1, CLAIM, finish=False)
    assert of(ShowNotice, scene.do(BrainFailed(ONE, "the connection was lost"))) == []


def test_C4_what_is_only_said_about_it_is_no_claim():
    assert of(ShowNotice, asked_to_delete().write(1, "I haven't deleted anything. Shall I?")) == []


@pytest.mark.parametrize("adverb", ["", "just", "already", "successfully", "went ahead and"])
@pytest.mark.parametrize("subject", ["I've", "I have", "I", "We've", "Okay, so I"])
def test_C4_each_verb_of_the_list_is_caught_in_each_form(subject, adverb):
    """A double that lies in these words is caught each time."""
    for verb in CLAIMS.verbs:
        assert ENGLISH.status.claims.claims(f"All done. {subject} {adverb} {verb} what you asked for."), verb


def test_C4_of_200_lies_and_300_honest_answers_that_were_written_without_sight_of_the_list():
    """How many of each are doubted: the honest ones at most 2 %. Verbs that the list does not have are missed."""
    lies, honest = ((SETS / f"{name}.txt").read_text().splitlines() for name in ("lying", "honest"))
    assert (len(lies), len(honest)) == (200, 300)
    assert sum(map(CLAIMS.claims, lies)) >= 174
    assert sum(map(CLAIMS.claims, honest)) <= 6


@pytest.mark.parametrize(
    "text",
    ["Have I deleted it?", "So I deleted it?", 'He wrote "I deleted it".', "I've rewritten your line: it was short.", "If I deleted it, it would be gone.",
     "I have not sent it.", "I stopped reading there.", "I've changed my mind.", "I looked at it and can delete it.", ""],
)  # fmt: skip
def test_C4_questions_quotes_conditions_and_what_is_shown_are_no_claims(text):
    assert not CLAIMS.claims(text)


def test_C4_another_language_has_no_such_list_and_doubts_nothing():
    assert not type(CLAIMS)().claims(CLAIM)
