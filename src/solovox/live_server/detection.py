"""What a client of the live server asks of the detection of speech, as the recogniser's numbers."""

from dataclasses import replace
from typing import Final

from solovox.live.local.cascade_types import MS, CascadeTuning
from solovox.server.terms import Detection

NEVER: Final = 3_600_000 * MS
"""The draft interval for clients that do not want drafts. A draft costs half as much as a final transcription."""


def tuning(detection: Detection) -> CascadeTuning:
    """The recogniser's tuning for the speech detection that a client asked for.

    `silenceDurationMs`: an utterance ends after this much silence, and the turn detector is not asked. `prefixPaddingMs`: how
    much speech begins an utterance.
    """
    numbers = CascadeTuning() if detection.drafts else CascadeTuning(draft_every=NEVER)
    if detection.silence_ms is not None:
        silence = min(max(detection.silence_ms, 64), 10_000) * MS
        numbers = replace(
            numbers,
            pause=min(numbers.pause, silence),
            quick_wait=silence,
            sure_wait=silence,
            nod_wait=silence,
            longest_wait=silence,
            hanging_wait=silence,
        )
    elif detection.end_low:
        numbers = replace(numbers, sure_wait=1_200 * MS, longest_wait=3_000 * MS)
    if detection.padding_ms is not None:
        numbers = replace(numbers, confirm=min(max(detection.padding_ms, 32), 2_000) * MS)
    if detection.start_low:
        numbers = replace(numbers, speech=0.7, still=0.5, onset_frames=5)
    return numbers
