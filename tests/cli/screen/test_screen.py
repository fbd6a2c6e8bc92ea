"""The screen of `solovox listen`: what it shows of a talk of the real core, and what its keys come to."""

import pytest

from cli.screen.scenes import ANSWER, PATH, QUESTION, WatchedScene, answered, drawn, grave, held, text_of
from solovox.cli.screen.drawing import DARK, LIGHT, Drawing, palette_of
from solovox.cli.screen.keys import NO_CODE, NOTHING_WAITS
from solovox.cli.screen.watched import ENDED, GONE, MUTED, SIGNS
from solovox.core.commands import ShowHeard, TalkState
from solovox.core.events import (
    ConsentDenied,
    ConsentGiven,
    FloorGiven,
    FloorTaken,
    HungUp,
    LocalTranscript,
    SilenceAsked,
    SpeechConfirmed,
    SpeechEnded,
    StopAsked,
    Typed,
)
from solovox.core.units import BEHIND, MIC, AudioSpan, InputMeans, UtteranceId
from solovox.view import View, apply

pytestmark = pytest.mark.slow

KEY = InputMeans.KEY


@pytest.mark.parametrize("columns", [40, 200])
async def test_a_talk_is_shown_whole_at_any_width(columns):
    async with drawn(answered(), columns) as (screen, pilot, _):
        await pilot.pause()
        text = text_of(screen)
    flat = " ".join(text.split())
    for part in (
        QUESTION,
        ANSWER,
        PATH,
        "▶ speaking",
        "“computer”",
        "✓ wrote notes.txt (r-17)",
        "You ",
        "local ",
    ):
        assert part in flat
    assert "after you: asked 0.0 s → text 0.5 s → sound 0.6 s" in flat
    assert "q\u00a0end" in text
    assert max(map(len, text.splitlines())) <= columns


async def test_what_the_chirp_told_stands_where_the_sound_goes():
    scene = WatchedScene()
    async with drawn(scene) as (screen, pilot, _):
        scene.watched.take_measurement("half duplex, the microphone rests")
        await pilot.pause(0.2)
        lines = text_of(screen).splitlines()
    at = next(n for n, line in enumerate(lines) if PATH in line)
    assert "half duplex, the microphone rests" in lines[at + 1]


def test_the_word_that_is_played_is_marked_and_nothing_else():
    scene = answered()
    view = scene.watched.view
    answer = Drawing(DARK, "local").answer(view, view.runs[-1])
    assert answer.plain == ANSWER
    marked = [answer.plain[one.start : one.end] for one in answer.spans if "underline" in str(one.style)]
    assert marked == ["forty-four,"]


def test_A4_what_is_said_behind_the_person_is_not_the_persons():
    heard = ShowHeard(UtteranceId(1), "Rain is expected.", final=True, source=BEHIND)
    shown = Drawing(DARK, "local").talk(apply(View(), heard), 0)
    assert shown.plain == "     further away, not asked: Rain is expected."
    assert {str(one.style) for one in shown.spans} == {str(DARK.faint)}


@pytest.mark.parametrize(
    ("keys", "comes"),
    [
        (["space"], [FloorTaken()]),
        (["space", "space"], [FloorTaken(), FloorGiven()]),
        (["m"], [("muted", True)]),
        (["m", "m"], [("muted", True), ("muted", False)]),
        (["s"], [SilenceAsked(KEY)]),
        (["escape"], [SilenceAsked(KEY)]),
        (["x"], [StopAsked(KEY)]),
        (["ctrl+full_stop"], [StopAsked(KEY)]),
        (["t", "h", "i", "enter"], [Typed("hi")]),
        (["t", "q", "escape", "s"], [SilenceAsked(KEY)]),
        (["t", "enter"], []),
        (["q"], ["end"]),
        (["ctrl+c"], ["end"]),
        (["t", "ctrl+c"], ["end"]),
        (["y"], []),
        (["n"], []),
        (["z"], []),
    ],
)
async def test_each_key_is_an_act(keys, comes):
    async with drawn(WatchedScene()) as (screen, pilot, did):
        await pilot.press(*keys)
        if keys[0] in "yn":
            assert screen.notice == NOTHING_WAITS
    assert did == comes


