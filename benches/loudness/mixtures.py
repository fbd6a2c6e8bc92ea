"""The mixtures, out of human clips. Each follows from its kind and its number alone.

Rule: numbers from `HELD_OUT` on are kept apart. Nothing is chosen by what they give.
"""

import random
from dataclasses import dataclass
from functools import cache

import clips
import numpy as np
from turns import sound
from turns.grounds import RATE, level

HELD_OUT = 100
SOFTER = (-6, -10, -14, -18)
BROADCAST = -20
"""dB against the person."""
LOUD = 0.06
TURNS = RATE // 5
"""How long a head takes to turn, in samples."""


@dataclass(frozen=True)
class Mixture:
    """`heard` is what the microphone hears; `even` the same people, as loud as one another and alone; `speech` where they speak, in samples."""

    kind: str
    softer: int
    heard: bytes
    even: bytes
    speech: tuple[tuple[int, int], ...]


@cache
def people():
    """The sentences of each person, all as loud: read aloud, called, dictated, and recorded for a telephone exchange."""
    said = [sound.trimmed(sound.floats(pcm)) for _, pcm in clips.human()]
    groups = {"go": said[:2], "cards": said[3:8], "reader": said[8:13], "speaker": said[13:]}
    groups["prompts"] = sound.prompts()
    return {name: [one * (LOUD / level(one)) for one in group] for name, group in groups.items()}


def turned(number, softer):
    """One person says four sentences, and turns away in their midst; sometimes back again."""
    dice = random.Random(f"turned {number} {softer}")
    pieces = _spaced(_some(dice, dice.choice(["reader", "prompts", "cards"]), 4), dice, 0.2, 0.9)
    even = np.concatenate([_silence(0.6), *pieces, _silence(4)])
    away = np.zeros(len(even))
    at = int(dice.uniform(0.2, 0.6) * len(even))
    away[at:] = 1
    away[at : at + TURNS] = np.linspace(0, 1, TURNS)
    if dice.random() < 0.4:
        away[int(dice.uniform(0.7, 0.9) * len(even)) :] = 0
    return _mixture("a turned head", softer, even * 10 ** (softer * away / 20), even, pieces)


def in_turn(number, softer):
    """Two people speak in turn, the second softer than the first."""
    dice = random.Random(f"in turn {number} {softer}")
    one, other = dice.sample(["reader", "prompts", "cards", "speaker", "go"], 2)
    said = [
        (piece, gain)
        for pair in zip(_some(dice, one, 3), _some(dice, other, 3), strict=False)
        for piece, gain in zip(pair, (1.0, 10 ** (softer / 20)), strict=True)
    ]
    pauses = [_silence(dice.uniform(0.3, 1.5)) for _ in said]
    pieces = [part for (piece, _), pause in zip(said, pauses, strict=True) for part in (piece, pause)]
    soft = [part for (piece, gain), pause in zip(said, pauses, strict=True) for part in (piece * gain, pause)]
    heard, even = (np.concatenate([_silence(0.6), *parts, _silence(4)]) for parts in (soft, pieces))
    return _mixture("two in turn", softer, heard, even, pieces)


def broadcast(number, softer=BROADCAST):
    """A person says three sentences, with 5 to 9 s after each, and behind them another person talks all the time."""
    dice = random.Random(f"broadcast {number} {softer}")
    person, other = dice.choice(
        [("reader", "prompts"), ("prompts", "reader"), ("cards", "prompts"), ("go", "reader")]
    )
    pieces = _spaced(_some(dice, person, 3), dice, 5, 9)
    even = np.concatenate([_silence(2.5), *pieces])
    talk = [_silence(dice.uniform(0, 1))]
    while sum(map(len, talk)) < len(even):
        talk += _spaced(_some(dice, other, 9), dice, 0.15, 0.5)
    behind = np.concatenate(talk)[: len(even)] * 10 ** (softer / 20)
    return _mixture("a broadcast", softer, even + behind, even, pieces, lead=2.5)


def mixtures(numbers):
    """All of these numbers."""
    for number in numbers:
        yield from (turned(number, softer) for softer in SOFTER)
        yield from (in_turn(number, softer) for softer in SOFTER)
        yield from (broadcast(2 * number), broadcast(2 * number + 1))


def _mixture(kind, softer, heard, even, pieces, lead=0.6):
    at, speech = round(lead * RATE), []
    for spoken, pause in zip(pieces[::2], pieces[1::2], strict=True):
        speech.append((at, at + len(spoken)))
        at += len(spoken) + len(pause)
    room = 1e-5 * np.random.default_rng(len(heard)).standard_normal(len(heard))
    return Mixture(kind, softer, _pcm(heard + room), _pcm(even + room), tuple(speech))


def _some(dice, who, count):
    said = list(people()[who])
    dice.shuffle(said)
    return said[:count]


def _spaced(said, dice, least, most):
    return [part for one in said for part in (one, _silence(dice.uniform(least, most)))]


def _silence(seconds):
    return np.zeros(round(seconds * RATE))


def _pcm(samples):
    return (np.clip(samples, -1, 1) * 32_767).astype("<i2").tobytes()
