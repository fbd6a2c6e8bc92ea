"""What answers what waits, watched from outside (laws A2, A6): a code, a reading back, a yes or a no that is typed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from laws.voices import Surfaces
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Policy
from solovox.core.sentences import aloud
from solovox.core.transcripts import plain, within
from solovox.core.units import HoldId, ReadId
from solovox.lang.en.words import ENGLISH, SENTENCES


@dataclass(slots=True)
class GraveLaws:
    """A2: what has a code is granted where it is shown, or by its code; no voice of ours says it while a screen shows it."""

    policy: Policy
    codes: dict[HoldId, str] = field(default_factory=dict)
    surfaces: Surfaces = field(default_factory=Surfaces)
    heard: str = ""
    """All that our recogniser understood while such a hold was there."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        del at
        seen = self._seen
        self.surfaces.see(event)
        seen = seen and self._seen
        if isinstance(event, ev.LocalTranscript) and event.final:
            self.heard += f" {event.text}"
        for command in out:
            match command:
                case do.ShowHold(hold=hold, code=str(code)) if code:
                    act = command.kind is not do.HoldKind.INSTRUCTION
                    require("A2", act, f"{command.text!r} has a code, and is the person's own words")
                    require("A2", code not in self.codes.values() or hold in self.codes, f"{code} twice")
                    self.codes[hold] = code
                case do.CloseHold(hold=hold, outcome=outcome) if hold in self.codes:
                    self._closed(event, hold, outcome)
                case do.ShowNotice(text=text):
                    told = [code for code in self.codes.values() if within(code, text)]
                    require("A2", not (told and seen), f"our own voice says {told}")
                case _:
                    pass
        if not self.codes:
            self.heard = ""

    @property
    def _seen(self) -> bool:
        return any(caps.screen for caps in self.surfaces.there.values())

    def _closed(self, event: ev.Event, hold: HoldId, outcome: do.Outcome) -> None:
        code = self.codes.pop(hold)
        if outcome is not do.Outcome.GRANTED:
            return
        match event:
            case ev.ConsentGiven(hold=clicked) if clicked == hold:
                pass
            case ev.Typed(text=text) if self._coded(text) == code:
                pass
            case _:
                said = [within(word, self.heard) for word in code.split()]
                require("A2", all(said), f"what has the code {code} was granted by {self.heard!r}")

    def _coded(self, text: str) -> str:
        return ENGLISH.find_code(text)[0]


@dataclass(slots=True)
class ReadBackLaws:
    """A6: a yes aloud grants what a screen shows, or what was heard to its end, in the words that it is to."""

    policy: Policy
    surfaces: Surfaces = field(default_factory=Surfaces)
    shown: dict[HoldId, tuple[do.ShowHold, int]] = field(default_factory=dict)
    """What waits, and how many notices there were when its text was shown first."""
    notices: list[str] = field(default_factory=list)
    ours: dict[ReadId, str] = field(default_factory=dict)
    """The words of ours that a read says: a notice, or from a word of it on."""
    coming: set[ReadId] = field(default_factory=set)
    broken: set[ReadId] = field(default_factory=set)
    given: dict[ReadId, int] = field(default_factory=dict)
    played: dict[ReadId, int] = field(default_factory=dict)

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        del at
        if isinstance(event, ev.PolicyChanged):
            self.policy = event.policy
        match event:
            case ev.ReadRendered(read=read):
                self.coming.discard(read)
            case ev.ReadFailed(read=read) if read in self.coming:
                self.broken.add(read)
            case ev.Played(read=read, samples=samples):
                self.played[read] = max(samples, self.played.get(read, 0))
            case _:
                pass
        for command in out:
            self._command(event, command)
        self.surfaces.see(event)

    def _command(self, event: ev.Event, command: do.Command) -> None:
        match command:
            case do.ShowHold(hold=hold):
                before = self.shown.get(hold)
                since = len(self.notices) if before is None or before[0].text != command.text else before[1]
                self.shown[hold] = (command, since)
            case do.ShowNotice(text=text):
                self.notices.append(plain(text))
            case do.ShowRead(read=read, run=None, said=said):
                self.ours[read] = plain(said)
            case do.Read(read=read):
                self.coming.add(read)
            case do.Play(read=read, span=span):
                self.given[read] = self.given.get(read, 0) + span.count
            case do.Flush(read=read) | do.CancelRead(read=read):
                self.broken.add(read)
            case do.CloseHold(hold=hold, outcome=outcome):
                show = self.shown.pop(hold, None)
                clicked = isinstance(event, ev.ConsentGiven) and event.hold == hold
                blind = not any(caps.screen for caps in self.surfaces.there.values())
                granted = outcome is do.Outcome.GRANTED and not clicked and not isinstance(event, ev.Typed)
                if granted and blind and show is not None:
                    heard = any(self._heard(read, *show) for read in self.ours)
                    require("A6", heard, f"{show[0].text!r} was granted by a voice, neither seen nor heard")
            case _:
                pass

    def _heard(self, read: ReadId, show: do.ShowHold, since: int) -> bool:
        """Whether this read said it to its end."""
        whole = self.given.get(read, 0) > 0 and read not in self.coming | self.broken
        if self.surfaces.exact:
            whole = whole and self.played.get(read, 0) >= self.given[read]
        words = SENTENCES.holds
        must = [show.code or words.by_word]
        if show.kind is do.HoldKind.INSTRUCTION:
            must = [aloud(show.text), words.you_said.rpartition("{}")[2]]
        backs = [one for one in self.notices[since:] if all(plain(part) in one for part in must)]
        return whole and any(one.endswith(self.ours[read]) for one in backs)


