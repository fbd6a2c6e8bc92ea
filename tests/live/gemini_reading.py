"""What a service may say when it is asked to read: in every order, and in every wrong way. Words that can be told apart.

Each word sounds different, from the live voice (`LIVE`) and from ours (`EXACT`), so that what a speaker played can
be taken apart into words again (`words_of`).
"""

import re
from dataclasses import dataclass
from functools import cache

import numpy as np

from solovox.live.losing import LossCause, Lost
from solovox.ports import SpeechCorrection
from solovox.testing.fakes import ScriptedTts
from solovox.wire.gemini_live import server_frames as s
from solovox.wire.gemini_live.parts import Content, Part, sound

LIVE, EXACT = ScriptedTts(1_440), ScriptedTts(240)
PIECES = ["It is noon,", "they say.", "Lunch is at one.", "There will be soup and bread."]
ANSWER = " ".join(PIECES)
CUT = "…"
FORBIDDEN = "Sure! zebra Anything else?".split()
TAUGHT = SpeechCorrection("a", "2026-01-31T09:00:00.000Z", "Lunch", "zebra")
"""How a person wants a word of the answer said."""
GENERATED = s.ServerMessage(server_content=s.ServerContent(generation_complete=True))
TURN_OVER = s.ServerMessage(server_content=s.ServerContent(turn_complete=True))
INTERRUPTED = s.ServerMessage(server_content=s.ServerContent(interrupted=True))
REJECTED = s.ServerMessage(
    server_content=s.ServerContent(turn_complete=True, turn_complete_reason="RESPONSE_REJECTED")
)
GO_AWAY = s.ServerMessage(go_away=s.GoAway())
ENDS = [GENERATED, TURN_OVER]
BROKEN = Lost("the connection broke", LossCause.NETWORK)


@dataclass(frozen=True)
class Beside:
    """What is said so much later, whatever is read then."""

    seconds: float
    messages: tuple


def text(words):
    return s.ServerMessage(server_content=s.ServerContent(output_transcription=s.Transcription(text=words)))


def voice(word):
    turn = Content(parts=(Part(inline_data=sound(LIVE.sound(word + " "), 24_000)),), role="model")
    return s.ServerMessage(server_content=s.ServerContent(model_turn=turn))


def both(word):
    content = s.ServerContent(
        output_transcription=s.Transcription(text=f" {word}"),
        model_turn=voice(word).server_content.model_turn,
    )
    return s.ServerMessage(server_content=content)


def said(words):
    return [both(word) for word in words]


def halves(words):
    for word in words:
        middle = len(word) // 2
        yield from (text(" " + word[:middle]), text(word[middle:]), voice(word))


ORDERS = {
    "together": lambda words, n: [*said(words), *ENDS],
    "text before its sound": lambda words, n: [m for w in words for m in (text(f" {w}"), voice(w))] + ENDS,
    "all text first": lambda words, n: [text(" ".join(words)), *map(voice, words), *ENDS],
    "sound before its text": lambda words, n: [m for w in words for m in (voice(w), text(f" {w}"))] + ENDS,
    "text late": lambda words, n: [m for w in words for m in (voice(w), 0.4, text(f" {w}"))] + ENDS,
    "text after all sound": lambda words, n: [*map(voice, words), text(" ".join(words)), *ENDS],
    "text after the end": lambda words, n: [*map(voice, words), *ENDS, 0.3, text(" ".join(words))],
    "half words": lambda words, n: [*halves(words), *ENDS],
    "words in another writing": lambda words, n: (
        [m for w in words for m in (text(f" {w.upper().strip(',.')}"), voice(w))] + ENDS
    ),
    "no generationComplete": lambda words, n: [*said(words), TURN_OVER],
    "turnComplete when it was played": lambda words, n: [*said(words), GENERATED, 3.0, TURN_OVER],
    "turnComplete never": lambda words, n: [*said(words), GENERATED],
    "interrupted after the end": lambda words, n: [*said(words), GENERATED, INTERRUPTED, TURN_OVER],
    "slow": lambda words, n: [m for w in words for m in (both(w), 0.3)] + ENDS,
}


def at(place, *wrong):
    """Reads right up to a word, then says something else, and goes on."""
    return lambda words, n: [*said(words[:place]), *said(wrong), *said(words[place:]), *ENDS]


