"""The model's turns: how one begins, calls, speaks, waits for ears, is interrupted, ends; and what comes next.

Rule 1: there is one turn at a time, and each ends with exactly one `turnComplete`, unless the connection ends.
Rule 2: `generationComplete` comes when all was sent, not after an interruption; `turnComplete` carries the usage.
Rule 3: an interruption is `interrupted`, the cancellation of the turn's calls, `turnComplete`: in this order.
Rule 4: after the turn its handle, if handles were asked for.
Rule 5: a turn that waits for a tool ends after a while, where the family does that; what the tool returns is the next.

Sources: docs/reference/gemini-live.md; tests/recordings/real.
"""

from typing import Any, Final

from solovox.core.units import VOICE_RATE, milliseconds
from solovox.server.choices import Pace
from solovox.server.manner import Manner, aside, script
from solovox.server.memory import MODEL, Line, Memory, before, told, within
from solovox.server.mouth import Mouth
from solovox.server.orders import Choose, Forget, Order, Remember, Send, Think
from solovox.server.talk import Stage, Talk, Turn, Waiting, content
from solovox.server.terms import LONGEST, UNSPEAKABLE, Terms, speakable
from solovox.server.usage import of_sound, of_text, of_tools, usage
from solovox.wire.gemini_live.codec import encode
from solovox.wire.gemini_live.families import Idle
from solovox.wire.gemini_live.parts import FunctionCall, Json
from solovox.wire.gemini_live.server_frames import (
    InteractionStatus,
    ServerContent,
    ServerMessage,
    ToolCall,
    ToolCallCancellation,
)

FINISHED: Final = "The tool says: {}"


def begin(talk: Talk, terms: Terms, waiting: Waiting) -> list[Order]:
    """The next turn, about what waited."""
    talk.turns += 1
    turn = talk.turn = Turn(talk.turns, waiting.text, Mouth(talk.turns, terms, talk.choices))
    orders: list[Order] = [content()] if terms.family.many_parts else []
    if waiting.result:
        return orders + say_result(talk, terms, turn, waiting.text)
    text, manner = waiting.text, terms.manner
    if not text.strip() or (terms.routing is not None and aside(text)):
        turn.mouth.closed = True
        return orders
    aloud = text if manner is Manner.READS else script(terms.instruction, text)
    if aloud is not None:
        turn.mouth.closed = True
        return orders + say(terms, turn, aloud)
    if terms.routing is not None:
        tool, argument = terms.routing
        return orders + call(talk, terms, turn, tool, {argument: text.strip()})
    if terms.tools:
        return [*orders, Choose(turn.id, text, terms.tools)]
    return orders + think(talk, terms, turn, text)


def think(talk: Talk, terms: Terms, turn: Turn, text: str) -> list[Order]:
    """Ask the brain, unless the model is told never to speak."""
    if terms.manner is Manner.SILENT:
        turn.mouth.closed = True
        return []
    return [Think(turn.id, text, told(before(talk.lines, text)), terms.instruction)]


def call(talk: Talk, terms: Terms, turn: Turn, tool: str, arguments: Json) -> list[Order]:
    """Call a tool; the turn waits for the answer, or is over."""
    waits = terms.waits(tool)
    made: FunctionCall = talk.calls.make(tool, arguments, turn.id, waits=waits)
    turn.tokens += of_text(encode(made).decode())
    if waits:
        turn.stage, turn.calling_since = Stage.CALLING, None
    else:
        turn.mouth.closed = True
    return [Send(ServerMessage(tool_call=ToolCall(function_calls=(made,))))]


def say_result(talk: Talk, terms: Terms, turn: Turn, text: str) -> list[Order]:
    """What a tool returned: worded by the brain, or as it is; or kept, by a model that never speaks."""
    turn.stage = Stage.OPEN
    if terms.manner is Manner.SILENT or not text.strip():
        turn.mouth.closed = True
        return []
    if talk.choices.phrases:
        return [Think(turn.id, FINISHED.format(text), told(talk.lines), terms.instruction)]
    turn.mouth.closed = True
    return say(terms, turn, text)


