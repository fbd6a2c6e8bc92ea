"""How a served session ends: with a code and a reason that says why, and with nothing after it."""

import pytest

from server.rig import END, LIVE_38, SOUND, START, Rig, setup
from solovox.server import served_events as h
from solovox.server.options import ServerOptions
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live.parts import Content, Part


def test_V9_go_away_and_then_the_end():
    rig = Rig(ServerOptions(go_away_ms=1_000, limit_ms=3_000)).pass_time()
    assert rig.order == "SW"
    assert rig.messages[-1].go_away.time_left == "2s"
    assert rig.now == 3_000
    assert rig.close == (1011, "Deadline expired before operation could complete.")


def test_V9_a_limit_without_a_warning_and_a_warning_without_a_limit():
    assert Rig(ServerOptions(limit_ms=3_000)).pass_time().order == "S"
    told = Rig(ServerOptions(go_away_ms=1_000)).pass_time()
    assert (told.order, told.close) == ("SW", None)


def test_V1_V8_an_unknown_handle_is_refused():
    rig = Rig(begin=False)
    rig.tell(h.SetUp(setup(session_resumption=c.SessionResumption(handle="x"))))
    assert rig.close == (1008, "BidiGenerateContent session not found")
    assert rig.order == ""


def test_V8_who_has_lost_the_session_is_closed_with_a_reason():
    rig = Rig().types("Hi").tell(h.TakenOver())
    assert rig.close == (1008, "The operation was aborted: another connection goes on with this session")


@pytest.mark.parametrize(
    ("fields", "happened", "says"),
    [
        ({}, h.SetUp(setup()), "setup comes once"),
        ({}, h.FrameRejected("this is not JSON"), "this is not JSON"),
        ({}, h.AudioReceived("audio/mp3", 10), "audio/pcm"),
        ({}, h.AudioReceived("audio/pcm;rate=1", 10), "1 Hz"),
        ({}, h.MessageReceived(START), "automatic detection disabled"),
        ({}, h.MessageReceived(END), "automatic detection disabled"),
        ({}, h.MessageReceived(c.RealtimeInput(text="x" * 20_001)), "too long"),
        (
            {"model": LIVE_38},
            h.MessageReceived(c.ClientContent(turns=(Content(parts=(Part(text="hi"),)),))),
            "invalid",
        ),
    ],
)
def test_V1_what_is_wrong_closes_with_a_reason(fields, happened, says):
    rig = Rig(**fields).tell(happened)
    assert rig.order == "S"
    assert rig.close[0] == 1007
    assert says in rig.close[1]
    ordered = len(rig.commands)
    assert len(rig.tell(SOUND).types("Hello?").says("Anybody?").pass_time().commands) == ordered
    assert rig.talk.next_deadline is None


@pytest.mark.parametrize("happened", [SOUND, h.MessageReceived(START), h.MessageReceived(c.ClientContent())])
def test_V1_setup_comes_first(happened):
    rig = Rig(begin=False).tell(happened)
    assert rig.order == ""
    assert rig.close == (1007, "Request contains an invalid argument. setup comes first")


@pytest.mark.parametrize("why", ["x" * 500, "ß" * 300, "€\n" * 100])
def test_V1_a_reason_is_one_line_that_a_close_frame_holds(why):
    rig = Rig(begin=False).tell(h.SetUp(setup()), h.FrameRejected(why))
    assert len(rig.close[1].encode()) <= 123
    assert "\n" not in rig.close[1]
