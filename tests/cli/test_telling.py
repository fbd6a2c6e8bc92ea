"""What a terminal shows: the words as they come, and nothing that moves the cursor."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from solovox.cli.failing import clean
from solovox.cli.telling import EarWatch, Telling
from solovox.core.commands import (
    CloseHold,
    Cue,
    CueKind,
    Outcome,
    ShowAct,
    ShowCall,
    ShowChanges,
    ShowFailure,
    ShowHeard,
    ShowHold,
    ShowNotice,
    ShowProgress,
    ShowResult,
    ShowStep,
    ShowText,
    ShowUsage,
)
from solovox.core.events import EarLost, EarOpened, LocalTranscript, SpeechConfirmed
from solovox.core.mends import Mend, MendWhy
from solovox.core.units import (
    BEHIND,
    AudioSpan,
    FileChange,
    HoldId,
    RunId,
    StepId,
    StepKind,
    StepState,
    StreamId,
    UtteranceId,
)

RUN, HOLD = RunId(1), HoldId(1)
UTTERANCE, MEND = UtteranceId(1), Mend("read me", "README.md", MendWhy.LEXICON)


def told(*commands):
    out = io.StringIO()
    telling = Telling(Console(file=out, highlight=False, width=40))
    for command in commands:
        telling.show(command)
    telling.finish()
    return telling, out.getvalue()


def heard(text, final=True):
    return ShowHeard(UtteranceId(1), text, final)


def step(title, state=StepState.BEGUN, receipt=None, detail=""):
    return ShowStep(RUN, StepId("1"), StepKind.TOOL, title, detail, state, receipt=receipt)


@pytest.mark.parametrize(
    ("commands", "text"),
    [
        ([heard("What tim", final=False), heard("What time is it?")], "heard: What time is it?\n"),
        ([heard("")], ""),
        ([ShowHeard(UTTERANCE, "Rain.", True, source=BEHIND)], "further away, not asked: Rain.\n"),
        ([ShowHeard(UTTERANCE, "Open the read me.", True, mends=(MEND,))], "heard: Open the read me.\nmeant: Open the README.md.\n"),
        ([ShowText(RUN, "It is "), ShowText(RUN, "noon.\n\nEat.")], "It is noon.\n\nEat.\n"),
        ([ShowText(RUN, "So"), step("looking"), ShowText(RUN, "far")], "So\nworking: looking\nfar\n"),
        ([ShowUsage(RUN, 100, 9), ShowUsage(RUN, 230, 12, 1250)], "used: 230 tokens read, 12 written, $0.0013\n"),
        ([ShowProgress(1, "build", "half"), ShowAct("open", "a.html")], "working: build: half\nfor the screen: open a.html\n"),
        ([ShowChanges(RUN, (FileChange("src/auth.py", 3, 1), FileChange("b\x1b[2J", 0, 9)), "-a")], "changed: src/auth.py +3 −1, b −9\n"),
        ([step("editing"), step("editing", StepState.DONE)], "working: editing\n"),
        ([step("committing", StepState.DONE, "1f2e")], "done: committing (1f2e)\n"),
        ([step("make test", StepState.FAILED, detail="2 red")], "failed step: make test: 2 red\n"),
        ([ShowCall(1, "send", "{}"), ShowResult(1, "send", "sent", receipt="id-8")], "done: send (id-8)\n"),
        ([ShowCall(1, "look", "{}"), ShowResult(1, "look", "a.py"), ShowResult(2, "look", "no", failed=True)], ""),
        ([ShowText(RUN, "So"), ShowText(RunId(2), "Then")], "So\nThen\n"),
        ([ShowFailure("it broke")], "failed: it broke\n"),
        ([ShowFailure("it broke"), ShowText(RUN, "So")], "failed: it broke\nSo\n"),
        ([ShowFailure("a"), ShowFailure("a")], "failed: a\n"),
        ([ShowText(RUN, "So"), ShowFailure("a"), ShowFailure("b")], "So\nfailed: a\nfailed: b\n"),
        ([ShowHold(HOLD, "delete it"), CloseHold(HOLD, Outcome.DENIED)], "waits for your yes: delete it\nnot sent: denied\n"),
        (
            [ShowHold(HOLD, "complete it", heard="complete it", proposed="commit it")],
            "waits for your yes: complete it\nperhaps: commit it\n",
        ),
        ([ShowHold(HOLD, "delete it", heard="um delete it")], "waits for your yes: delete it\nchanged from what was heard: um -> (nothing)\n"),
        ([ShowHold(HOLD, "rm -r build", code="delta seven")], 'waits for your yes: rm -r build\na yes aloud is not enough: say "confirm delta seven"\n'),
        ([ShowNotice("Nothing is being worked on.")], "solovox: Nothing is being worked on.\n"),
        ([ShowHold(HOLD, "delete it"), CloseHold(HOLD, Outcome.GRANTED)], "waits for your yes: delete it\n"),
        ([ShowText(RUN, "x" * 100)], "x" * 100 + "\n"),
        ([ShowText(RUN, "[bold]a[/bold] :smile:")], "[bold]a[/bold] :smile:\n"),
        ([ShowText(RUN, "\x1b[2Ja\x07\u202eb")], "ab\n"),
    ],
)  # fmt: skip
def test_commands_become_plain_lines(commands, text):
    assert told(*commands)[1] == text


@given(st.text())
def test_no_text_of_others_can_steer_a_terminal(text):
    cleaned = clean(text)
    assert not any(ord(c) < 32 and c not in "\n\t" for c in cleaned)
    assert not any(0x7F <= ord(c) < 0xA0 for c in cleaned)
    assert clean(cleaned) == cleaned


def test_it_remembers_what_the_end_depends_on():
    telling, _ = told(heard("Hello"), ShowText(RUN, " "), ShowFailure("it broke"), ShowHold(HOLD, "x"))
    assert (telling.heard, telling.failures, telling.held, telling.answered) == (
        ["Hello"],
        ["it broke"],
        ["x"],
        False,
    )


def test_a_failure_that_the_last_line_tells_is_not_told_twice():
    out = io.StringIO()
    telling = Telling(Console(file=out, highlight=False, width=40))
    for text in ("first", "last"):
        telling.show(ShowFailure(text))
    telling.leave("last")
    telling.finish()
    assert out.getvalue() == "failed: first\n"
    assert telling.failures == ["first", "last"]


SPAN = AudioSpan(StreamId("mic"), 0, 16_000)


@pytest.mark.parametrize(
    ("event", "commands", "known"),
    [
        (LocalTranscript(SPAN, "Stop.", final=True), [Cue(CueKind.STOPPED)], (True, True)),
        (LocalTranscript(SPAN, "Mm-hm.", final=True), [], (True, False)),
        (LocalTranscript(SPAN, "", final=True), [], (False, False)),
        (LocalTranscript(SPAN, "15% made it", final=False), [], (False, False)),
    ],
)
def test_speech_without_words_and_a_stop_are_told_apart(event, commands, known):
    out = io.StringIO()
    telling = Telling(Console(file=out, highlight=False, width=40))
    telling.see(SpeechConfirmed(0), [])
    telling.see(event, commands)
    assert (out.getvalue(), telling.spoke, (telling.words, telling.stopped)) == ("", True, known)


@pytest.mark.parametrize(
    ("events", "lines", "never"),
    [
        ([], "", ""),
        ([EarOpened(1, resumed=False)], "", ""),
        ([EarLost(1, "refused"), EarLost(2, "refused")], "no ear: refused; the recogniser of this machine hears meanwhile\n", "the ear was never reached, and the recogniser of this machine heard in its place: refused"),
        ([EarLost(1, "refused"), EarOpened(2, resumed=False)], "no ear: refused; the recogniser of this machine hears meanwhile\n", ""),
        ([EarOpened(1, resumed=False), EarLost(1, "it broke")], "no ear: it broke; the recogniser of this machine hears meanwhile\n", ""),
    ],
)  # fmt: skip
def test_an_ear_that_is_not_there_is_never_replaced_in_silence(events, lines, never):
    out = io.StringIO()
    watch = EarWatch(Telling(Console(file=out, highlight=False, width=40)))
    for event in events:
        watch.see(event, ())
    assert (out.getvalue(), watch.never) == (lines, never)


class Closed(io.StringIO):
    """An output that takes so much, then fails."""

    def __init__(self, error, room):
        super().__init__()
        self._error, self._room = error, room

    def write(self, text):
        self._room -= len(text)
        if self._room < 0:
            raise self._error
        return super().write(text)

    def fileno(self):
        raise io.UnsupportedOperation


@pytest.mark.parametrize("room", [0, 5, 20])
def test_a_session_goes_on_where_nothing_can_be_shown(room):
    telling = Telling(Console(file=Closed(OSError(28, "No space left on device"), room), width=40))
    for command in (heard("Hello"), ShowText(RUN, "It is noon."), ShowFailure("it broke")):
        telling.show(command)
    telling.finish()
    assert telling.trouble.strerror == "No space left on device"
    assert (telling.heard, telling.answered, telling.failures) == (["Hello"], True, ["it broke"])
