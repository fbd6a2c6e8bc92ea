"""What cannot be undone, watched from outside: law A2 of codes."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from laws.voices import Surfaces
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.phrases import within
from solovox.core.policy import Policy
from solovox.core.units import HoldId


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
            case ev.Typed(text=text):
                require("A2", self._coded(text) == code, f"{text!r} granted what has the code {code}")
            case _:
                said = [within(word, self.heard) for word in code.split()]
                require("A2", all(said), f"what has the code {code} was granted by {self.heard!r}")

    def _coded(self, text: str) -> str:
        return self.policy.language.holds.coded(text)[0]