def say(terms: Terms, turn: Turn, text: str) -> list[Order]:
    """Say it, or once in a turn that the voice has no sounds for it."""
    if terms.in_text or speakable(text):
        return turn.mouth.say(text)
    if turn.lacks:
        return []
    turn.lacks = True
    return turn.mouth.say(UNSPEAKABLE)


def offered(terms: Terms, turn: Turn, text: str) -> list[Order]:
    """More of the brain's answer; beyond `LONGEST` characters it is cut short."""
    if turn.mouth.closed:
        return []
    orders = say(terms, turn, text)
    if turn.mouth.length > LONGEST:
        turn.mouth.closed = True
    return orders


def interrupt(talk: Talk, terms: Terms) -> list[Order]:
    """Stop the turn, if there is one, and do not wait for its calls."""
    turn = talk.turn
    ids = talk.calls.cancel(turn.id if turn is not None else None)
    cancelled = [Send(ServerMessage(tool_call_cancellation=ToolCallCancellation(ids=ids)))] if ids else []
    if turn is None:
        return [*cancelled]
    return [Forget(turn.id), content(interrupted=True), *cancelled, *_end(talk, terms, turn)]


def settle(talk: Talk, terms: Terms, now: int) -> list[Order]:
    """Send what is due, end what is over, begin what waits."""
    orders = list[Order]()
    while not talk.closed:
        turn = talk.turn
        if turn is None:
            if not talk.waiting or talk.ear.busy:
                break
            orders += begin(talk, terms, _next(talk))
            continue
        orders += turn.mouth.due(now)
        if turn.stage is Stage.OPEN and turn.mouth.closed and turn.mouth.quiet:
            turn.stage = Stage.PLAYING
            orders += turn.mouth.finished()
            orders.append(content(generation_complete=True))
        if turn.stage is Stage.CALLING and _waited(talk, terms, turn, now):
            orders.append(content(generation_complete=True))
        elif turn.stage is not Stage.PLAYING or now < heard_by(talk, turn):
            break
        orders += _end(talk, terms, turn)
    return orders


def waits_until(talk: Talk, terms: Terms, turn: Turn) -> int | None:
    """When the turn waits for its tools no longer; None: never."""
    patience = talk.choices.call_patience_ms
    ends = terms.family.functions.ends_turn and turn.stage is Stage.CALLING
    return (
        turn.calling_since + patience
        if ends and turn.calling_since is not None and patience is not None
        else None
    )


def _waited(talk: Talk, terms: Terms, turn: Turn, now: int) -> bool:
    if turn.calling_since is None:
        turn.calling_since = now
    until = waits_until(talk, terms, turn)
    return until is not None and now >= until


def heard_by(talk: Talk, turn: Turn) -> int:
    """When all that was sent has been heard."""
    return turn.mouth.plays_until if talk.choices.pace is Pace.REAL else 0


def _next(talk: Talk) -> Waiting:
    """What waited longest; words that follow one another are one utterance."""
    first = talk.waiting.popleft()
    words = [first.text]
    while not first.result and talk.waiting and not talk.waiting[0].result:
        words.append(talk.waiting.popleft().text)
    return Waiting(" ".join(words), first.result)


def _end(talk: Talk, terms: Terms, turn: Turn) -> list[Order]:
    talk.turn = None
    mouth = turn.mouth
    sound_ms = milliseconds(mouth.samples, VOICE_RATE)
    tokens = turn.tokens + (of_text(mouth.said) if terms.in_text else 0)
    fixed = of_text(terms.instruction) + of_tools(terms.tools)
    used = usage(fixed, talk.lines, (tokens, of_sound(sound_ms)), vertex=terms.vertex)
    over: dict[str, Any] = {"turn_complete": True}
    if terms.family.idle is Idle.INTERACTION_STATUS:
        busy = talk.calls.any
        over["interaction_status"] = InteractionStatus.IN_PROGRESS if busy else InteractionStatus.IDLE
    if mouth.said:
        talk.lines = within([*talk.lines, Line(MODEL, mouth.said, sound_ms)])
    orders: list[Order] = [
        Send(ServerMessage(server_content=ServerContent(**over), usage_metadata=used)),
    ]
    if terms.handles:
        orders.append(Remember(Memory(terms.model, tuple(talk.lines))))
    return orders
