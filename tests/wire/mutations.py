"""Recorded frames, spoiled at random: what a broken or hostile peer could send. One seed, one frame."""

import json
import random
from copy import deepcopy

from solovox.wire.gemini_live import codec, families
from solovox.wire.gemini_live.event_decoder import EventDecoder
from solovox.wire.gemini_live.values import BadFrame
from wire.recorded import every

LONGEST = 4_000
"""Longer recordings are one sound; their kind is among the shorter ones."""
FRAMES = sorted({one.frame for one in every() if len(one.frame) <= LONGEST})
STRANGE = (
    None, True, False, 0, -1, 2**63, 10**40, 1.5, 1e308, "", "x", "9" * 60, "9.5s", "-0s", "AAA", "_-", "é", "\u2028",
    [], {}, [[]], [None], {"": None}, [{}], {"seconds": 10**30}, "IN_PROGRESS", "true", "1e999", "NaN",
)  # fmt: skip
KEYS = (
    "serverContent", "setup", "toolCall", "functionCalls", "modelTurn", "parts", "inlineData", "data", "mimeType",
    "args", "id", "usageMetadata", "totalTokenCount", "goAway", "timeLeft", "interactionStatus", "turnComplete",
    "sessionResumptionUpdate", "lastConsumedClientMessageIndex", "inputTranscription", "words", "startOffset",
    "voiceActivity", "type", "realtimeInput", "audio", "toolResponse", "functionResponses", "response", "tools",
    "generationConfig", "topK", "contextUpdate", "toolCallCancellation", "ids", "functionCall", "thoughtSignature",
)  # fmt: skip


def snake(name):
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def nodes(tree):
    """Every dict and list in it."""
    left, found = [tree], []
    while left:
        one = left.pop()
        if isinstance(one, dict | list):
            found.append(one)
            left += one.values() if isinstance(one, dict) else one
    return found


def deep(chance):
    levels = chance.choice((3, 70, 2_000))
    opening, closing = chance.choice((("[", "]"), ('{"args":', "}"), ('{"parts":[', "]}")))
    return opening * levels + "1" + closing * levels


def change(tree, chance):
    node = chance.choice(nodes(tree))
    if not node:
        return
    at = chance.choice(list(node)) if isinstance(node, dict) else chance.randrange(len(node))
    match chance.randrange(5):
        case 0:
            node[at] = deepcopy(chance.choice(STRANGE))
        case 1 if isinstance(node, dict):
            node[chance.choice((snake, str.upper, str.title, str.lower))(at)] = node.pop(at)
        case 2 if isinstance(node, dict):
            node[chance.choice(KEYS)] = node.pop(at)
        case 3 if isinstance(node, dict):
            node[chance.choice(KEYS)] = deepcopy(chance.choice(STRANGE))
        case _:
            node[at] = [node[at]] if chance.random() < 0.5 else {chance.choice(KEYS): node[at]}


def torn(frame, chance):
    data = bytearray(frame)
    match chance.randrange(4):
        case 0:
            for _ in range(chance.randrange(1, 6)):
                data[chance.randrange(len(data))] = chance.randrange(256)
        case 1:
            del data[chance.randrange(len(data)) :]
        case 2:
            at = chance.randrange(len(data))
            data[at:at] = chance.choice(
                (b"\xff", b"\xc3(", b"\xed\xa0\x80", b"\0", b'"', b"{", b"}", b"\\ud800", b"1e999")
            )
        case _:
            at = chance.randrange(len(data))
            data[at : at + chance.randrange(40)] = b""
    return bytes(data)


def spoiled(seed):
    chance = random.Random(seed)
    tree = json.loads(chance.choice(FRAMES))
    for _ in range(chance.randrange(1, 5)):
        change(tree, chance)
    frame = json.dumps(tree, ensure_ascii=chance.random() < 0.5).encode()
    if chance.random() < 0.05:
        frame = frame.replace(b"1", deep(chance).encode(), 1)
    return torn(frame, chance) if chance.random() < 0.3 else frame


def survive(seed):
    """Whether the frame was understood by anybody. Raises whatever is not a `BadFrame`, on either side."""
    frame, understood = spoiled(seed), False
    for decode, encode in (
        (codec.decode_server, codec.encode_server),
        (codec.decode_client, codec.encode_client),
    ):
        try:
            message = decode(frame)
        except BadFrame as bad:
            if len(str(bad).splitlines()) != 1 or len(str(bad)) > 300:
                raise AssertionError(f"not one line: {bad!s:.300}") from bad
            continue
        understood = True
        if decode(encode(message)) != message:
            raise AssertionError(f"read otherwise than written: {frame!r:.300}")
        if decode is codec.decode_server:
            EventDecoder(1, families.THINKING_38, {"get_weather": "city"}).read(message)
        else:
            families.refusal(families.THINKING_38, message)
    return understood