async def test_A3_a_hold_is_answered_by_key_and_the_yes_is_to_the_whole_text():
    scene = held()
    hold = scene.watched.view.holds[0]
    async with drawn(scene) as (screen, pilot, did):
        text = " ".join(text_of(screen).split())
        assert "? waits for your yes" in text
        assert f"waits for your yes, {(hold.until - scene.at + 999) // 1000} s delete the old branch" in text
        await pilot.press("y", "n", "e")
        await pilot.press("end", *" now", "enter")
    assert did == [
        ConsentGiven(hold.hold, hold.text, KEY),
        ConsentDenied(hold.hold, KEY),
        ConsentGiven(hold.hold, f"{hold.text} now", KEY),
    ]


async def test_A2_a_grave_act_wants_its_code():
    scene = grave()
    hold = scene.watched.view.holds[0]
    async with drawn(scene) as (screen, pilot, did):
        assert f"its code is “{hold.code}”" in text_of(screen)
        await pilot.press("y", *"yes", "enter")
        assert screen.notice == NO_CODE
        assert did == []
        await pilot.press("y", *["space" if one == " " else one for one in hold.code.upper()], "enter")
    assert did == [ConsentGiven(hold.hold, hold.text, KEY)]


async def test_A3_a_yes_that_is_written_is_to_what_waited_then():
    scene = held()
    hold = scene.watched.view.holds[0]
    async with drawn(scene) as (screen, pilot, did):
        await pilot.press("e")
        scene.do(ConsentDenied(hold.hold, KEY))
        scene.say("delete another branch")
        scene.wait(1_000)
        assert scene.watched.view.holds
        await pilot.press("enter")
        assert screen.notice == NOTHING_WAITS
    assert did == []


async def test_nothing_from_outside_moves_the_cursor():
    scene = WatchedScene()
    scene.ask("a\x1b[2Jb\u202ec\x07")
    scene.watched.tell_device_trouble("speaker", "gone\x1b]0;x\x07 now")
    async with drawn(scene) as (screen, _, _):
        text = text_of(screen)
    assert not {*text} & set("\x1b\x07\u202e")
    assert "You  abc" in text
    assert "✗ speaker: gone now" in text


def test_the_states_of_a_turn():
    scene, seen = WatchedScene(), []

    def look():
        seen.append(scene.watched.sign)

    look()
    scene.watched.muted = True
    look()
    scene.watched.muted = False
    first = scene.mic
    scene.speak(1_000)
    look()
    scene.wait(30_000)
    look()
    scene.ask()
    look()
    scene.watched.tell_device_trouble("microphone", "there is none")
    look()
    scene.watched.tell_device_trouble("microphone", "")
    scene.do(HungUp())
    look()
    assert first == 0
    signs = [SIGNS[one] for one in (TalkState.LISTENING, TalkState.UNDERSTANDING, TalkState.THINKING)]
    assert seen == [signs[0], MUTED, signs[1], signs[0], signs[2], GONE, ENDED]
    assert answered().watched.sign is SIGNS[TalkState.SPEAKING]
    assert held().watched.sign is SIGNS[TalkState.ASKING]


def test_a_step_is_counted_from_where_the_samples_of_the_speech_end():
    scene = WatchedScene()
    scene.hear(3_000)
    span = AudioSpan(MIC, 0, 2_000 * 16)
    scene.do(SpeechConfirmed(0), SpeechEnded(span))
    scene.wait(500)
    scene.do(LocalTranscript(span, "what time is it", final=True))
    assert scene.watched.latency.took["heard"] == 1_500
    scene.ask()
    assert scene.watched.latency.took == {"asked": 0}, "a typed line begins anew"


@pytest.mark.parametrize(("loud", "cells"), [(0, 0), (33, 0), (1_000, 5), (32_767, 10)])
def test_the_meter_shows_decibels(loud, cells):
    watched = WatchedScene().watched
    watched.take_level(loud.to_bytes(2, "little") * 320)
    assert watched.level == cells


def light(colour):
    """The relative luminance of WCAG 2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return sum(share * one for share, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("palette", [DARK, LIGHT])
@pytest.mark.parametrize("tone", ["text", "faint", "you", "brain", "good", "warn", "bad"])
def test_every_colour_can_be_read_on_its_ground_and_the_ground_on_it(palette, tone):
    dark, bright = sorted((light(palette.ground), light(palette.tone(tone))))
    assert (bright + 0.05) / (dark + 0.05) >= 4.5


def test_a_bright_terminal_has_bright_colours():
    assert palette_of({"COLORFGBG": "0;15"}) is LIGHT
    assert palette_of({"COLORFGBG": "15;0"}) is DARK
    assert palette_of({}) is DARK
