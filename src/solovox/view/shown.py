"""What a screen shows, as records. Everything is in the order in which it came."""

from dataclasses import dataclass
from typing import Final

from solovox.core import units as u
from solovox.core.commands import HoldKind, Outcome, RoutedBy, TalkState
from solovox.core.mends import Mend
from solovox.core.policy import Amendment


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One step of a brain's own work."""

    step: u.StepId
    kind: u.StepKind
    title: str
    detail: str
    state: u.StepState
    effects: bool = False
    receipt: str | None = None


@dataclass(frozen=True, slots=True)
class ShownRun:
    """One answer, and how far it is."""

    run: u.RunId
    instruction: str = ""
    by: RoutedBy | None = None
    """None: a live model answers for itself."""
    amends: u.RunId | None = None
    how: Amendment | None = None
    """What became of the answer that it amends."""
    text: str = ""
    left_out: int = 0
    """Characters that stood before `text`."""
    heard_to: int = 0
    """The person surely heard the text up to here, counted from its beginning, and then the words in `then`."""
    then: str = ""
    steps: tuple[ShownStep, ...] = ()
    """The newest steps of the brain's own work."""
    usage: tuple[int, int, int | None] = (0, 0, None)
    """Tokens read, tokens written, and the cost in millionths of a US dollar, if it is known."""
    files: tuple[u.FileChange, ...] = ()
    """What it has changed."""
    diff: str = ""
    """How it has changed it. Empty of an older answer: only the newest are kept."""
    working: bool = True
    why: str = ""
    """Why it failed or was cancelled; empty: it did not."""
    acted: bool = False
    """An act with an effect was recorded while it worked (law C4): a step of its own, a file, or a tool's receipt."""


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """The person's words, and the answers to them."""

    utterance: u.UtteranceId | None = None
    """None: they were typed."""
    words: str = ""
    final: bool = True
    """Words that are not final will be replaced."""
    mends: tuple[Mend, ...] = ()
    """How these words are mended in what became of them. Each can be taken back."""
    runs: tuple[ShownRun, ...] = ()
    source: u.SourceId = u.PERSON
    """Who said it. `BEHIND`: someone far less loud than the person. It was not taken (law A4)."""


@dataclass(frozen=True, slots=True)
class ShownHold:
    """Something that waits for a yes or, with an outcome, a draft: an instruction that got no answer."""

    hold: u.HoldId
    text: str
    kind: HoldKind = HoldKind.INSTRUCTION
    risk: str = ""
    """What an agent says may come of it."""
    heard: str = ""
    proposed: str = ""
    utterance: u.UtteranceId | None = None
    span: u.AudioSpan | None = None
    until: u.Instant = u.Instant(0)
    code: str = ""
    """What grants it aloud, where a yes does not."""
    editable: bool = True
    mends: tuple[Mend, ...] = ()
    """How words of `heard` are mended in `text`. Each can be taken back."""
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class ShownRead:
    """A piece that is being read aloud, or is about to be. Samples."""

    read: u.ReadId
    said: str = ""
    run: u.RunId | None = None
    """Whose text it is, from `shown_from` to `shown_to`. None: words of ours, or of a live model that answers for itself."""
    shown_from: int = 0
    shown_to: int = 0
    given: int = 0
    """How much of its sound the speaker has."""
    played: int = 0
    whole: bool = False
    """No more sound of it comes."""


@dataclass(frozen=True, slots=True)
class ShownCall:
    """A tool that runs or has run here. `receipt` proves that something was done (law C4)."""

    effect: int
    tool: str
    arguments: str
    result: str | None = None
    """None: it still runs."""
    progress: str = ""
    """How far it is, as it told last."""
    failed: bool = False
    receipt: str | None = None


@dataclass(frozen=True, slots=True)
class ShownNotice:
    """Words of ours. What they say of a hold, or of a run, is not shown any more when that has ended (law T5)."""

    text: str
    hold: u.HoldId | None = None
    run: u.RunId | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What a screen shows."""

    surfaces: tuple[u.SurfaceId, ...] = ()
    """Where the person is."""
    turns: tuple[ShownTurn, ...] = ()
    holds: tuple[ShownHold, ...] = ()
    drafts: tuple[ShownHold, ...] = ()
    reads: tuple[ShownRead, ...] = ()
    failures: tuple[str, ...] = ()
    notices: tuple[ShownNotice, ...] = ()
    calls: tuple[ShownCall, ...] = ()
    ducked: bool = False
    leaving: bool = False
    """The connection to the ear goes away, and is made anew in a pause (law L1)."""
    state: TalkState = TalkState.AWAY
    """What the talk does (law T5)."""
    ended: str | None = None
    """Why the session has ended."""

    @property
    def plays(self) -> bool:
        """Whether the speaker has sound that it has not played."""
        return any(one.played < one.given for one in self.reads)

    @property
    def runs(self) -> tuple[ShownRun, ...]:
        """All answers that are shown."""
        return tuple(run for turn in self.turns for run in turn.runs)

    @property
    def actless(self) -> frozenset[u.RunId]:
        """The answers that ended without an act, of a brain that was seen to do things by itself (law C4). An act is a step with effects,
        a file that was changed, or a receipt; what was not allowed is none. What a
        live model says for itself is none of them: its tools are not those of one answer.
        """
        if not any(one.acted or any(step.kind is u.StepKind.TOOL for step in one.steps) for one in self.runs):
            return frozenset()
        ended = (one for one in self.runs if one.by is not None and one.text.strip() and not one.working)
        return frozenset(one.run for one in ended if not one.acted)


NO_ACT: Final = "no action was recorded"
OVERHEARD: Final = "further away, not asked"
"""What someone far less loud than the person said."""
"""What is shown of them."""