@dataclass(slots=True)
class TypedAnswerLaws:
    """A2: it answers the oldest that could be read, or what has its code, and is no instruction."""

    policy: Policy
    waiting: dict[HoldId, tuple[int, str, str]] = field(default_factory=dict)
    """When each was shown first as it is, its code, and what a yes to it is to."""
    surfaces: Surfaces = field(default_factory=Surfaces)
    aloud: bool = False
    """There was a yes aloud: it may have been overdue."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        self.surfaces.see(event)
        if isinstance(event, ev.PolicyChanged):
            self.policy = event.policy
        if isinstance(event, ev.LocalTranscript) and event.final:
            self.aloud = self.aloud or ENGLISH.consent(event.text) is True
        closed = {one.hold: one.outcome for one in out if isinstance(one, do.CloseHold)}
        if isinstance(event, ev.Typed):
            over = {hold for hold, how in closed.items() if how is do.Outcome.EXPIRED}
            waiting = [hold for hold in self.waiting if hold not in over]
            self._typed(at, event.text, waiting, closed, out)
        for command in out:
            if isinstance(command, do.ShowHold):
                _, code, text = self.waiting.get(command.hold, (at, "", None))
                if (code, text) != (command.code, command.text):
                    self.waiting[command.hold] = (at, command.code, command.text)
            elif isinstance(command, do.CloseHold):
                self.waiting.pop(command.hold, None)

    def _typed(
        self,
        at: int,
        text: str,
        waiting: Sequence[HoldId],
        closed: dict[HoldId, do.Outcome],
        out: Sequence[do.Command],
    ) -> None:
        yes = ENGLISH.consent(text)
        asked = [
            one for one in out if isinstance(one, do.AskBrain | do.SteerBrain) and one.instruction == text
        ]
        queued = any(one.by is do.RoutedBy.TYPED for one in asked)
        require("A2", yes is None or not waiting or not queued, f"{text!r} was queued while something waits")
        overdue = self.aloud and yes is not True
        granted = [hold for hold, how in closed.items() if how is do.Outcome.GRANTED and not overdue]
        require("A2", yes is True or not granted, f"{text!r} is no yes, and has granted")
        code = ENGLISH.find_code(text)[0]
        for hold in granted:
            shown, mine, _ = self.waiting[hold]
            require("A2", mine == code or not mine, f"{text!r} is not the code {mine}")
            read = bool(code) or at - shown >= self.policy.timing.seen
            require("A2", read, f"{text!r} came {at - shown} ms after what it granted was shown")
            require(
                "A2", bool(code) or hold == waiting[0], f"{text!r} granted {hold}, which is not the oldest"
            )
            seen = any(caps.screen for caps in self.surfaces.there.values())
            require("A2", seen, f"{text!r} granted where no screen shows what waits")
        require("A2", len(granted) <= 1, f"{text!r} granted {granted}")
        refused = [hold for hold, how in closed.items() if how is do.Outcome.DENIED]
        denies = yes is not False or not waiting or bool(refused)
        require("A2", denies, f"{text!r} denied nothing")
