"""The talk so far: the brain's history, the content of a handle, and the base of the token counts. Pure.

Rule 1: a model's line holds what was sent, not what it would have said.
Rule 2: the oldest lines go first, beyond `LINES` lines or `LETTERS` characters; there is no error for a long talk.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from solovox.ports import Message
from solovox.wire.gemini_live.codec import encode
from solovox.wire.gemini_live.parts import FunctionDeclaration, Modality
from solovox.wire.gemini_live.server_frames import ModalityTokens, UsageMetadata, VertexUsage

PERSON: Final = "person"
MODEL: Final = "assistant"
TOOL: Final = "tool"
"""What a tool returned."""
LINES: Final = 400
LETTERS: Final = 200_000


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """What one side said. `sound_ms`: how long, if it was said aloud; else it was text."""

    role: str
    text: str
    sound_ms: int = 0
    met: bool = False
    """The person's words up to here are being answered or were answered; they are not passed on again."""


@dataclass(frozen=True, slots=True)
class Memory:
    """All that a later connection goes on with."""

    model: str
    lines: tuple[TranscriptLine, ...] = ()


def within(lines: list[TranscriptLine]) -> list[TranscriptLine]:
    """The newest lines within the limits."""
    kept, letters = list[TranscriptLine](), 0
    for line in reversed(lines[-LINES:]):
        letters += len(line.text)
        if letters > LETTERS:
            break
        kept.append(line)
    return kept[::-1]


def messages_of(lines: list[TranscriptLine]) -> tuple[Message, ...]:
    """The talk as a brain is given it."""
    return tuple(
        Message(PERSON, f"[{line.text}]") if line.role == TOOL else Message(line.role, line.text)
        for line in lines
        if line.text.strip()
    )


def meet(lines: list[TranscriptLine]) -> None:
    """Mark what was said so far as being answered."""
    if lines:
        lines[-1] = replace(lines[-1], met=True)


def last_words(lines: list[TranscriptLine]) -> str:
    """What the person said since the model last spoke or used a tool, and is not being answered yet; else the last thing
    they said.
    """
    fresh = list[str]()
    for line in reversed(lines):
        if line.met or line.role in (MODEL, TOOL):
            break
        if line.role == PERSON:
            fresh.append(line.text)
    if fresh:
        return "\n".join(reversed(fresh))
    return next((line.text for line in reversed(lines) if line.role == PERSON), "")


def before(lines: list[TranscriptLine], words: str) -> list[TranscriptLine]:
    """The talk without the lines at its end that these words are made of."""
    for n in range(len(lines) - 1, -1, -1):
        if lines[n].role != PERSON:
            break
        own = [line.text for line in lines[n:]]
        if words in ("\n".join(own), " ".join(own)):
            return lines[:n]
    return lines


# Tokens, by a stated rule, so that they add up: pure.
#
# Rule 1: sound is 25 tokens a second: one for each 40 ms that has begun.
# Rule 2: text is one token for each four characters, rounded up.
# Rule 3: the prompt of a turn is what the family's prompts have of their own (`Family.prompt_tokens`), the instruction, the
# tools, and all the talk before its answer, kind by kind; so it grows.
# Rule 4: each count is the sum of its details, and the total is the sum of both.
#
# Sources: the lengths of recorded pieces and the recorded counts, which rules 1 to 3 come within a tenth of. Rule 2 is ours:
# the service's tokenizer is not known. Its details sometimes do not add up, or count heard sound as text; ours do neither.


TOKEN_MS: Final = 40
PER_TOKEN: Final = 4


def of_text(text: str) -> int:
    """Tokens of a text."""
    return -(-len(text) // PER_TOKEN)


def of_sound(ms: int) -> int:
    """Tokens of this much sound."""
    return -(-ms // TOKEN_MS)


def of_tools(tools: Iterable[FunctionDeclaration]) -> int:
    """Tokens of what is declared: of its JSON."""
    return sum(-(-len(encode(one)) // PER_TOKEN) for one in tools)


def usage(
    fixed: int, state: Iterable[TranscriptLine], said: tuple[int, int], *, vertex: bool = False
) -> UsageMetadata:
    """One turn's. `fixed`: all but the talk; `state`: all lines before the answer; `said`: the answer's tokens of
    text and of sound. `vertex`: under the names that Vertex has for them.
    """
    texts, sounds = fixed, 0
    for line in state:
        if line.sound_ms:
            sounds += of_sound(line.sound_ms)
        else:
            texts += of_text(line.text)
    prompt, response = _details(texts, sounds), _details(*said)
    asked, given = (sum(one.token_count for one in details) for details in (prompt, response))
    return (VertexUsage if vertex else UsageMetadata)(
        prompt_token_count=asked,
        response_token_count=given,
        total_token_count=asked + given,
        prompt_tokens_details=prompt,
        response_tokens_details=response,
    )


def _details(texts: int, sounds: int) -> tuple[ModalityTokens, ...]:
    both = ((Modality.TEXT, texts), (Modality.AUDIO, sounds))
    return tuple(ModalityTokens(modality=kind, token_count=count) for kind, count in both if count)
