"""Tokens, by a stated rule, so that they add up: pure.

Rule 1: sound is 25 tokens a second: one for each 40 ms that has begun.
Rule 2: text is one token for each four characters, rounded up.
Rule 3: the prompt of a turn is what the family's prompts have of their own (`Family.prompt_tokens`), the instruction, the
tools, and all the talk before its answer, kind by kind; so it grows.
Rule 4: each count is the sum of its details, and the total is the sum of both.

Sources: the lengths of recorded pieces and the recorded counts, which rules 1 to 3 come within a tenth of. Rule 2 is ours:
the service's tokenizer is not known. Its details sometimes do not add up, or count heard sound as text; ours do neither.
"""

from collections.abc import Iterable
from typing import Final

from solovox.server.memory import TranscriptLine
from solovox.wire.gemini_live.codec import encode
from solovox.wire.gemini_live.parts import FunctionDeclaration, Modality
from solovox.wire.gemini_live.server_frames import ModalityTokens, UsageMetadata, VertexUsage

TOKEN_MS: Final = 40
LETTERS: Final = 4


def of_text(text: str) -> int:
    """Tokens of a text."""
    return -(-len(text) // LETTERS)


def of_sound(ms: int) -> int:
    """Tokens of this much sound."""
    return -(-ms // TOKEN_MS)


def of_tools(tools: Iterable[FunctionDeclaration]) -> int:
    """Tokens of what is declared: of its JSON."""
    return sum(-(-len(encode(one)) // LETTERS) for one in tools)


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
