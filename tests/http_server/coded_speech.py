"""Engines without weights that hear and say exact text: each letter is a level of sound, so one sample lost or doubled is a letter lost.

A `ScriptedBrain` answers: `SCRIPTS` has what it does at which instruction, and it repeats every other.
"""

from itertools import groupby
from typing import ClassVar

from solovox.core.policy import Scheduling
from solovox.core.units import MIC_RATE
from solovox.live.local.cascade_types import MS, CascadeTuning
from solovox.live.local.recogniser import LocalRecogniser
from solovox.ports import Brain, ScreenAct, Tool, ToolResult, Transcript, Wrote
from solovox.speech.smart_turn import PauseOnly
from solovox.testing.fakes import Pause, ScriptedBrain, ScriptedTts, Use

LETTER = MIC_RATE // 20
"""Samples of one letter that is spoken."""
PER_CHARACTER = 240
"""Samples of one character of the answer's voice: 10 ms."""
LONG = "The garden gate is open, and the red bicycle stands behind the house in the rain " * 6 + "today."
QUIET = bytes(2 * MIC_RATE * 3)
"""After it, whoever had not finished has."""


def spoken(text):
    """The sound of a text, at 16 kHz."""
    return b"".join((100 * ord(one)).to_bytes(2, "little") * LETTER for one in text)


class CodedStt:
    """Reads the letters."""

    def transcribe(self, pcm):
        runs = [(level, len([*same])) for level, same in groupby(memoryview(pcm).cast("h"))]
        while runs and runs[0][0] == 0:
            runs.pop(0)
        while runs and runs[-1][0] == 0:
            runs.pop()
        return Transcript("".join(_letters(level, count) for level, count in runs))


def _letters(level, count):
    whole = level > 0 and level % 100 == 0 and count % LETTER == 0
    return chr(level // 100) * (count // LETTER) if whole else f"[{count} of {level}]"


class Loud:
    """Whatever is not silence is speech."""

    frame_samples = 512

    def probability(self, frame):
        return 1.0 if any(frame) else 0.0

    def reset(self):
        pass


class Navigate(Tool):
    """Asks something of the screen."""

    name = "navigate_ui"
    description = "Go to a page of the studio."
    parameters: ClassVar = {"type": "object", "properties": {"target": {"type": "string"}}}
    scheduling = Scheduling.SILENT

    async def run(self, arguments):
        yield ScreenAct("navigate", arguments["target"])
        yield ToolResult("It is open.")


class Repeating(ScriptedBrain):
    """What is not in its script it repeats."""

    async def answer(self, question, host):
        if question.instruction not in self._scripts:
            yield Wrote(f"You said: {question.instruction}")
            return
        async for one in super().answer(question, host):
            yield one


SCRIPTS = {
    "Tell me all.": (Wrote(LONG),),
    "Count the stars.": (Pause(60), Wrote("Many.")),
    "Flood me.": (Wrote("```\n"), *(Wrote("x" * 15_000 + "\n"),) * 250, Wrote("```\n")),
    "Go to the studio.": (Use("navigate_ui", {"target": "studio"}),),
    "Build me a calculator.": (Use("generate_app", {"prompt": "Build me a calculator."}),),
    "Make it blue.": (Use("generate_app", {"prompt": "Make it blue."}),),
}


def voice(given):
    return ScriptedTts(PER_CHARACTER)


def brain(given) -> Brain:
    return Repeating(SCRIPTS)


def recogniser(given):
    never = CascadeTuning(draft_every=3_600_000 * MS)
    return LocalRecogniser(Loud(), PauseOnly(), CodedStt(), tuning=never)


def tools(given):
    return (Navigate(),)
