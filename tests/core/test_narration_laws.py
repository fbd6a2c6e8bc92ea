"""What is said, and how much of it was heard: laws N1 to N5."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.scene import SECOND, Scene, of, read
from solovox.core import events as ev
from solovox.core.commands import AskBrain, CueKind, Read, ShowText, TellPlayed, TellSkipped
from solovox.core.policy import Limits, Policy
from solovox.core.speaking.reading import Piece, Reading
from solovox.core.units import MIC, AudioSpan, InputMeans, Instant, ReadId, RunId

pytestmark = pytest.mark.slow

STORY = ("Well, ", "once there was a king. ", "He had a voice. ", "It was one. ", "The end.")


def test_N1_reads_grow_from_a_clause_to_a_sentence_to_all_that_waits():
    scene = Scene()
    scene.say("tell me a story")
    out = scene.write(1, *STORY)
    assert read(out) == ["Well,"]
    assert read(scene.sound(1, 240, end=True)) == ["once there was a king."]
    assert read(scene.sound(2, 240, end=True)) == ["He had a voice. It was one. The end."]


def test_N1_one_mouth_no_read_before_the_last_was_rendered():
    scene = Scene()
    scene.say("tell me a story")
    scene.write(1, *STORY)
    assert read(scene.sound(1, SECOND) + scene.played(1, SECOND) + scene.wait(3_000)) == []
    assert read(scene.do(ev.ReadFailed(ReadId(1), "no voice"))) == ["once there was a king."]


def test_N1_of_two_reads_that_were_cut_one_goes_on_and_the_other_waits():
    scene = Scene()
    scene.do(ev.Typed("tell me"))
    scene.write(1, "Once there was a king.")
    scene.sound(1, SECOND, 10)
    scene.say("status", 500)
    scene.flushed(1, SECOND // 2)
    scene.sound(2, SECOND, 10)
    scene.speak(300)
    scene.flushed(2, SECOND // 2)
    span = AudioSpan(MIC, scene.mic - 4_800, 4_800)
    out = scene.do(ev.LocalTranscript(span, "", final=True))
    assert len(read(out)) == 1


def test_N2_the_text_is_shown_whole_whatever_is_said():
    scene = Scene()
    scene.say("show me the code")
    scene.do(ev.BrainWrote(RunId(1), "Here:\n```py\nx = 1\n``"), ev.BrainWrote(RunId(1), "`\n"))
    scene.do(ev.BrainOffered(RunId(1), "Here: Python code of one line, on screen.", 22))
    assert "".join(c.text for c in of(ShowText, scene.all)) == "Here:\n```py\nx = 1\n```\n"
    assert read(scene.all) == ["Here: Python code of one line, on screen."]


def test_N3_the_first_piece_is_read_in_the_step_that_brings_it():
    scene = Scene()
    scene.say("tell me a story")
    scene.do(ev.BrainWrote(RunId(1), "Well, once"))
    out = scene.do(ev.BrainOffered(RunId(1), "Well,", 6))
    assert of(Read, out) == [Read(ReadId(1), "Well,")]


def test_N4_the_brain_is_told_the_words_that_were_played():
    scene = Scene()
    scene.say("tell me a story")
    scene.write(1, "Well, ", "once there was a king. ", finish=False)
    scene.sound(1, SECOND, len("Well,"), end=True)
    scene.sound(2, 2_400, len("once there"))
    scene.sound(2, 2_400, len("once there was a ki"))
    scene.do(ev.SpeechConfirmed(scene.mic))
    told = of(TellPlayed, scene.flushed(1, SECOND) + scene.flushed(2, 4_800))
    assert told == [TellPlayed(RunId(1), 6, ""), TellPlayed(RunId(1), 6, "once there was a")]


@pytest.mark.parametrize(
    ("end", "heard"), [("”", 12), ('."', 13), (".”) Then", 14), ("", 11), ("ne", 8), ("-2", 8)]
)
def test_N4_a_word_is_heard_whole_though_nothing_is_known_of_the_signs_behind_it(end, heard):
    text = f"Say: “go on{end}"
    piece = Piece(RunId(1), text, 0, len(text))
    marks = ((SECOND, len("Say: “go on")),)
    reading = Reading(ReadId(1), Instant(0), pieces=(piece,), marks=marks)
    assert reading.count_heard(SECOND) == heard


def test_N4_of_what_waited_behind_a_cut_read_nothing_was_heard():
    scene = Scene()
    scene.say("tell me a story")
    scene.write(1, "Once there was a king. ", "He had a crown. ")
    scene.sound(1, SECOND, len("Once there"))
    scene.sound(1, SECOND, len("Once there was a king."), end=True)
    scene.sound(2, SECOND, len("He had a crown."), end=True)
    scene.do(ev.SilenceAsked(InputMeans.KEY))
    told = of(TellPlayed, scene.flushed(1, SECOND) + scene.flushed(2, 0))
    assert told == [TellPlayed(RunId(1), 0, "Once there")]


def test_N4_the_next_ask_waits_for_what_was_played():
    scene = Scene()
    scene.say("tell me a story")
    scene.write(1, "Once there was a king.", finish=False)
    scene.sound(1, SECOND)
    span = AudioSpan(MIC, scene.mic, 16_000)
    scene.do(ev.SpeechConfirmed(scene.mic), ev.SpeechEnded(span))
    assert of(AskBrain, scene.do(ev.LocalTranscript(span, "what is next", True))) == []
    out = scene.flushed(1, 2_400)
    order = [type(c) for c in out if isinstance(c, TellPlayed | TellSkipped | AskBrain)]
    assert order == [TellPlayed, TellSkipped, AskBrain]


WORDS = st.lists(st.text("abc", min_size=1, max_size=6), min_size=1, max_size=8)


@given(WORDS, st.lists(st.tuples(st.integers(1, 50), st.integers(0, 60)), max_size=6), st.integers(0, 400))
def test_N4_what_was_heard_ends_with_a_word_and_was_marked(words, marks, played):
    text, ends, reached, total, top = " ".join(words), [], [], 0, 0
    for samples, said_to in marks:
        total, top = total + samples, max(top, min(said_to, len(text)))
        ends.append(total)
        reached.append(top)
    piece = Piece(RunId(1), text, 0, len(text))
    marks = tuple(zip(ends, reached, strict=True))
    reading = Reading(ReadId(1), Instant(0), pieces=(piece,), marks=marks)
    heard = reading.count_heard(played)
    limit = max([mark for end, mark in zip(ends, reached, strict=True) if end <= played], default=0)
    assert not any(map(str.isalnum, text[limit:heard]))
    assert heard in (0, len(text)) or text[heard] == " "


def test_N5_nothing_is_read_that_no_brain_offered():
    scene = Scene()
    scene.say("what time is it")
    scene.do(ev.BrainWrote(RunId(1), "It is noon."), ev.BrainFinished(RunId(1)))
    scene.wait(10_000)
    assert read(scene.all) == []


def test_an_answer_beyond_the_limit_is_cut_off_and_says_so():
    scene = Scene(Policy(limits=Limits(answer_chars=100), own_words=False))
    scene.say("recite the dictionary")
    scene.do(ev.BrainOffered(RunId(1), "Aardvark.", 9), ev.BrainWrote(RunId(1), "a" * 101))
    assert [type(c).__name__ for c in scene.all][-2:] == ["CancelRun", "ShowFailure"]
    scene.sound(1, SECOND, end=True)
    assert [c.kind for c in scene.played(1, SECOND) if hasattr(c, "kind")] == [CueKind.FAILED]


def test_a_megabyte_is_shown_whole_and_read_in_pieces_of_a_bounded_size():
    scene = Scene()
    scene.say("recite the dictionary")
    scene.write(1, *(["word " * 20] * 10_000))
    assert sum(len(c.text) for c in of(ShowText, scene.all)) == 1_000_000
    for number in range(1, 20):
        out = scene.sound(number, 10, end=True)
        assert all(len(said) <= 600 for said in read(out))
