"""Shows a session in the terminal: what was heard, and the brain's text as it comes.

Rule 1: nothing that came from outside moves the cursor, rings or colours: control characters are left out.
Rule 2: without a terminal there are plain lines.
Rule 3: each failure is reported once: here if anything follows it, else by the command's last line.
Rule 4: the session does not depend on the terminal: if output fails it goes on, and the error is reported at its end.
"""

import json
from collections.abc import Sequence
from typing import IO, Final, Protocol, assert_never

from rich.console import Console
from rich.text import Text

from solovox.cli.failing import clean, mark_unprintable
from solovox.core import commands as do
from solovox.core import events
from solovox.core.commands import (
    AskBrain,
    CloseHold,
    Command,
    Cue,
    CueKind,
    Duck,
    Flush,
    Outcome,
    Play,
    ShowAct,
    ShowAmendment,
    ShowAnswered,
    ShowCall,
    ShowChanges,
    ShowFailure,
    ShowHeard,
    ShowHold,
    ShowLeaving,
    ShowNotice,
    ShowProgress,
    ShowRead,
    ShowResult,
    ShowState,
    ShowStep,
    ShowText,
    ShowUsage,
    SurfaceCommand,
    Unduck,
)
from solovox.core.events import EarLost, EarOpened, Event, LocalTranscript, SpeechConfirmed
from solovox.core.mends import mend_text
from solovox.core.policy import Amendment
from solovox.core.units import BEHIND, MIC_RATE, HoldId, ReadId, RunId, StepState
from solovox.recordings.handoffs import ASKING, ReadingOver
from solovox.text.changes import changed_files, parts
from solovox.view import OVERHEARD

AMENDED: Final = {
    Amendment.REPLACE: "in place of what was at work",
    Amendment.STEER: "given to what is at work",
    Amendment.QUEUE: "to be done after what is at work",
}


