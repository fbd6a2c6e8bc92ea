"""What the model says in one turn: text in, messages with transcription and sound out, paced by the clock. Pure.

Rule 1: all that is said is transcribed, once and in order; pieces of the transcription add up to what was said.
Rule 2: a piece of sound lasts a multiple of 40 ms, at most `PIECE_MS`; where a text ends it is filled up with silence.
Rule 3: at `Pace.REAL` no sound is sent more than `LEAD_MS` before it is to be heard.

Source of the sizes: recorded frames of the service (multiples of 1920 bytes).
"""

from collections import deque
from typing import Final

from solovox.core.units import VOICE_RATE, milliseconds
from solovox.server.options import Pace, ServerOptions, TranscriptPosition
from solovox.server.served_commands import Send, SendSound, ServedCommand, Speak
from solovox.server.terms import Terms
from solovox.wire.gemini_live.parts import Content, Part
from solovox.wire.gemini_live.server_frames import ServerContent, ServerMessage, Transcription

STEP: Final = VOICE_RATE * 40 // 1000
PIECE: Final = 6 * STEP
"""Samples of one piece: 240 ms."""
LEAD_MS: Final = 500


class TurnOutput:
    """The output of turn `turn`."""

    def __init__(self, turn: int, terms: Terms, options: ServerOptions) -> None:
        self._turn = turn
        self._terms = terms
        self._options = options
        many = terms.family.many_parts
        self._where = options.transcription or (
            TranscriptPosition.WITH if many else TranscriptPosition.BEFORE
        )
        self._texts: deque[tuple[str, int]] = deque()
        """Texts that are being rendered, each with the characters done; the first is the one being spoken."""
        self._marks: deque[tuple[int, str]] = deque()
        """The sample with which each stretch of text begins to sound."""
        self._spoken: list[tuple[int, str]] = []
        """The stretches that were sent, each with the sample, of all that was sent, in whose piece it begins."""
        self._counts = [0, 0, 0, 0]
        """Samples rendered; samples sent; samples up to the end of the last complete text; where the voice ends in all
        that was sent, with the silence in it.
        """
        self.length = 0
        """Characters given."""
        self.closed = False
        """No more text will come."""
        self.samples = 0
        """What was sent, with the silence in it."""
        self.plays_until = 0

    @property
    def said(self) -> str:
        """All that was sent, as text."""
        return "".join(text for _, text in self._spoken)

    @property
    def quiet(self) -> bool:
        """Whether all text has been sent."""
        made, sent, *_ = self._counts
        return not self._texts and not self._marks and made == sent

    @property
    def begun(self) -> bool:
        """Whether anything was given to be said."""
        return self.length > 0

    def say(self, text: str) -> list[ServedCommand]:
        """The next text. A space separates it from the one before."""
        if not text.strip():
            return []
        said = f" {text}" if self.begun and not text[0].isspace() else text
        self.length += len(said)
        if self._terms.in_text:
            self._spoken.append((0, said))
            part = Part(text=said)
            return [_content(ServerContent(model_turn=Content(parts=(part,), role="model")))]
        self._texts.append((said, 0))
        return [Speak(self._turn, said)]

    def unheard(self, now: int) -> str:
        """What was given and not yet heard whole: from the stretch that sounds now."""
        heard = self.samples - max(0, self.plays_until - now) * VOICE_RATE // 1000
        ends = [at for at, _ in self._spoken[1:]] + [self._counts[3] if self.quiet else self.samples + 1]
        sent = [text for (_, text), end in zip(self._spoken, ends, strict=False) if end > heard]
        unsent = [text for _, text in self._marks] + [text[done:] for text, done in self._texts]
        return "".join([*sent, *unsent])

    def take_samples(self, samples: int, said_to: int) -> None:
        """`samples` more were rendered; they say the text up to a character."""
        if not self._texts:
            return
        text, before = self._texts[0]
        said_to = min(max(said_to, before), len(text))
        if said_to > before:
            self._marks.append((self._counts[0], text[before:said_to]))
            self._texts[0] = text, said_to
        self._counts[0] += samples

    def finish_text(self) -> None:
        """The first text is completely rendered."""
        if self._texts:
            text, said_to = self._texts.popleft()
            if said_to < len(text):
                self._marks.append((self._counts[0], text[said_to:]))
            self._counts[2] = self._counts[0]

    def due(self, now: int) -> list[ServedCommand]:
        """What can be sent by now."""
        commands = list[ServedCommand]()
        while (samples := self._ready()) and self._may(now):
            commands += self._piece(samples, now)
        made, sent, *_ = self._counts
        if self._marks and made == sent and not self._texts:
            commands += self._show_text(self._take(made + 1, self.samples))
        return commands

    def finish_transcription(self) -> list[ServedCommand]:
        """The last transcription message, if `finished` is on."""
        if not self._options.finished or not self._terms.shows or not self.said or self._terms.in_text:
            return []
        return [_content(ServerContent(output_transcription=Transcription(finished=True)))]

    @property
    def deadline(self) -> int | None:
        """When the next piece that is ready may be sent."""
        return self.plays_until - LEAD_MS + 1 if self._real and self._ready() else None

    @property
    def _real(self) -> bool:
        return self._options.pace is Pace.REAL

    def _ready(self) -> int:
        made, sent, whole, _ = self._counts
        return PIECE if made - sent >= PIECE else max(0, whole - sent)

    def _may(self, now: int) -> bool:
        return not self._real or self.plays_until - now < LEAD_MS

    def _piece(self, samples: int, now: int) -> list[ServedCommand]:
        silence, begins = -samples % STEP, self.samples
        self._counts[1] += samples
        self._counts[3] = begins + samples
        self.samples += samples + silence
        self.plays_until = max(self.plays_until, now) + milliseconds(samples + silence, VOICE_RATE)
        text = self._take(self._counts[1], begins)
        with_it = self._where is TranscriptPosition.WITH and bool(text) and self._terms.shows
        content = ServerContent(output_transcription=Transcription(text=text)) if with_it else ServerContent()
        sound = SendSound(self._turn, samples, silence, ServerMessage(server_content=content))
        if with_it:
            return [sound]
        shown = self._show_text(text)
        return [sound, *shown] if self._where is TranscriptPosition.AFTER else [*shown, sound]

    def _take(self, end: int, at: int) -> str:
        """The text that begins to sound before sample `end`, in the piece that begins `at`."""
        text = ""
        while self._marks and self._marks[0][0] < end:
            text += self._marks.popleft()[1]
        if text:
            self._spoken.append((at, text))
        return text

    def _show_text(self, text: str) -> list[ServedCommand]:
        if not text or not self._terms.shows:
            return []
        return [_content(ServerContent(output_transcription=Transcription(text=text)))]


def _content(content: ServerContent) -> Send:
    return Send(ServerMessage(server_content=content))
