"""One whole session over real sockets for each seed: any narrator, family and variant, and a live model that does anything.

Seeds that follow one another take turns through all families and variants of a narrator, and then of the next; every fifth round is
`relay`'s. What the model does, and when, is the seed's chance. Whatever it is: no sample of the ear is heard that nobody asked for, the laws hold at every step, the sums add up, a call is
answered once, two connections are never open at a time, and what a reader reads is heard whole or from the exact voice.
"""

import random
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import product

import numpy as np

from live.gemini_double import Double
from live.gemini_reading import ANSWER as PIECEWISE
from live.gemini_reading import by_chance, is_whole, words_of
from live.gemini_rig import ANSWER, Live
from live.gemini_voice import TONE
from live.gemini_ways import (
    GOOD,
    Abort,
    Call,
    Cancel,
    Chatter,
    Close,
    End,
    GoAway,
    Hear,
    Say,
    Text,
    Twice,
    Variant,
    Wait,
    Way,
)
from solovox.config.schema import NarratorConfig
from solovox.core import commands as c

MODELS = (
    "gemini-2.5-flash-native-audio-preview-12-2025",
    "gemini-3.1-flash-live-preview",
    "gemini-3.8-live",
    "gemini-3.8-live-extended-thinking",
)
NARRATORS = ("voice", "reader.kept", "reader.fresh", "self")
VARIANTS = (
    Variant(),
    *(Variant(text=one) for one in Text if one is not Text.BEFORE),
    *(Variant(end=one) for one in End if one is not End.COMPLETE),
    *(Variant(twice=one) for one in Twice if one is not Twice.ONCE),
    Variant(late_transcript=True),
    Variant(whole=True),
)
CASES = tuple(product(NARRATORS, MODELS, VARIANTS))
RELAYED = tuple(product(("relay",) * len(NARRATORS), MODELS, VARIANTS))
ROUNDS = (CASES, CASES, RELAYED, CASES, CASES)
"""In this order, because seeds that are pinned mean what they meant."""
SAID = "what now please"
SPEED = 50


def anything(chance):
    """A step."""
    return chance.choice(
        [
            Chatter(chance.choice([40, 240, 1_500])),
            Wait(chance.choice([5, 60, 400, 1_500])),
            Hear(),
            Hear(chance.choice(["what now", "delete everything", "", "stop it"])),
            Call(chance.choice("abc"), chance.choice(["ask_agent", "ask_agent", "rm"])),
            Cancel(chance.choice("abc")),
            *([Close(code, "any reason")] if (code := chance.choice([0, 1000, 1008, 1011])) else [Wait(1)]),
            chance.choice(
                [Abort(), GoAway(chance.choice([0, 3_000])), chance.choice(list(End)), Wait(10), Wait(10)]
            ),
        ]
    )


def way(chance):
    def some(least, most):
        return tuple(anything(chance) for _ in range(chance.randint(least, most)))

    heard = chance.choice([GOOD, (*GOOD, *some(0, 3)), (*some(0, 2), *GOOD), some(0, 4)])
    return Way(heard, some(0, 2), some(0, 2), some(0, 3), later=GOOD if chance.random() < 0.8 else None)


def relayed(chance):
    """A model that hears, hands over and reads, with ideas of its own before, beside and after it."""

    def some(least, most):
        steps = [anything(chance) for _ in range(chance.randint(least, most))]
        return tuple(step for step in steps if step != Hear("stop it"))

    heard = chance.choice([GOOD, GOOD, (*GOOD, *some(0, 2)), (*some(0, 2), *GOOD), some(0, 3)])
    return Way(
        heard,
        opened=some(0, 1),
        answered=some(0, 2),
        meanwhile=some(0, 2),
        later=GOOD if chance.random() < 0.8 else None,
        reads=by_chance(chance),
    )


