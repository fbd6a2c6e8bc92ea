"""A promise that no adapter can break says nothing: beside each test of a suite stands an adapter that turns it red."""

import asyncio
import contextlib
import math

import pytest

from contracts import ears, keepers, narrators, pages, project_stores, recognisers, speech_parts, stores
from contracts.clips import QUESTION
from contracts.ears import PlainEar
from contracts.narrators import PlainNarrator
from contracts.pages import PageSurface
from solovox.shell.clock import LoopClock, run
from solovox.testing.contracts_ear import EarContract
from solovox.testing.contracts_keeping import ClockContract, JournalContract, SoundContract
from solovox.testing.contracts_narrator import NarratorContract
from solovox.testing.contracts_projects import ProjectStoreContract
from solovox.testing.contracts_recogniser import RecogniserContract
from solovox.testing.contracts_speech import (
    ActivityContract,
    TranscriberContract,
    TurnContract,
    VoiceContract,
    WakeContract,
)
from solovox.testing.contracts_store import StoreContract
from solovox.testing.contracts_surface import SurfaceContract
from solovox.testing.memory_projects import ProjectsInMemory
from solovox.testing.memory_sound import MemorySound
from solovox.testing.memory_store import KeptInMemory


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


class Made:
    """A suite over what `made` makes."""

    speech = QUESTION

    def fresh(self):
        return self.made()


class Recognisers(RecogniserContract):
    speech, made = QUESTION, recognisers.Plain

    @contextlib.asynccontextmanager
    async def fresh(self):
        yield self.made()


class Voices(Made, VoiceContract):
    made = speech_parts.Voice


class Transcribers(Made, TranscriberContract):
    words, made = "time", speech_parts.Transcriber


class Activities(Made, ActivityContract):
    made = speech_parts.Activity


class Turns(Made, TurnContract):
    made = speech_parts.Turn


class Wakes(Made, WakeContract):
    made = speech_parts.Wake


class Journals(JournalContract):
    made = keepers.Kept

    @contextlib.asynccontextmanager
    async def fresh(self):
        yield self.made()

    def survives(self, journal):
        return [(at, event) for at, event, _ in journal.entries[: None if journal.closed else journal.synced]]

    def sound_kept(self, journal, stream):
        return bytes(journal.pcm)


class Sounds(SoundContract):
    made = MemorySound

    def fresh(self):
        return contextlib.nullcontext(self.made())


class Clocks(Made, ClockContract):
    made = LoopClock


class ProjectStores(ProjectStoreContract):
    made = project_stores.Plain

    @contextlib.contextmanager
    def fresh(self):
        kept = ProjectsInMemory()
        yield lambda: self.made(kept, self.most, self.most_versions)


