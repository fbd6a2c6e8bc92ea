"""What speech cuts that turns out to say nothing: the answer is said on (law V3)."""

import re

import pytest

from server.rig import LIVE_38, SAMPLES, Rig, function, tools
from solovox.core.events import LocalTranscript, OnsetFaded, SpeechEnded
from solovox.core.units import AudioSpan, StreamId
from solovox.server import served_commands as o
from solovox.server import served_events as h
from solovox.server.options import ServerOptions
from solovox.wire.gemini_live import client_frames as c

STORY = "Tell me a long story about the sea"
ANSWER = f"You said {STORY}"
AT = 900
"""When the person makes a sound: 14 characters were heard, so "me" sounds."""
REST = "me a long story about the sea"


def interrupted(at=AT, **fields):
    rig = Rig(ServerOptions(), **fields).types(STORY).pass_time(at)
    return rig.begins(at=at)


@pytest.mark.parametrize("words", ["", "  ", "Mm-hm.", "Hmm.", "Uh-huh."])
def test_V3_a_sound_that_says_nothing_cuts_no_answer_short(words):
    rig = interrupted()
    assert rig.order.endswith("I(EU)R"), "the voice stops at once, as for any speech"
    before = len(rig.said)
    rig.ends(words).pass_time()
    assert rig.said[before:] == REST
    assert rig.order.count("G(EU)") == 1
    assert [one.words for one in rig.thought] == [STORY], "nothing is asked twice, and the nod not at all"
    assert rig.heard.strip() == words.strip(), "but it is transcribed"


def test_V3_an_onset_that_was_confirmed_and_fades_cuts_no_answer_short():
    rig = interrupted()
    before = len(rig.said)
    rig.tell(OnsetFaded(0)).pass_time()
    assert rig.said[before:] == REST


def test_V3_words_end_the_answer_for_good():
    rig = interrupted().ends("And the mountains?").pass_time()
    assert [one.words for one in rig.thought] == [STORY, "And the mountains?"]
    assert rig.order.count("I") == 1
    assert rig.said.endswith("You said And the mountains?")
    assert o.AbandonTurn(1) in rig.commands, "its brain is stopped"


@pytest.mark.parametrize("nods", [1, 3])
def test_V3_nod_after_nod_the_whole_is_heard(nods):
    rig, at = interrupted(), AT
    for _ in range(nods - 1):
        rig.ends("Mm-hm.").pass_time(at := at + 700)
        rig.begins(at=at)
    rig.ends("").pass_time()
    assert re.fullmatch(rf"S(O*A)+(I\(EU\)RH*0?(O*A)+G?){{{nods}}}\(EU\)R", rig.order)
    assert rig.said.endswith("the sea")
    assert rig.close is None


def test_V3_a_nod_and_then_words_are_one_interruption():
    rig = interrupted()
    rig.ends("Mm-hm.").begins().ends("Stop.").pass_time()
    assert [one.words for one in rig.thought] == [STORY, "Stop."]


def test_V3_words_that_are_known_while_the_person_speaks_again_end_it_for_good():
    rig, span = interrupted(), AudioSpan(StreamId("mic"), 0, 16_000)
    rig.tell(SpeechEnded(span)).begins().tell(LocalTranscript(span, "Stop.", final=True))
    rig.ends("").pass_time()
    assert [one.words for one in rig.thought] == [STORY, "Stop."]
    assert rig.said.endswith("You said Stop.")
    assert rig.order.count("G(EU)") == 1


def test_V3_the_brain_writes_on_while_it_is_not_known_what_was_said():
    rig = Rig(ServerOptions(), answers=lambda words: [], speaks=True)
    rig.talk.handle(0, h.MessageReceived(c.RealtimeInput(text=STORY)))
    rig.tell(h.AnswerTextReady(1, "Once upon")).pass_time(100)
    rig.begins(at=200)
    rig.tell(h.AnswerTextReady(1, "a time."))
    assert o.AbandonTurn(1) not in rig.commands
    rig.ends("")
    rig.tell(h.AnswerTextReady(1, "The end."), h.AnswerEnded(1)).pass_time()
    assert rig.said.endswith("Once upon a time. The end.")
    assert rig.order.endswith("G(EU)R")


def test_V3_a_brain_that_fails_meanwhile_ends_the_connection():
    rig = Rig(ServerOptions())
    rig.talk.handle(0, h.MessageReceived(c.RealtimeInput(text=STORY)))
    rig.begins(at=200).tell(h.AnswerFailed(1, "no model"))
    assert rig.close == (1011, "The service is currently unavailable. no model")


def test_V3_a_choice_that_was_cut_is_made_again():
    declared = tools(function("a"), function("b"))
    rig = Rig(ServerOptions(), tools=declared)
    rig.talk.handle(0, h.MessageReceived(c.RealtimeInput(text=STORY)))
    rig.begins(at=200).ends("Mm-hm.").pass_time()
    chosen = [one for one in rig.commands if isinstance(one, o.ChooseTool)]
    assert [one.words for one in chosen] == [STORY]
    assert rig.said == ANSWER


def test_V3_V5_a_call_that_was_cut_is_cancelled_and_not_made_again():
    rig = Rig(ServerOptions(), tools=tools(function())).types(STORY)
    rig.begins(at=200).ends("").pass_time()
    assert len(rig.calls) == 1
    assert "IK(EU)" in rig.order


@pytest.mark.parametrize("typed", ["Something else", ""])
def test_V3_typed_text_ends_it_for_good(typed):
    rig = interrupted()
    rig.types(typed).ends("").pass_time()
    assert len(rig.thought) == 2
    assert rig.order.count("G(EU)") == 1


def test_V3_what_was_heard_whole_is_not_said_again():
    rig = interrupted(at=len(ANSWER) * SAMPLES // 24 + 1)
    assert rig.order.endswith("GI(EU)R")
    rig.ends("").pass_time()
    assert rig.said == ANSWER
    assert rig.order.count("E") == 1


def test_V3_families_that_begin_with_an_empty_content_do_so_again():
    rig = interrupted(model=LIVE_38).ends("Mm-hm.").pass_time()
    assert re.fullmatch(r"S0(\(AO\)|A)+I\(EU\)RH0(\(AO\)|A)+G\(EU\)R", rig.order)


def test_V6_speech_that_cuts_nothing_is_answered_though_it_is_a_nod():
    rig = Rig(ServerOptions()).says("Mm-hm.").pass_time()
    assert [one.words for one in rig.thought] == ["Mm-hm."]