FAULTS = {
    "an introduction": at(0, "Sure!"),
    "another word": at(2, "zebra"),
    "another word, text late": lambda words, n: [
        *map(voice, [*words[:2], "zebra", *words[2:]]),
        0.3,
        text(" ".join([*words[:2], "zebra", *words[2:]])),
        *ENDS,
    ],
    "an offer at the end": at(99, "Anything", "else?"),
    "only an offer": lambda words, n: [*said(["Anything", "else?"]), *ENDS],
    "too early an end": lambda words, n: [*said(words[:-1]), *ENDS],
    "too early a turnComplete, then the rest": lambda words, n: [
        *said(words[:1]),
        TURN_OVER,
        4.0,
        *said(words[1:]),
    ],
    "an empty turn": lambda words, n: ENDS,
    "silence": lambda words, n: [],
    "silence in the middle": lambda words, n: said(words[:1]),
    "sound without text": lambda words, n: [*map(voice, words), *ENDS],
    "text without sound": lambda words, n: [text(" ".join(words)), *ENDS],
    "text for half of the sound": lambda words, n: [*said(words[:1]), *map(voice, ["zebra"] * 40), *ENDS],
    "interrupted": lambda words, n: [*said(words[:1]), INTERRUPTED, TURN_OVER],
    "refused": lambda words, n: [REJECTED],
    "a broken connection": lambda words, n: [*said(words[:1]), BROKEN],
    "a broken connection at once": lambda words, n: [BROKEN],
    "another rate": lambda words, n: [
        s.ServerMessage(
            server_content=s.ServerContent(
                model_turn=Content(parts=(Part(inline_data=sound(b"\1\0" * 800, 16_000)),), role="model")
            )
        ),
        *ENDS,
    ],
}


@cache
def sounds():
    """What each word sounds like, in either voice, with a pause or without."""
    names = [*ANSWER.split(), *FORBIDDEN]
    return {tts.sound(name + end): name for tts in (LIVE, EXACT) for name in names for end in (" ", "")}


def words_of(pcm):
    """The words in a sound, from either voice; silence is left out, and a word that was cut says so."""
    silence, table, words = re.compile(rb"\A(?:\x00\x00)+"), sounds(), []
    while pcm := silence.sub(b"", pcm):
        found = max(table, key=lambda one: (shared(one, pcm), -len(one)))
        length = shared(found, pcm) // 2 * 2
        assert length, "a sound that nobody made"
        words.append(table[found] + CUT * (length < len(found)))
        pcm = pcm[length:]
    return words


def shared(one, other):
    """Bytes at the beginning that two sounds share."""
    if other.startswith(one):
        return len(one)
    if one[:1] != other[:1]:
        return 0
    most = min(len(one), len(other))
    differ = np.frombuffer(one, "u1", most) != np.frombuffer(other, "u1", most)
    return int(differ.argmax()) if differ.any() else most


def is_whole(words):
    """Whether each piece was heard from its first word to its last, and nothing but words of the text."""
    return all(f" {one} " in f" {' '.join(words)} " for one in PIECES) and not {
        one.rstrip(CUT) for one in words
    } & set(FORBIDDEN)


def by_chance(random):
    """A service that reads, with a good or a bad idea now and then. Its transcription is honest and never late."""

    def way(words, number):
        items, left = [], list(words)
        while left:
            word = left.pop(0)
            items += random.choices(
                [
                    [both(word)],
                    [text(f" {word}"), voice(word)],
                    [text(" " + word[:1]), text(word[1:]), voice(word)],
                    [both(word), random.choice([0.05, 0.3, 0.8, 7.0])],
                    [both(random.choice(FORBIDDEN)), both(word)],
                    [both(word), both(word)],
                    [],
                    [
                        both(word),
                        random.choice([GENERATED, TURN_OVER, INTERRUPTED, REJECTED, GO_AWAY, BROKEN]),
                    ],
                ],
                [60, 20, 10, 6, 1.5, 1, 1, 2],
            )[0]
        end = [
            ENDS,
            [TURN_OVER],
            [GENERATED],
            [GENERATED, INTERRUPTED, TURN_OVER],
            said(["Anything"]) + ENDS,
            [],
        ]
        return items + random.choices(end, [10, 3, 3, 3, 1, 1])[0]

    return way
