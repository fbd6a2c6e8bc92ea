"""A whole session in memory, typed at: the real core, the real tools and a brain; what it wrote, said and failed at."""

import math
from dataclasses import dataclass, field
from datetime import UTC, datetime

from solovox.app import wiring
from solovox.brains.local import LocalBrain
from solovox.config.schema import Config
from solovox.core import commands as c
from solovox.core import events as ev
from solovox.core.units import SurfaceCaps
from solovox.parts.policies import policy
from solovox.shell.clock import run
from solovox.testing.fakes import MemoryJournal, MemorySurface, ScriptedRecogniser, ScriptedTts
from solovox.tools.arithmetic import Arithmetic, Units
from solovox.tools.files import ListFiles, ReadFileHead, SearchFiles
from solovox.tools.status import ProjectStatus
from solovox.tools.time_of_day import DateTool, GetTime
from solovox.tools.workspace import Workspace

APART = 120_000
"""Milliseconds between two lines: any answer has been read by then, for no time passes here."""


def tools(root):
    """The tools that only look, on a Saturday afternoon in a folder."""

    def now():
        return datetime(2026, 11, 21, 15, 5, tzinfo=UTC)

    files = Workspace(root)
    looking = (ListFiles(files), ReadFileHead(files), SearchFiles(files), ProjectStatus(files))
    return (GetTime(now), DateTool(now), Arithmetic(), Units(), *looking)


@dataclass
class Answer:
    """What came of one line."""

    text: str = ""
    said: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


def talked(lines, given=(), brain=None, tts=None):
    """The answers to typed lines, in order."""
    journal = MemoryJournal()
    engines = wiring.SessionParts(
        policy(Config(), given),
        ScriptedRecogniser([]),
        tts or ScriptedTts(24),
        brain or LocalBrain(),
        tuple(given),
    )
    script = [(0, ev.SurfaceJoined(SurfaceCaps(screen=True)))]
    script += [(APART * at, ev.Typed(line)) for at, line in enumerate(lines, start=1)]
    script.append((APART * (len(lines) + 1), ev.HungUp()))

    async def main():
        return await wiring.session(engines, lambda place: MemorySurface(place.sound, script), journal).run()

    run(main(), math.inf)
    answers = [Answer()]
    for _, event, commands in journal.entries:
        if isinstance(event, ev.Typed):
            answers.append(Answer())
        for command in commands:
            match command:
                case c.ShowText(text=text):
                    answers[-1].text += text
                case c.Read(said=said):
                    answers[-1].said.append(said)
                case c.ShowFailure(text=text):
                    answers[-1].failed.append(text)
    return answers[1:]


def answered(line, root):
    """The text of one answer of the local brain over a folder."""
    (answer,) = talked([line], tools(root))
    assert not answer.failed
    return answer.text
