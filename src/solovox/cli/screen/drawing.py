"""What the screen shows, as text in colours: pure. All that came from outside is `clean`: nothing in it moves the cursor."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from solovox.cli.failing import clean, mark_unprintable
from solovox.cli.screen.watched import ASKED, CELLS, HEARD, MUTED, SOUND, TEXT, Sign
from solovox.config.schema import Config
from solovox.core.mends import mend_text
from solovox.core.units import BEHIND, VOICE_RATE, StepState
from solovox.text.changes import changed_files
from solovox.view import NO_ACT, OVERHEARD, ShownCall, ShownHold, ShownRun, ShownStep, ShownTurn, View
from solovox.view.heard import heard_of, word_at

# The screen's colours. It paints its own ground, so that they can be read in any terminal; a test holds their contrast.
#
# Rule 1: a colour never says anything alone: a sign or a word stands beside it.


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as `#rrggbb`."""

    ground: str
    text: str
    faint: str
    you: str
    brain: str
    good: str
    warn: str
    bad: str

    def tone(self, name: str) -> str:
        """The colour of that name. Raises `AttributeError`."""
        colour: str = getattr(self, name)
        return colour


DARK: Final = Palette("#14171c", "#e8eaed", "#a3abb8", "#7fd4ff", "#c9b6ff", "#84dba0", "#ffd479", "#ff9d96")
LIGHT: Final = Palette("#ffffff", "#1b1f24", "#57606a", "#005a8c", "#5b3bb0", "#116329", "#7a4b00", "#a40e26")
_WHITE: Final = {"7", "15"}


def palette_of(environ: Mapping[str, str]) -> Palette:
    """For the terminal as far as it says how bright it is (`COLORFGBG`): dark where it says nothing."""
    return LIGHT if environ.get("COLORFGBG", "").rpartition(";")[2] in _WHITE else DARK


# How one screen looks.


@dataclass(frozen=True, slots=True)
class ScreenLook:
    """What does not change. `brain`: its name; `path`: where the sound and the words go, in one line."""

    palette: Palette
    brain: str
    path: str


# Where the person's voice goes, and where their words go, in one line.

HERE = "local"


def path_of(config: Config, *, spares: bool) -> str:
    """The shortest that is true. `spares`: what is said without the wake phrase goes nowhere."""
    ear, brain = config.ear.kind, config.brain.kind
    if ear == HERE:
        voice = "Your voice goes to this machine and no further."
    else:
        voice = f"Your voice goes to: {mark_unprintable(config.reasons.voice_to or ear)}{', from the wake phrase on' if spares else ''}."
    if config.narrator.kind == "self":
        return voice
    return f"{voice} {'Your words are answered here, too.' if brain == HERE else f'Your words go to: {mark_unprintable(config.reasons.words_to or brain)}.'}"


TURNS: Final = 12
CALLS: Final = 3
LONGEST: Final = 6_000
"""Characters of an answer; its end is shown."""
STEPS: Final = {StepState.BEGUN: ("…", "warn"), StepState.DONE: ("✓", "good"), StepState.FAILED: ("✗", "bad")}
FULL, EMPTY = "█", "░"


