"""Faults of transcriptions. `of`: of what the person said (input), of what the model says (output), or of both."""

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from solovox.server.faults.actions import After, FaultOutput, Put
from solovox.server.faults.chance import Chance
from solovox.server.faults.fault import Fault, puts
from solovox.server.faults.request import FaultRequest
from solovox.server.faults.shapes import changed, content, in_turn
from solovox.server.faults.triggers import Trigger
from solovox.wire.gemini_live.server_frames import ServerContent, ServerMessage, Transcription

Side = Literal["input_transcription", "output_transcription"]
SIDES: dict[str, tuple[Side, ...]] = {
    "input": ("input_transcription",),
    "output": ("output_transcription",),
    "both": ("input_transcription", "output_transcription"),
}


class OfWords(Fault):
    """A fault of transcriptions: whether it strikes is decided at the first piece of an utterance or of a turn."""

    def __init__(self, asked: FaultRequest, chance: Chance, trigger: Trigger) -> None:
        super().__init__(asked, chance, trigger)
        self._struck: dict[Side, bool] = {}

    def out(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        """`change` of each piece that is struck."""
        held = message.server_content or ServerContent()
        done = list[FaultOutput]()
        rest = [message]
        for side in SIDES[self.asked.word("of")]:
            piece = held.input_transcription if side == "input_transcription" else held.output_transcription
            if piece is None:
                continue
            first = side not in self._struck
            if first:
                self._struck[side] = self.chance.strikes(at)
            if self._struck[side]:
                rest = [left for one in rest for left in changed(one, **{side: None})]
                done += self.change(side, piece, first=first)
        ends = list[FaultOutput]()
        if in_turn(message) and self._struck.pop("input_transcription", False):
            ends = [*self.over("input_transcription")]
        if held.turn_complete and self._struck.pop("output_transcription", False):
            ends += self.over("output_transcription")
        return [*ends, *done, *puts(rest)]

    def change(self, side: Side, piece: Transcription, *, first: bool) -> Sequence[FaultOutput]:
        """What is sent in place of a piece."""
        raise NotImplementedError

    def over(self, side: Side) -> Sequence[FaultOutput]:
        """What is sent before that which ends the utterance or the turn."""
        return []


def transcribed(side: Side, piece: Transcription) -> ServerMessage:
    """A message of this piece alone."""
    return content(**{side: piece})


class NoTranscription(OfWords):
    """No transcription is sent."""

    def change(self, side: Side, piece: Transcription, *, first: bool) -> Sequence[FaultOutput]:
        """Nothing."""
        return []


class LateTranscription(OfWords):
    """The transcription comes `ms` late, after what it should precede."""

    def change(self, side: Side, piece: Transcription, *, first: bool) -> Sequence[FaultOutput]:
        """The piece, later."""
        return [After(self.asked.number("ms"), Put(transcribed(side, piece)))]


class DoubleTranscription(OfWords):
    """Each piece comes twice; or the whole once more at its end."""

    def __init__(self, asked: FaultRequest, chance: Chance, trigger: Trigger) -> None:
        super().__init__(asked, chance, trigger)
        self._whole: dict[Side, str] = {}

    def change(self, side: Side, piece: Transcription, *, first: bool) -> Sequence[FaultOutput]:
        """The piece, and what is kept of it."""
        if self.asked.word("way") == "piece":
            return puts([transcribed(side, piece)] * 2)
        self._whole[side] = ("" if first else self._whole[side]) + piece.text
        return puts([transcribed(side, piece)])

    def over(self, side: Side) -> Sequence[FaultOutput]:
        """The whole again."""
        whole = self._whole.pop(side, "")
        return puts([transcribed(side, Transcription(text=whole))] if whole else [])


class FabricatedTranscription(OfWords):
    """Words that were not said, in place of those that were."""

    def change(self, side: Side, piece: Transcription, *, first: bool) -> Sequence[FaultOutput]:
        """All of it with the first piece."""
        text = " " + self.asked.word("text")
        return puts([transcribed(side, replace(piece, text=text))] if first else [])


class HeadlessTranscription(OfWords):
    """The first words are missing."""

    def change(self, side: Side, piece: Transcription, *, first: bool) -> Sequence[FaultOutput]:
        """What is left of the first piece, and all of the others."""
        words = piece.text.split()[self.asked.number("words") :] if first else None
        kept = piece if words is None else replace(piece, text="".join(f" {one}" for one in words))
        return puts([transcribed(side, kept)] if kept.text else [])