class Telling:
    """Prints commands as they are performed, and remembers what matters for the end."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._in_text: RunId | None = None
        """Whose text the line ends with."""
        self._untold = ""
        self._used: dict[tuple[RunId | None, HoldId | None], ShowUsage] = {}
        self.heard: list[str] = []
        self.failures: list[str] = []
        self.held: list[str] = []
        self.asked = self.answered = False
        self.spoke = self.words = self.stopped = False
        """Three facts: speech was heard, words were understood, the words were a stop."""
        self.trouble: OSError | None = None
        """Why output has stopped. A reader that closed the pipe is not a failure."""
        self._over = False

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """What no command shows: speech without words, and whether a stop was obeyed or something was asked."""
        self.asked = self.asked or any(isinstance(one, AskBrain) for one in commands)
        match event:
            case SpeechConfirmed():
                self.spoke = True
            case LocalTranscript(final=True, text=text) if text.strip():
                self.words = True
                if Cue(CueKind.STOPPED) in commands:
                    self.stopped = True
            case _:
                pass

    def show(self, command: SurfaceCommand) -> None:
        """One command of the surface."""
        match command:
            case ShowHeard(text=text, final=True) if text:
                self._tell_heard(command)
            case ShowText(run=run, text=text):
                self._text(run, clean(text))
            case ShowStep(title=title, state=state):
                self._step(title, command.detail, state, command.receipt)
            case ShowAmendment() | ShowNotice() | ShowFailure():
                self._tell_notice(command)
            case ShowHold():
                self._hold(command)
            case ShowResult() | ShowProgress() | ShowAct() | ShowChanges():
                self._work(command)
            case ShowUsage():
                self._used[command.run, command.hold] = command
            case CloseHold(outcome=outcome) if outcome is not Outcome.GRANTED:
                self._line("not sent", outcome.value, "yellow")
            case ShowHeard() | ShowState() | ShowRead() | ShowLeaving() | ShowAnswered() | ShowCall():
                pass
            case CloseHold() | Play() | Flush() | Duck() | Unduck() | Cue():
                pass
            case _:
                assert_never(command)

    def _tell_notice(self, command: ShowAmendment | ShowNotice | ShowFailure) -> None:
        match command:
            case ShowAmendment(how=how):
                self._line("understood", AMENDED[how], "dim")
            case ShowNotice(text=text):
                self._line("solovox", text, "magenta")
            case ShowFailure(text=text):
                self.fail(text)
            case _:
                assert_never(command)

    def _work(self, command: ShowResult | ShowProgress | ShowAct | ShowChanges) -> None:
        match command:
            case ShowResult(tool=tool, receipt=receipt):
                if receipt is not None:
                    self._line("done", f"{tool} ({receipt})", "green")
            case ShowProgress(tool=tool, text=text):
                self._line("working", f"{tool}: {text}", "dim")
            case ShowAct(action=action, target=target):
                self._line("for the screen", f"{action} {target}", "dim")
            case ShowChanges(files=files):
                self._line("changed", changed_files(files), "green")
            case _:
                assert_never(command)

    def _tell_heard(self, said: ShowHeard) -> None:
        """The person's words, and what was meant where something else was heard."""
        if said.source == BEHIND:
            self._line(OVERHEARD, said.text, "dim")
            return
        self.heard.append(said.text)
        self._line("heard", said.text, "bold cyan")
        if said.mends:
            self._line("meant", mend_text(said.text, said.mends), "dim")

    def _hold(self, hold: ShowHold) -> None:
        """What waits, and where its words are not those that were heard."""
        self.held.append(hold.text)
        self._line("waits for your yes", hold.text, "yellow")
        if hold.code:
            self._line("a yes aloud is not enough", f'say "confirm {hold.code}"', "yellow")
        changed = [one for one in parts(hold.heard, hold.text) if hold.heard and one.changed]
        if changed:
            lines = (f"{one.heard or '(nothing)'} -> {one.text or '(nothing)'}" for one in changed)
            self._line("changed from what was heard", ", ".join(lines), "dim")
        if hold.proposed not in ("", hold.text):
            self._line("perhaps", hold.proposed, "dim")

    def _step(self, title: str, detail: str, state: StepState, receipt: str | None) -> None:
        """A step is told when it begins, when it has failed, and when it is done if something proves it."""
        if receipt is not None and state is StepState.DONE:
            self._line("done", f"{title} ({receipt})", "green")
        elif state is StepState.FAILED:
            self._line("failed step", f"{title}: {detail}" if detail else title, "yellow")
        elif state is StepState.BEGUN:
            self._line("working", title, "dim")

    def fail(self, line: str) -> None:
        """Something did not work."""
        if line != self._untold:  # each sentence of an answer may fail for one reason
            self._tell_failure()
        self.failures.append(line)
        self._untold = line

    def leave(self, line: str) -> None:
        """The command's last line will report this."""
        if self._untold == line:
            self._untold = ""

    def now(self, what: str, line: str) -> None:
        """What the session does now, where that matters."""
        self._line(what, line, "dim")

    def tell_ear_lost(self, reason: str, meanwhile: str) -> None:
        """Report that the live ear is gone, and what hears instead."""
        self._line("no ear", f"{reason}; {meanwhile} hears meanwhile", "yellow")

    def finish(self) -> None:
        """Tell what is left, and end the line that the text is on."""
        self._tell_failure()
        self._end_text()
        if self._used:
            tokens_in = sum(one.input_tokens for one in self._used.values())
            tokens_out = sum(one.output_tokens for one in self._used.values())
            costs = [one.cost for one in self._used.values() if one.cost is not None]
            cost = f", ${sum(costs) / 1_000_000:.4f}" if costs else ""
            self._line("used", f"{tokens_in} tokens read, {tokens_out} written{cost}", "dim")

    def _tell_failure(self) -> None:
        if self._untold:
            text, self._untold = self._untold, ""
            self._line("failed", text, "bold red")

    def _end_text(self) -> None:
        if self._in_text is not None:
            self._print()
            self._in_text = None

    def _text(self, run: RunId, text: str) -> None:
        self._tell_failure()
        if run != self._in_text:
            self._end_text()
        self.answered = self.answered or bool(text.strip())
        self._in_text = run
        self._print(Text(text), end="")

    def _line(self, what: str, text: str, style: str) -> None:
        self._tell_failure()
        self._end_text()
        self._print(Text.assemble((f"{what}: ", style), clean(text)))

    def _print(self, *what: Text, end: str = "\n") -> None:
        if self._over:
            return
        try:
            self._console.print(*what, end=end, soft_wrap=True)
        except OSError as error:
            self._over, self.trouble = True, error
        except SystemExit:  # rich's answer to a closed pipe
            self._over = True


