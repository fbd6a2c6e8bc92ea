"""One history: a conversation against an adversary, watched by the laws, then calmed down.

Beside the laws each history must show that
- the same events give the same commands again (R1);
- a wake-up at `next_deadline` moves it (no busy loop);
- once the world behaves again the conversation comes to rest: nothing is stuck for ever.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from laws.adversary import PHONE, WORDS, Adversary
from laws.any_policy import any_policy
from laws.law_broken import require
from laws.laws import Laws
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.conversation import Conversation
from solovox.core.policy import Policy
from solovox.core.units import MIC
from solovox.lang.understanding import understand

STEPS = 60


@dataclass(slots=True)
class SimulatedHistory:
    """What happened so far, and what was decided."""

    policy: Policy
    talk: Conversation
    laws: Laws
    at: int = 0
    events: list[tuple[int, ev.Event]] = field(default_factory=list)
    commands: list[list[do.Command]] = field(default_factory=list)

    def happen(self, event: ev.Event) -> list[do.Command]:
        """One step, judged."""
        event = understand(event, self.talk, u.Instant(self.at))
        out = self.talk.handle(u.Instant(self.at), event)
        self.events.append((self.at, event))
        self.commands.append(out)
        self.laws.see(self.at, event, out)
        return out


def simulate(seed: int, steps: int = STEPS, *, early: bool = False) -> SimulatedHistory:
    """Play the history of a seed; `early`: speech is told to have ended before that is sure (T2). Raises `LawBroken`."""
    random = Random(seed)
    return play(begin(random), random, steps, early=early)


def begin(random: Random) -> SimulatedHistory:
    """A history in which nothing has happened yet."""
    return under(any_policy(random))


def under(policy: Policy) -> SimulatedHistory:
    """The same, with a policy."""
    return SimulatedHistory(policy, Conversation(policy), Laws(policy))


def play(
    history: SimulatedHistory,
    random: Random,
    steps: int,
    words: Sequence[str] = WORDS,
    caps: u.SurfaceCaps | None = None,
    *,
    early: bool = False,
) -> SimulatedHistory:
    """Play it on, at a surface with these `caps`. All that the adversary does is drawn from `random`. Raises `LawBroken`."""
    adversary = Adversary(random, words, early=early)
    adversary.known.see(history.happen(ev.SurfaceJoined(caps or u.SurfaceCaps())))
    for _ in range(steps):
        history.at += adversary.later()
        adversary.known.see(history.happen(adversary.next()))
    _calm(history, adversary)
    _again(history)
    return history


def _calm(history: SimulatedHistory, adversary: Adversary) -> None:
    """The world behaves: everything that is under way comes to its end."""
    if history.talk.has_ended:
        return
    known = adversary.known
    known.see(history.happen(ev.SurfaceJoined(u.SurfaceCaps())))
    history.happen(ev.OnsetFaded(0))
    for surface in (u.SURFACE, PHONE):
        known.see(history.happen(ev.FloorGiven(surface)))
    span = u.AudioSpan(MIC, 10**9, 16_000)
    known.see(history.happen(ev.SpeechEnded(span)))
    for _ in range(3):
        known.see(history.happen(ev.LocalTranscript(span, "", final=True)))
    for _ in range(60 + len(history.events)):  # each piece of what is still to be said may take three rounds
        done = {
            read
            for command in history.commands
            for c in command
            if isinstance(c, do.CancelRead)
            for read in [c.read]
        }
        for read in [r for r in known.reads[-3:] if r not in done]:
            known.see(history.happen(ev.ReadRendered(read)))
        for ear in known.ears[-1:]:
            known.see(history.happen(ev.EarOpened(ear)))
            known.see(history.happen(ev.EarTurnEnded(ear)))
        for run in known.runs[-4:]:
            known.see(history.happen(ev.BrainFinished(run)))
        for effect in known.effects[-4:]:
            known.see(history.happen(ev.ToolReturned(effect, "ok")))
        if history.talk.is_idle:
            history.laws.rest()
            return
        due = history.talk.next_deadline
        require("T5", due is not None, "something is under way, and nothing would ever wake it")
        assert due is not None
        history.at = max(history.at, due)
        known.see(history.happen(ev.DeadlineReached()))
        after = history.talk.next_deadline
        require("R1", after is None or after > history.at, "a deadline that does not move would spin")
    require("T5", history.talk.is_idle, "the conversation does not come to rest")


def _again(history: SimulatedHistory) -> None:
    twin = Conversation(history.policy)
    for (at, event), before in zip(history.events, history.commands, strict=True):
        require("R1", twin.handle(u.Instant(at), event) == before, f"{event} was decided otherwise")
