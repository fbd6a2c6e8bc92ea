"""Faults of the client's input: changed before the session sees it."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from solovox.server.faults.chance import Chance
from solovox.server.faults.fault import Fault
from solovox.server.faults.request import FaultRequest
from solovox.server.faults.triggers import Trigger
from solovox.wire.gemini_live.client_frames import (
    AutomaticActivityDetection,
    ClientContent,
    ClientMessage,
    RealtimeInput,
    RealtimeInputConfig,
    Setup,
)
from solovox.wire.gemini_live.parts import Content, Part


class TextIgnored(Fault):
    """A typed text is not seen."""

    def came(self, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
        """Nothing in place of it."""
        typed = isinstance(message, RealtimeInput) and message.text is not None
        return [] if typed and self.chance.strikes(at) else [message]


class HistoryForgotten(Fault):
    """Content without `turnComplete` is forgotten."""

    def came(self, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
        """Of a content that asks for an answer its last turn alone is seen; of any other, nothing."""
        if not isinstance(message, ClientContent) or not message.turns or not self.chance.strikes(at):
            return [message]
        return [replace(message, turns=message.turns[-1:])] if message.turn_complete else []


class WaitsForTurnComplete(Fault):
    """After content without `turnComplete` no sound is heard until a content has it."""

    def __init__(self, asked: FaultRequest, chance: Chance, trigger: Trigger) -> None:
        super().__init__(asked, chance, trigger)
        self._waits = False

    def came(self, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
        """Sound is not, while it waits."""
        if isinstance(message, ClientContent):
            self._waits = not message.turn_complete and (self._waits or self.chance.strikes(at))
        return [] if self._waits and isinstance(message, RealtimeInput) and message.audio else [message]


class HastyEnd(Fault):
    """A short pause ends what the person says: what comes after it is a turn of its own."""

    def came(self, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
        """The setup, as if the client had wanted that. Where it marks activity itself there is no pause to be taken."""
        if not isinstance(message, Setup) or not self.chance.strikes(at):
            return [message]
        realtime = message.realtime_input_config or RealtimeInputConfig()
        detection = realtime.automatic_activity_detection or AutomaticActivityDetection()
        hasty = replace(detection, silence_duration_ms=self.asked.number("ms"))
        return [replace(message, realtime_input_config=replace(realtime, automatic_activity_detection=hasty))]


def _preface(text: str, dice: Random) -> str:
    return f"{dice.choice(('Sure', 'Of course', 'Okay'))}! Here is what it says. {text}"


def _swap(text: str, dice: Random) -> str:
    words = text.split()
    if len(words) > 1:
        n = dice.randrange(len(words) - 1)
        words[n], words[n + 1] = words[n + 1], words[n]
    return " ".join(words)


def _drop(text: str, dice: Random) -> str:
    words = text.split()
    if len(words) > 1:
        del words[dice.randrange(len(words))]
    return " ".join(words)


def _half(text: str, dice: Random) -> str:
    words = text.split()
    return " ".join(words[: max(len(words) // 2, 1)])


def _more(text: str, dice: Random) -> str:
    return f"{text} Is there anything else that I can do for you?"


def _other(text: str, dice: Random) -> str:
    return "I am sorry, but I cannot read that aloud."


PARAPHRASES: Final[dict[str, Callable[[str, Random], str]]] = {
    "preface": _preface, "swap": _swap, "drop": _drop, "half": _half, "more": _more, "other": _other,
}  # fmt: skip


class Paraphrase(Fault):
    """The session receives other words than were sent, so the model reads other words."""

    def came(self, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
        """The text, in other words."""
        match message:
            case RealtimeInput(text=text) if text and text.strip() and self.chance.strikes(at):
                return [replace(message, text=self._words(text))]
            case ClientContent(turns=(*before, last)) if last.role != "model" and self.chance.strikes(at):
                return [replace(message, turns=(*before, self._content(last)))]
            case _:
                return [message]

    def _content(self, given: Content) -> Content:
        return replace(given, parts=tuple(self._part(one) for one in given.parts))

    def _part(self, given: Part) -> Part:
        return replace(given, text=self._words(given.text)) if given.text and not given.thought else given

    def _words(self, text: str) -> str:
        return PARAPHRASES[self.asked.word("way")](text, self.chance.dice)
