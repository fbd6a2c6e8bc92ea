"""Faults of the model's turns: their ends, their sound, what is in between."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from solovox.server.faults.actions import After, FaultOutput, Put
from solovox.server.faults.fault import TriggeredFault, TurnFault, puts
from solovox.server.faults.shapes import (
    INTERRUPTED,
    RATE,
    TURN_COMPLETE,
    changed,
    content,
    ends_turn,
    has_sound,
    pcm_of,
    remade,
    said,
    saying,
)
from solovox.wire.gemini_live.parts import Content, Part
from solovox.wire.gemini_live.server_frames import InteractionStatus, ServerContent, ServerMessage

LOUD: Final = 20_000
"""An artificial voice: a tone whose samples are all this far from zero, so that any of them can be found in a recording."""
REPEATED_BYTES: Final = 1_000_000
THOUGHT: Final = (
    "**Considering the Request**\n\nI've been asked for something, and I am weighing how to go about it.\n\n"
)


def lost(message: ServerMessage) -> list[ServerMessage]:
    """Without what the model gives."""
    return changed(message, model_turn=None, output_transcription=None, generation_complete=False)


class EarlyTurnComplete(TurnFault):
    """`turnComplete` after `after` pieces of sound, in the middle of a sentence; the true end is not sent."""

    def begin(self) -> None:
        self._sounds = 0

    def change(self, message: ServerMessage) -> Sequence[FaultOutput]:
        told = self._sounds >= self.asked.number("after")
        self._sounds += has_sound(message)
        done = changed(message, turn_complete=False, interaction_status=None)
        if told and self.asked.word("rest") == "lost":
            done = [left for one in done for left in lost(one)]
        if (not told and self._sounds >= self.asked.number("after")) or (ends_turn(message) and not told):
            self._sounds = self.asked.number("after")
            done = [*done, TURN_COMPLETE]
        return puts(done)


class NoTurnComplete(TurnFault):
    """The turn's end is never sent."""

    def change(self, message: ServerMessage) -> Sequence[FaultOutput]:
        return puts(changed(message, turn_complete=False, turn_complete_reason=None, interaction_status=None))


class LateTurnComplete(TurnFault):
    """The turn's end is sent `ms` late."""

    def change(self, message: ServerMessage) -> Sequence[FaultOutput]:
        if not ends_turn(message):
            return [Put(message)]
        held = message.server_content or ServerContent()
        end = content(turn_complete=True, interaction_status=held.interaction_status)
        rest = changed(message, turn_complete=False, interaction_status=None)
        return [*puts(rest), After(self.asked.number("ms"), Put(end))]


class NoGenerationComplete(TurnFault):
    """`generationComplete` is never sent."""

    def change(self, message: ServerMessage) -> Sequence[FaultOutput]:
        return puts(changed(message, generation_complete=False))


class EmptyTurn(TurnFault):
    """The turn has an end and nothing else: no sound, no words."""

    def change(self, message: ServerMessage) -> Sequence[FaultOutput]:
        reason = self.asked.word("reason") if "reason" in self.asked.values else ""
        why = reason if reason and ends_turn(message) else None
        if message.server_content is None:
            return [Put(message)]
        return puts(changed(message, model_turn=None, output_transcription=None, turn_complete_reason=why))