def own_voice(chance):
    """A model that answers for itself, and whose connections may end at any moment."""
    say = (
        Hear(),
        *(Say(text) for text in chance.sample(["It is noon.", "Yes.", "Well, no."], chance.randint(1, 2))),
    )
    close = chance.choice([Abort(), Close(1011, "Internal error"), GoAway(3_000), Wait(10), Wait(10)])
    late = chance.choice([Wait(5), Wait(400), Wait(1_500)])
    return Way(
        heard=(*say, late, close) if chance.random() < 0.5 else say,
        later=say if chance.random() < 0.5 else None,
    )


@dataclass(frozen=True)
class Case:
    """What a seed stands for."""

    seed: int
    speed: float = SPEED

    @property
    def choices(self):
        """Narrator, model, variant."""
        way_round, at = divmod(self.seed, len(CASES))
        return ROUNDS[way_round % len(ROUNDS)][at]

    @property
    def names(self):
        narrator, model, variant = self.choices
        return f"{narrator}, {model}, {variant}"

    def hold(self):
        """Play it. Raises whatever is wrong."""
        narrator, model, variant = self.choices
        chance = random.Random(self.seed)
        if narrator == "self":
            talk = Live(own_voice(chance), variant, **self._given(model, NarratorConfig(kind="self"))).held()
            known = talk.double.answers
            heard = set(np.unique(talk.samples[talk.samples != 0]).tolist())
            quiet = {int(np.array([tone * 10 ** (-12 / 20)]).astype("<i2")[0]) for tone in known}
            require(heard <= set(known) | quiet, f"something else was heard: {heard}")
            require(talk.asked == [] and not talk.did(c.Read), "a brain was asked where there is none")
        elif narrator == "voice":
            talk = Live(way(chance), variant, **self._given(model)).held()
            reads = b"".join(talk.tts.sound(one.said) for one in talk.did(c.Read))
            whole = talk.samples[talk.samples != 0].tobytes() == reads
            require(whole or talk.did(c.Flush) or talk.did(c.Duck), "the reading is not whole")
            require(all(one.said in ANSWER for one in talk.did(c.Read)), "something else was read")
        elif narrator == "relay":
            given = self._given(model, NarratorConfig(kind="relay", voice="Kore"))
            talk = Spelled(relayed(chance), variant, answer=PIECEWISE, **given).held()
            words = words_of(bytes(talk.out))
            require(is_whole(words), f"the reading is not whole: {words}")
            require(len(talk.asked) == 1, f"it was not asked once: {talk.asked}")
        else:
            config = {"kind": "reader", "session": narrator.partition(".")[2], "voice": "Kore"}
            talk = Reads(by_chance(chance), variant=variant, **self._given(model, config)).held()
            words = words_of(bytes(talk.out))
            require(is_whole(words), f"the reading is not whole: {words}")
        self._judge(talk)
        return talk

    def _given(self, model, narrator=None):
        choices = {"narrator": narrator} if narrator is not None else {}
        said = ((400, SAID, "watt now"),)
        return {
            "said": said,
            "seed": self.seed,
            "speed": self.speed,
            "ear": {"model": model},
            "choices": choices,
        }

    def _judge(self, talk):
        require(talk.why == "the person hung up", talk.why)
        require(np.count_nonzero(talk.samples == TONE) == 0, "the ear was heard")
        require(talk.wrong_sums == [], talk.wrong_sums)
        require(talk.double.most_open <= 1, "two connections at a time")
        calls = [(one.connection, one.call) for one in talk.did(c.AnswerCall)]
        require(len(calls) == len(set(calls)), "a call was answered twice")


class Spelled(Live):
    """Our own voice makes sounds that can be taken apart into words."""

    per_character = 240


class Reads(Spelled):
    """A session whose reader is another socket; its ear obeys."""

    def __init__(self, reading, *, choices, **given):
        self._service, self._narrator = Double(Way(reads=reading)), choices["narrator"]
        super().__init__(Way(), answer=PIECEWISE, **given)

    def server(self, vocabulary):
        return self._both(super().server(vocabulary))

    @asynccontextmanager
    async def _both(self, ear):
        async with self._service as service, ear:
            self.choices = {"narrator": NarratorConfig(**self._narrator, url=service.url)}
            yield ear


def require(holds, what):
    if not holds:
        raise AssertionError(what)
