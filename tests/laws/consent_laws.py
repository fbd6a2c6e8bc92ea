"""A spoken yes (laws A1, A2): it grants what could be understood, or nothing, and is never part of an instruction."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from laws.law_broken import require
from laws.simulated_phrases import NO, YES
from laws.speeches import Speech, Speeches
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Policy
from solovox.core.transcripts import plain
from solovox.lang.en.words import ENGLISH

WAIT: Final = 5_000
"""A spoken yes takes effect within this time (ms)."""


@dataclass(slots=True)
class ConsentLaws:
    """A1, A2 of the voice. For a world in which people say yes or no only to a hold."""

    policy: Policy
    speeches: Speeches
    yes: Speech | None = None
    said: list[Speech] = field(default_factory=list)
    """Every yes and no to a hold that was shown."""
    asked: list[tuple[int, str]] = field(default_factory=list)
    """Instructions with such a word."""
    loose: bool = False
    """A yes came when nothing was held any more: such words may be asked from now on."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command], known: Speech | None) -> None:
        """One step; `known`: the speech whose words have just become known."""
        if known is not None and (plain(known.text) in YES | NO or self._coded(known.text)):
            self._answered(known, closed=any(isinstance(one, do.CloseHold) for one in out))
        for command in out:
            match command:
                case (
                    do.AskBrain(instruction=text, by=do.RoutedBy.EAR | do.RoutedBy.CODE)
                    | do.SteerBrain(instruction=text, by=do.RoutedBy.EAR | do.RoutedBy.CODE)
                ):
                    self._instructed(at, text)
                case do.ShowHold(text=text, kind=do.HoldKind.INSTRUCTION) if self._is_ours(text):
                    self._instructed(at, text)  # else an ear alone may have heard it
                case do.CloseHold(hold=hold, outcome=do.Outcome.GRANTED):
                    clicked = isinstance(event, ev.ConsentGiven) and event.hold == hold
                    if not clicked and not isinstance(event, ev.Typed):
                        self._granted(at)
                case _:
                    pass

    def _is_ours(self, text: str) -> bool:
        """Whether our own recogniser has heard each word of it."""
        ours = {word for one in self.speeches.all for word in plain(one.text).split()}
        return set(plain(text).split()) <= ours

    def _answered(self, speech: Speech, *, closed: bool) -> None:
        ended = not (self.speeches.holds or closed) and self.speeches.ended_at >= speech.confirmed_at
        if not speech.offered or ended:
            self.loose = True
            return
        self.said.append(speech)
        if plain(speech.text) in YES or self._coded(speech.text):
            self.yes = speech
        for at, text in self.asked:
            self._require(at >= speech.began_at, text)

    def _instructed(self, at: int, text: str) -> None:
        if (YES | NO) & set(plain(text).replace("no more", "").split()) or self._coded(text):
            self.asked.append((at, text))
            self._require(bool(self.said), text)

    def _coded(self, text: str) -> str:
        return ENGLISH.find_code(text)[0]

    def _require(self, guilty: bool, text: str) -> None:
        require("A1", self.loose or not guilty, f"a yes or no to a hold became a part of {text!r}")

    def _granted(self, at: int) -> None:
        yes = self.yes
        goes_on = max((one.known_at or at for one in self.speeches.all), default=0)
        heard = yes is not None and yes.known_at is not None and at - max(yes.known_at, goes_on) <= WAIT
        require("A2", heard, "a hold was granted by a voice, and our own recogniser heard no yes")
        assert yes is not None
        newer = [one.text for one in self.said if one.began_at > yes.began_at and plain(one.text) in NO]
        require("A2", not newer, f"a yes has granted, and {newer} was begun after it")
        require("A2", not yes.loud, "a yes that began while a voice of ours could be heard has granted")