class NearZeroAudio(TurnFault):
    """Inaudible sound: every sample is 0, 1 or -1."""

    def change(self, message: ServerMessage) -> Sequence[FaultOutput]:
        if not has_sound(message):
            return [Put(message)]
        pcm = pcm_of(message)
        whole, rest = (
            pcm[: len(pcm) // 2 * 2],
            bytes(len(pcm) % 2),
        )  # another fault may have cut a sample in two
        quiet = np.sign(np.frombuffer(whole, "<i2")).astype("<i2").tobytes()
        return puts(remade(message, [quiet + rest]))


class OddSound(TurnFault):
    """Pieces of sound that end in the middle of a sample: the first has two bytes, the others an odd number."""

    def begin(self) -> None:
        self._first = True

    def change(self, message: ServerMessage) -> Sequence[FaultOutput]:
        pcm = pcm_of(message)
        if len(pcm) < 6:
            return [Put(message)]
        cut = 2 if self._first else self.chance.dice.randrange(1, len(pcm) // 2) * 2 - 1
        self._first = False
        return puts(remade(message, [pcm[:cut], pcm[cut:]]))


class RepeatedSentence(TurnFault):
    """What the model says is said again before the turn goes on to its call or its end. At most a megabyte of it."""

    def begin(self) -> None:
        self._said = list[ServerMessage]()
        self._bytes = 0

    def change(self, message: ServerMessage) -> Sequence[FaultOutput]:
        held = message.server_content or ServerContent()
        mine = content(model_turn=held.model_turn, output_transcription=held.output_transcription)
        over = held.generation_complete or held.turn_complete or message.tool_call is not None
        before = self._said * self.asked.number("again") if over else []
        if over or held.interrupted:
            self._said = []
        elif mine != content() and self._bytes < REPEATED_BYTES:
            self._said.append(mine)
            self._bytes += len(pcm_of(message))
        return puts([*before, message])


class ThoughtLeak(TurnFault):
    """The model's thinking comes as text before what it says."""

    def begin(self) -> None:
        self._told = False

    def change(self, message: ServerMessage) -> Sequence[FaultOutput]:
        thought = content(model_turn=Content(parts=(Part(text=THOUGHT, thought=True),), role="model"))
        first, self._told = not self._told, True
        return puts([thought, message] if first else [message])


class InProgress(TurnFault):
    """Each piece of sound is followed by a `turnComplete` that is IN_PROGRESS; the true end is IDLE."""

    def change(self, message: ServerMessage) -> Sequence[FaultOutput]:
        if ends_turn(message):
            return puts(changed(message, interaction_status=InteractionStatus.IDLE))
        more = content(turn_complete=True, interaction_status=InteractionStatus.IN_PROGRESS)
        return puts([message, more] if has_sound(message) else [message])


class FalseInterrupt(TurnFault):
    """`interrupted` and the turn's end without any speech, after `after` pieces of sound."""

    def begin(self) -> None:
        self._sounds = 0

    def change(self, message: ServerMessage) -> Sequence[FaultOutput]:
        cut = self._sounds >= self.asked.number("after")
        self._sounds += has_sound(message)
        if cut:
            left = changed(message, turn_complete=False, interaction_status=None)
            return puts(lost(left[0]) if left and self.asked.word("rest") == "lost" else left)
        if has_sound(message) and self._sounds >= self.asked.number("after"):
            return puts([message, INTERRUPTED, TURN_COMPLETE])
        return [Put(message)]


class BackwardsInterrupt(TurnFault):
    """`turnComplete` comes before the `interrupted` that caused it."""

    def begin(self) -> None:
        self._owed = False

    def change(self, message: ServerMessage) -> Sequence[FaultOutput]:
        held = message.server_content or ServerContent()
        self._owed = self._owed or held.interrupted
        rest = changed(message, interrupted=False)
        if self._owed and ends_turn(message):
            return puts([*rest, INTERRUPTED])
        return puts(rest)


class IdleInterrupt(TriggeredFault):
    """`interrupted` and a turn's end where no turn is."""

    def act(self, at: int) -> Sequence[FaultOutput]:
        return puts([INTERRUPTED, TURN_COMPLETE])


def chatter(text: str, ms: int) -> list[ServerMessage]:
    """The messages of an uninvited turn: words, and a tone of this length."""
    samples = RATE * ms // 1000
    tone = np.where(np.arange(samples) // 30 % 2, LOUD, -LOUD).astype("<i2").tobytes()
    step = RATE // 25 * 2 * 6
    return [said(text), *(saying(tone[n : n + step]) for n in range(0, len(tone), step))]


class UninvitedTurn(TriggeredFault):
    """A turn that was not asked for: words, a tone, an end."""

    def act(self, at: int) -> Sequence[FaultOutput]:
        said = chatter(self.asked.word("text"), self.asked.number("ms"))
        return puts([*said, content(generation_complete=True), TURN_COMPLETE])


class RejectedTurn(EmptyTurn):
    """As an empty turn, and `turnCompleteReason` says why."""