class TellsLoss(Protocol):
    """Who tells the person that the ear is gone, and what hears instead."""

    def tell_ear_lost(self, reason: str, meanwhile: str) -> None: ...


class EarWatch:
    """A fold over a session with a live ear: tells the person when the ear is gone and what hears instead."""

    def __init__(self, telling: TellsLoss, *, understands: bool = True) -> None:
        self._telling = telling
        self._meanwhile = "the recogniser of this machine" if understands else "nothing"
        self._opened = False
        self._reason = ""

    @property
    def never(self) -> str:
        """That the ear was never reached, and why; empty if it was, or if there is none."""
        if self._opened or not self._reason:
            return ""
        return f"the ear was never reached, and {self._meanwhile} heard in its place: {self._reason}"

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Look at one event."""
        match event:
            case EarOpened():
                self._opened, self._reason = True, ""
            case EarLost(reason=reason) if reason != self._reason:
                self._reason = reason
                self._telling.tell_ear_lost(reason, self._meanwhile)
            case _:
                pass


# `--log seed`: what happens in a session as lines with a name in brackets. They hold what was said, so they are asked for.

MIC_SECONDS: Final = 10
"""How much sound of the microphone lies between two lines that say that it comes."""


class SeedLog:
    """A fold over a session. `live`: a live ear hears, and its transcript is told as it comes."""

    def __init__(self, out: IO[str], *, live: bool) -> None:
        self._out = out
        self._live = live
        self._captured = 0
        self._reading = ReadingOver()
        self._reads: dict[ReadId, str] = {}
        self._read_of: RunId | None = None
        """Whose answer was read last."""
        self._answers: dict[RunId, str] = {}
        """What a brain wrote so far, of the runs that answer."""
        self._opened = False

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Write the lines of one step."""
        self._log_event(event)
        if self._reading.see(event, commands):
            self._say("[reader] done")
        for command in commands:
            self._log_command(command)

    def _log_event(self, event: Event) -> None:
        match event:
            case events.SoundCaptured(span=span):
                before, self._captured = self._captured, self._captured + span.count
                if self._captured // (MIC_SECONDS * MIC_RATE) > before // (MIC_SECONDS * MIC_RATE):
                    self._say("[mic] streaming...")
            case events.EarTranscript(text=text) if text.strip():
                self._say(f"[heard] {text.strip()}")
            case events.LocalTranscript(text=text, final=True) if text.strip() and not self._live:
                self._say(f"[heard] {text.strip()}")
            case events.BrainWrote(run=run, text=text) if run in self._answers:
                self._answers[run] += text
            case events.BrainFinished(run=run) if run in self._answers:
                self._say(f"[tool_result] {ASKING}: {self._answers.pop(run).strip()}")
            case events.BrainFailed(run=run, reason=reason) if run in self._answers:
                del self._answers[run]
                self._say(f"[tool_result] {ASKING}: failed: {reason}")
            case events.ReadRendered(read=read) if read in self._reads:
                self._say(f"[reader_spoken] {self._reads.pop(read)}")
            case events.EarLost(reason=reason, retry=retry):
                self._say(f"[session_error] {reason}{' Reconnecting ...' if retry else ''}")
            case _:
                pass

    def _log_command(self, command: Command) -> None:
        match command:
            case do.AskBrain(run=run, instruction=instruction, look=None):
                self._answers[run] = ""
                query = json.dumps({"query": instruction}, ensure_ascii=False)
                self._say(f"[tool_call] {ASKING} {query}")
            case do.ShowCall(tool=tool, arguments=arguments):
                self._say(f"[tool_call] {tool} {arguments}")
            case do.ShowResult(tool=tool, result=result, failed=failed):
                self._say(f"[tool_result] {tool}: {'failed: ' if failed else ''}{result}")
            case do.ShowRead(run=run):
                if run is None or run != self._read_of:
                    self._say("[reader] start fresh reader session")
                self._read_of = run
            case do.Read(read=read, said=said):
                self._reads[read] = said
            case do.OpenEar(resume=resume):
                if self._opened and not resume:
                    self._say("[handoff] restarting main listener session")
                self._opened = True
            case _:
                pass

    def _say(self, line: str) -> None:
        self._out.write(mark_unprintable(" ".join(line.split())) + "\n")
        self._out.flush()
