"""A promise that no adapter can break says nothing: beside each test of a suite stands an adapter that turns it red."""

import asyncio
import contextlib
import math

import pytest

from contracts import ears, narrators, pages
from contracts.ears import PlainEar
from contracts.narrators import PlainNarrator
from contracts.pages import PageSurface
from solovox.shell.clock import run
from solovox.testing.contracts_ear import EarContract
from solovox.testing.contracts_narrator import NarratorContract
from solovox.testing.contracts_surface import SurfaceContract


class Surfaces(SurfaceContract):
    made = PageSurface

    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        surface = self.made(sound)
        yield surface, surface.pages[0]


class Narrators(NarratorContract):
    made = PlainNarrator

    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        yield self.made(sound)

    @contextlib.asynccontextmanager
    async def failing(self, sound):
        narrator = self.made(sound)
        narrator.unsaid = "four"
        yield narrator


class Ears(EarContract):
    made = PlainEar

    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        ear = self.made(sound)
        yield ear, ear.model


BROKEN = {
    Surfaces: {
        "it_closes_though_it_never_ran": [pages.HangsAtItsEnd],
        "cancelled_at_any_moment_it_leaves_nothing": [pages.LeavesATask],
        "perform_never_waits_for_what_it_tells": [pages.TellsInPerform],
        "it_joins_before_it_tells_anything_else": [pages.JoinsSecond],
        "cancelled_it_leaves_nothing": [pages.LeavesATask],
        "what_is_said_is_captured_to_the_sample": [pages.Louder],
        "captured_spans_follow_one_another_from_the_first_sample": [pages.LosesSamples],
        "a_muted_microphone_gives_silence_not_nothing": [pages.StopsWhenMuted],
        "reads_are_played_whole_and_in_order_and_counted": [pages.NewestFirst, pages.TakesBytesLate],
        "a_ducked_voice_is_counted_like_any_other": [pages.CountsOnlyLoud],
        "a_flush_is_answered_at_once_and_nothing_of_that_read_plays_after": [pages.GoesOnAfterAFlush],
        "after_a_flush_the_next_read_is_played": [pages.FlushesEverything],
        "a_flush_of_a_read_that_never_sounded_is_answered_too": [pages.FlushesWhatItKnows],
        "what_is_shown_is_taken_and_blocks_nothing": [pages.WaitsForAPage],
        "while_it_is_gone_it_tells_nothing_and_then_it_joins_again": [
            pages.ListensWhileGone,
            pages.NeverComesBack,
        ],
        "a_second_far_end_takes_nothing_from_the_first": [pages.OneAtATime, pages.AllLeave],
    },
    Narrators: {
        "it_closes_though_it_never_ran": [narrators.HangsAtItsEnd],
        "cancelled_at_any_moment_it_leaves_nothing": [narrators.LeavesATask],
        "perform_never_waits_for_what_it_tells": [narrators.TellsInPerform],
        "a_read_is_told_whole_without_holes_and_ends_once": [
            narrators.EndsTwice,
            narrators.NeverEnds,
            narrators.HasHoles,
            narrators.IsSilent,
        ],
        "each_read_has_a_stream_of_its_own": [narrators.HasOneStream],
        "said_to_never_falls_and_leaves_no_word": [narrators.CountsBackwards, narrators.StopsCounting],
        "after_a_cancel_nothing_of_that_read_is_told": [narrators.GoesOn],
        "a_read_that_is_cancelled_before_its_turn_is_never_told": [narrators.CannotTakeBack],
        "cancelling_what_is_over_or_never_was_does_nothing": [narrators.KnowsOnlyItsOwn],
        "one_read_is_over_before_the_next_begins": [narrators.AllAtOnce],
        "an_empty_text_and_one_without_words_end": [narrators.WaitsForWords],
        "a_read_that_fails_says_why_in_one_line_and_the_next_is_read": [
            narrators.Breaks,
            narrators.SaysWhyAtLength,
        ],
    },
    Ears: {
        "it_closes_though_it_never_ran": [ears.HangsAtItsEnd],
        "cancelled_at_any_moment_it_leaves_nothing": [ears.LeavesATask],
        "perform_never_waits_for_what_it_tells": [ears.TellsInPerform],
        "each_connection_that_is_asked_for_opens_under_its_id": [ears.OpensAsTheFirst],
        "one_that_is_refused_is_lost_and_says_why_in_one_line": [ears.TriesForEver, ears.SaysWhyAtLength],
        "one_that_breaks_is_lost_once_and_the_next_opens": [ears.LostTwice],
        "of_a_connection_that_is_closed_nothing_is_told_but_sound": [ears.TellsAfterClosing],
        "a_connection_that_is_replaced_is_not_heard_of_again": [ears.KeepsTheOld],
        "it_can_be_left_in_every_state": [ears.LeavesATaskWhenClosed],
        "the_microphone_arrives_in_order_and_once": [ears.SendsTwice],
        "what_the_model_hears_is_told_word_for_word": [ears.Trims],
        "its_own_sound_is_told_as_spans_without_holes": [ears.HasHoles],
        "a_call_is_answered_once_and_on_its_own_connection": [ears.AnswersAgain],
        "what_it_is_told_arrives": [ears.TellsNothing],
        "commands_for_a_connection_that_is_over_do_nothing": [
            ears.AnyConnection,
            ears.ClosesWhateverIsOpen,
        ],
    },
}
ROWS = [
    (suite, test, one) for suite, rows in BROKEN.items() for test, broken in rows.items() for one in broken
]


def outcome(suite, test, made):
    """The error with which a test of a suite ends, over an adapter; or None."""
    over = type("Over", (suite,), {"made": staticmethod(made)})()

    async def main():
        async with asyncio.timeout(1_000):
            said = getattr(over, f"test_{test}")()
            if said is not None:
                await said

    try:
        run(main(), math.inf)
    except Exception as error:  # noqa: BLE001 - whatever turns it red
        return error
    return None


@pytest.mark.parametrize(
    ("suite", "test", "broken"), ROWS, ids=[f"{test} {one.__name__}" for _, test, one in ROWS]
)
def test_an_adapter_that_breaks_a_promise_turns_its_test_red(suite, test, broken):
    assert outcome(suite, test, suite.made) is None
    assert outcome(suite, test, broken) is not None


@pytest.mark.parametrize("suite", BROKEN)
def test_every_promise_is_broken_by_somebody(suite):
    assert {f"test_{test}" for test in BROKEN[suite]} == {
        one for one in dir(suite) if one.startswith("test_")
    }
