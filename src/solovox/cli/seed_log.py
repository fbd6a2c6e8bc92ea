"""`--log seed`: what happens in a session as lines with a name in brackets. They hold what was said, so they are asked for."""

import json
from collections.abc import Sequence
from typing import IO, Final

from solovox.cli.plain import shown
from solovox.core import commands as do
from solovox.core import events
from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.core.units import MIC_RATE, ReadId, RunId
from solovox.recordings.handoffs import ASKING, ReadingOver

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
        self._happened(event)
        if self._reading.see(event, commands):
            self._say("[reader] done")
        for command in commands:
            self._asked(command)

    def _happened(self, event: Event) -> None:
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

    def _asked(self, command: Command) -> None:
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
        self._out.write(shown(" ".join(line.split())) + "\n")
        self._out.flush()