class Stores(StoreContract):
    made = stores.Plain

    @contextlib.contextmanager
    def fresh(self):
        kept = KeptInMemory()
        yield lambda: self.made(kept, self.most)


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
    Recognisers: {
        "each_utterance_has_one_final_transcript_of_its_span": [
            recognisers.FinalsTwice,
            recognisers.NoFinals,
        ],
        "an_utterance_is_told_from_onset_to_words_and_lies_in_the_sound": [
            recognisers.NeverConfirms,
            recognisers.CountsFromElsewhere,
        ],
        "silence_gives_nothing": [recognisers.HearsThings],
        "sound_that_stops_ends_what_is_being_said": [recognisers.NeverStops],
        "a_hole_ends_what_is_being_said_and_the_rest_is_heard_where_it_is": [recognisers.FillsHoles],
        "what_is_fed_at_once_is_refused_or_heard_and_never_lost": [recognisers.Loses],
        "the_end_of_the_sound_is_the_end_of_the_utterance": [recognisers.FinishesNothing],
        "cancelled_in_the_midst_of_speech_it_leaves_nothing": [recognisers.LeavesATask],
    },
    Voices: {
        "it_gives_whole_samples_that_can_be_heard": [speech_parts.Odd, speech_parts.Mute],
        "it_speaks_about_as_fast_as_people_do": [speech_parts.Hasty],
        "said_to_never_falls_and_ends_at_the_length_of_the_text": [
            speech_parts.Short,
            speech_parts.Backwards,
        ],
        "its_sound_comes_piece_by_piece": [speech_parts.Whole],
        "a_text_that_is_given_up_leaves_nothing_behind": [speech_parts.Remembers],
        "an_empty_text_has_no_sound": [speech_parts.Hums],
        "a_text_without_words_is_over": [speech_parts.Skips],
        "it_is_slower_and_faster_if_it_is_told_to": [speech_parts.Steady],
        "the_same_text_sounds_the_same": [speech_parts.Dice],
    },
    Transcribers: {
        "speech_has_its_words_as_they_are_written": [speech_parts.Unmarked],
        "what_has_no_words_has_empty_text": [speech_parts.Dreams],
        "its_confidence_is_a_probability": [speech_parts.Sure],
        "it_takes_a_minute": [speech_parts.Brief],
        "it_remembers_nothing": [speech_parts.Recalls],
    },
    Activities: {
        "it_gives_a_probability_for_each_frame": [speech_parts.Decibels],
        "silence_is_no_speech_and_speech_is": [speech_parts.Always],
        "a_frame_of_another_length_is_refused": [speech_parts.AnyFrame],
        "reset_forgets": [speech_parts.NeverForgets],
    },
    Turns: {
        "sound_of_any_length_has_a_probability": [speech_parts.Percent],
        "it_remembers_nothing": [speech_parts.Tires],
    },
    Wakes: {
        "it_reads_the_phrase_as_whole_words": [speech_parts.AnyPart],
        "it_reads_no_phrase_in_the_middle_of_a_sentence": [speech_parts.AnyPlace],
        "it_hears_the_phrase_once_and_nothing_else": [speech_parts.HearsIt],
        "no_sound_is_no_phrase": [speech_parts.HearsNothingness],
    },
    Journals: {
        "what_was_appended_before_sync_survives_a_killed_process": [keepers.NeverSyncs],
        "what_was_appended_is_kept_in_order_to_the_end": [keepers.LosesTheEnd, keepers.Backwards],
        "appending_never_waits": [keepers.Waits],
        "two_may_sync_at_once": [keepers.OneAtATime],
        "sound_is_kept_at_its_place_and_a_hole_is_silence": [keepers.Joins],
        "it_closes_twice": [keepers.ClosesOnce],
        "an_empty_one_closes": [keepers.NeedsAnEntry],
    },
    Sounds: {
        "spans_follow_one_another_and_keep_their_bytes": [keepers.Renumbers],
        "a_span_may_be_any_part_of_a_stream": [keepers.WholeSpans],
        "streams_do_not_know_one_another": [keepers.OneStream],
        "what_was_never_put_is_a_key_error": [keepers.Short],
        "what_is_forgotten_is_a_key_error_and_the_rest_is_there": [keepers.NeverForgets],
        "half_a_sample_is_refused": [keepers.TakesHalves],
    },
    Clocks: {
        "it_begins_at_nothing_and_counts_whole_milliseconds": [keepers.Seconds],
        "sleep_until_never_returns_early": [keepers.Early],
        "what_is_over_is_not_waited_for": [keepers.AlwaysSleeps],
        "it_never_falls": [keepers.Falls],
        "a_wait_can_be_cancelled": [keepers.Stubborn],
    },
    Stores: {
        "what_is_added_is_kept_to_the_byte": [stores.TextsOnly],
        "they_are_in_the_order_of_their_times_and_then_as_they_were_added": [stores.NewestFirst],
        "one_id_is_kept_once_as_it_was_first": [stores.LastOfAnId],
        "one_content_is_kept_once_whatever_its_id_and_time": [stores.AllContents, stores.WordsOnly],
        "an_edit_stands_in_the_place_of_what_was_there": [stores.EditsOnce],
        "an_edit_that_cannot_be_changes_nothing": [stores.EditsAnything],
        "what_is_removed_is_gone_and_may_come_again": [stores.Hides],
        "what_is_wrong_is_refused_and_the_rest_stays": [stores.TakesAnything],
        "more_than_there_is_room_for_is_refused_and_nothing_is_dropped": [stores.DropsTheOldest],
        "a_setting_is_what_it_was_set_to_last": [stores.FirstSetting, stores.EmptyIsUnset],
        "what_one_has_written_the_other_reads": [stores.Caches],
        "what_was_written_is_there_when_it_is_opened_again": [stores.Forgets],
        "many_threads_may_use_it_at_once": [stores.OfOneThread],
        "it_closes_twice": [stores.ClosesOnce],
    },
    ProjectStores: {
        "a_new_project_has_no_files": [project_stores.BornWithAFile],
        "they_are_listed_the_newest_first": [project_stores.OldestFirst],
        "what_is_saved_is_kept_to_the_letter": [project_stores.Tidies],
        "versions_are_listed_the_oldest_first_without_their_files": [project_stores.ListsFiles],
        "undone_and_done_again": [project_stores.UndoesForGood],
        "a_version_on_an_undone_one_takes_its_place_and_not_its_number": [project_stores.CountsAgain],
        "the_oldest_versions_make_room": [project_stores.KeepsAll],
        "a_project_is_renamed_and_keeps_the_rest": [project_stores.ForgetsByItsName],
        "its_tools_are_those_that_were_set_each_once": [project_stores.ToolsTwice],
        "what_is_removed_is_gone_with_its_versions": [project_stores.Hides],
        "what_is_not_there_is_refused": [project_stores.MakesWhatIsAsked],
        "a_name_is_one_line": [project_stores.AnyName],
        "too_much_is_refused_and_the_rest_stays": [project_stores.DropsTheRest],
        "what_one_has_written_the_other_reads": [project_stores.Caches],
        "what_was_written_is_there_when_it_is_opened_again": [project_stores.Forgets],
        "the_highest_number_of_a_job_is_kept": [
            project_stores.KeepsTheLastJob,
            project_stores.ForgetsWhatAJobIsToDo,
            project_stores.KeepsWhatHasEnded,
        ],
        "many_threads_may_use_it_at_once": [project_stores.OfOneThread],
        "it_closes_twice": [project_stores.ClosesOnce],
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
