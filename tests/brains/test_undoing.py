"""What a person says to have something given back, and how far; what is said of it (law U2)."""

import asyncio

import pytest

from solovox.acts.hands import Hands
from solovox.acts.undo import Done, UndoLog
from solovox.brains.undoing import DOUBT, may_undo, note, sentence, sounds_like_undo, undo_work
from solovox.lang.en.undoing import UndoAsked, UndoWay, undo_asked
from solovox.ports import Step, Wrote

UNDO, REDO = UndoWay.UNDO, UndoWay.REDO


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Undo that.", UndoAsked(UNDO)),
        ("Please undo the last three changes.", UndoAsked(UNDO, 3)),
        ("undo the last 2", UndoAsked(UNDO, 2)),
        ("Undo everything!", UndoAsked(UNDO, None)),
        ("redo the last two answers", UndoAsked(REDO, 2)),
        ("Redo everything", UndoAsked(REDO, None)),
        ("undo the last commit", None),
        ("undo the last two commits", None),
        ("undo the last 2.5", None),
        ("undo everything in the readme", None),
        ("undo the second change", None),
        ("redo what you did", None),
    ],
)
def test_U2_how_far_to_go_back_is_understood_and_other_words_are_for_the_agent(said, asked):
    assert undo_asked(said) == asked


@pytest.mark.parametrize(
    ("heard", "near"),
    [
        ("And do that.", True),
        ("and do it", True),
        ("And do the last change.", True),
        ("undo that undo that", True),
        ("Do that.", False),
        ("And then do that again.", False),
        ("Redo that.", False),
        ("Go on and do what you said", False),
        ("", False),
    ],
)
def test_U2_what_the_ear_may_have_misheard_is_near_to_an_undo(heard, near):
    assert sounds_like_undo(heard) is near


@pytest.mark.parametrize(
    ("said", "ours"),
    [("Undo that.", True), ("And do that.", True), ("Redo that.", True), ("And the tests?", False)],
)
def test_U2_what_may_be_an_undo_is_no_word_for_the_answer_at_work(said, ours):
    assert may_undo(said) is ours


def test_U2_what_sounds_like_an_undo_is_asked_about_where_there_is_something_to_undo(tmp_path):
    (tmp_path / "work").mkdir()

    async def talk():
        hands = Hands(tmp_path / "work", tmp_path / "state")
        before = undo_work(hands, "And do that.")
        await hands.keep_folder("Write a")
        (tmp_path / "work" / "a").touch()
        await hands.log.after()
        return before, await answered(hands, "And do that."), await answered(hands, "Take that back.")

    nothing, doubted, done = asyncio.run(talk())
    assert (nothing, doubted) == (None, [Wrote(DOUBT)])
    assert done[-1] == Wrote("Undone: Write a. a is as before it.")


async def answered(hands, words):
    return [one async for one in undo_work(hands, words)]


def test_U2_several_answers_are_given_back_in_one_and_that_is_said(tmp_path):
    (tmp_path / "work").mkdir()

    async def talk():
        hands = Hands(tmp_path / "work", tmp_path / "state")
        for n in "abc":
            await hands.keep_folder(f"Write {n}")
            (tmp_path / "work" / n).touch()
            await hands.log.after()
        return [
            await answered(hands, words) for words in ("undo the last two", "undo everything", "undo that")
        ]

    two, rest, none = asyncio.run(talk())
    assert two[-1] == Wrote("Undone: Write c; Write b. b and c are as before these 2 answers.")
    assert [one.receipt for one in rest if isinstance(one, Step)] == [None, "undo 1"]
    assert rest[-1] == Wrote("Undone: Write a. a is as before it.")
    assert none[-1] == Wrote("There is nothing to undo.")
    assert [*(tmp_path / "work").iterdir()] == []


def test_U2_the_agent_is_told_once_of_what_was_undone_by_any_way_and_of_what_was_undone_and_redone_nothing(
    tmp_path,
):
    (tmp_path / "work").mkdir()
    state = tmp_path / "state"

    async def talk():
        hands = Hands(tmp_path / "work", state)
        for n in "abc":
            await hands.keep_folder(f"Write {n}")
            (tmp_path / "work" / n).touch()
            await hands.log.after()
        by_hand = UndoLog(tmp_path / "work", state / "undo")  # as the page and the CLI have it
        await by_hand.turn(undone=True)
        await by_hand.turn(undone=False)
        first = await note(hands.log)
        await by_hand.go_to(1)
        lost, told = [await note(hands.log) for _ in "ab"]
        await by_hand.go_to(2)
        await hands.log.mark_told()
        crossed = await note(hands.log)
        await hands.log.mark_told()
        again = await note(hands.log)
        await by_hand.go_to(0)
        await by_hand.turn(undone=False)
        return first, lost, told, crossed, again, await note(Hands(tmp_path / "work", state).log)

    first, lost, told, crossed, again, last = asyncio.run(talk())
    assert first == again == ""
    assert "Undone: Write c; Write b. b and c are as before these 2 answers." in lost
    assert lost == told, "it was not taken by an agent"
    assert "Redone: Write b. b is as after it." in crossed, "it was redone after the note was read"
    assert "Undone: Write b. b is as before it." in last, "also after a new start"
    assert "Write a" not in last


SAID = [
    (("a.py",), "Undone: Edit a.py. a.py is as before it."),
    ((".git/index", ".git/logs/HEAD"), "Undone: Edit a.py. The repository is as before it."),
    ((".git/HEAD", "a.py"), "Undone: Edit a.py. a.py and the repository are as before it."),
    (("a", "b", "c", "d"), "Undone: Edit a.py. a, b, c and 1 more are as before it."),
    (
        ("a", "b", "c", "d", "sub/.git/x"),
        "Undone: Edit a.py. a, b, c, 1 more and the repository are as before it.",
    ),
]


@pytest.mark.parametrize(("paths", "said"), SAID)
def test_U2_what_was_given_back_is_said_by_names_that_a_person_knows(paths, said):
    assert sentence([Done(1, 0.0, ("Edit a.py",), "", "", paths, True)]) == said