class Drawing:
    """Draws in one palette. `brain`: what it is called."""

    def __init__(self, palette: Palette, brain: str) -> None:
        self._palette = palette
        self._brain = mark_unprintable(brain)

    def head(self, sign: Sign, level: int, wake: str, *, narrow: bool) -> Text:
        """The state, the microphone's level, and what to say."""
        palette = self._palette
        head = Text.assemble(
            (f" {sign.mark} {sign.word} ", f"bold {palette.ground} on {palette.tone(sign.tone)}")
        )
        lit = 0 if sign is MUTED else level
        head.append(" mic " if narrow else "  microphone ", palette.faint)
        head.append(FULL * lit, palette.good).append(EMPTY * (CELLS - lit), palette.faint)
        if wake:
            head.append(" " if narrow else "  say: ", palette.faint)
            head.append(f"“{mark_unprintable(wake)}”", f"bold {palette.text}")
        return head

    def troubles(self, troubles: Mapping[str, str], notice: str) -> Text:
        """What is wrong, and what the last key came to. Empty: nothing."""
        lines = [(f"✗ {what}: {clean(line)}", self._palette.bad) for what, line in troubles.items()]
        return self._lines([*lines, *([(notice, self._palette.warn)] if notice else [])])

    def talk(self, view: View, now: int) -> Text:
        """The transcript, what tools did, and what waits for a yes."""
        talk = Text()
        for turn in view.turns[-TURNS:]:
            self._turn(talk, view, turn)
        for call in view.calls[-CALLS:]:
            self._call(talk, call)
        self._rest(talk, (f"✗ {clean(one)}" for one in view.failures), "bad")
        self._rest(talk, (f"· {clean(one.text)}" for one in view.notices), "faint")
        for count, hold in enumerate(view.holds):
            self._hold(talk, hold, now, oldest=not count)
        talk.rstrip()
        return talk

    def latency(self, took: Mapping[str, int]) -> Text:
        """How long each step of the last turn took, counted from the end of speech."""
        steps = (f"{name} {took[name] / 1000:.1f} s" for name in (HEARD, ASKED, TEXT, SOUND) if name in took)
        said = " → ".join(steps)
        return Text(f"after you: {said}" if said else "", self._palette.faint)

    def keys(self, keys: Iterable[tuple[str, str]]) -> Text:
        """The keys that do something now."""
        foot = Text()
        for key, does in keys:
            foot.append(" · " if foot else "", self._palette.faint)
            foot.append(key, f"bold {self._palette.text}").append(
                "\u00a0" + does.replace(" ", "\u00a0"), self._palette.faint
            )
        return foot

    def _turn(self, talk: Text, view: View, turn: ShownTurn) -> None:
        palette = self._palette
        if turn.source == BEHIND:
            talk.append(f"     {OVERHEARD}: {clean(turn.words)}\n", palette.faint)
        elif turn.words:
            talk.append("You  ", f"bold {palette.you}")
            talk.append(clean(turn.words) + ("" if turn.final else "…") + "\n", palette.text)
        if turn.mends:
            talk.append(f"     meant: {clean(mend_text(turn.words, turn.mends))}\n", palette.faint)
        for run in turn.runs:
            self._run(talk, view, run)

    def _run(self, talk: Text, view: View, run: ShownRun) -> None:
        for step in run.steps:
            self._step(talk, step)
        if run.text:
            talk.append(f"{self._brain}  ", f"bold {self._palette.brain}")
            talk.append_text(self.answer(view, run)).append("\n")
        if run.files:
            talk.append(f"  changed: {clean(changed_files(run.files))}\n", self._palette.good)
        if run.run in view.actless:
            talk.append(f"  {NO_ACT}\n", self._palette.faint)
        if run.why:
            talk.append(f"  ✗ {clean(run.why)}\n", self._palette.warn)
        talk.append("\n")

    def answer(self, view: View, run: ShownRun) -> Text:
        """The text, with the word that is played now marked; what was heard is bold."""
        palette, text = self._palette, run.text
        sure, now = heard_of(view, run, VOICE_RATE)
        word = word_at(text, now) if now > sure else now
        begin = max(0, min(len(text) - LONGEST, word))
        answer = Text("…" if begin or run.left_out else "", palette.faint)
        answer.append(clean(text[begin:word]), f"bold {palette.text}")
        answer.append(clean(text[word:now]), f"bold underline {palette.ground} on {palette.brain}")
        return answer.append(clean(text[max(now, begin) :]), palette.text)

    def _step(self, talk: Text, step: ShownStep) -> None:
        mark, tone = STEPS[step.state]
        receipt = f" ({clean(step.receipt)})" if step.receipt else ""
        why = f": {clean(step.detail)}" if step.state is StepState.FAILED and step.detail else ""
        talk.append(f"  {mark} {clean(step.title)}{receipt}{why}\n", self._palette.tone(tone))

    def _call(self, talk: Text, call: ShownCall) -> None:
        mark, tone = ("✗", "bad") if call.failed else ("…", "warn") if call.result is None else ("✓", "good")
        told = (
            f" ({clean(call.receipt)})"
            if call.receipt
            else f" {clean(call.progress)}"
            if call.progress
            else ""
        )
        talk.append(f"  {mark} {clean(call.tool)}{told}\n", self._palette.tone(tone))

    def _hold(self, talk: Text, hold: ShownHold, now: int, *, oldest: bool) -> None:
        """All of its text: the yes is to all of it (law A3)."""
        palette = self._palette
        left = max(0, hold.until - now + 999) // 1000
        talk.append(f"? waits for your yes, {left} s", f"bold {palette.warn}")
        talk.append("\n" if oldest else " (after the one above)\n", palette.faint)
        talk.append(f"  {clean(hold.text)}\n", f"bold {palette.text}")
        if hold.heard and hold.heard != hold.text:
            talk.append(f"  heard: {clean(hold.heard)}\n", palette.faint)
        if hold.proposed not in ("", hold.text):
            talk.append(f"  perhaps: {clean(hold.proposed)}\n", palette.faint)
        if hold.risk:
            talk.append(f"  {clean(hold.risk)}\n", palette.bad)
        if hold.code:
            talk.append(
                f"  a yes is not enough: its code is “{mark_unprintable(hold.code)}”\n", f"bold {palette.bad}"
            )

    def _rest(self, talk: Text, lines: Iterable[str], tone: str) -> None:
        for line in lines:
            talk.append(f"{line}\n", self._palette.tone(tone))

    def _lines(self, lines: Iterable[tuple[str, str]]) -> Text:
        return Text("\n").join(Text(line, style) for line, style in lines)
