"""The model's turn: how it begins, calls tools, speaks, is interrupted and ends, and what comes next.

Rule 1: there is one turn at a time, and each ends with exactly one `turnComplete`, unless the connection ends.
Rule 2: `generationComplete` is sent when all output was sent, not after an interruption; `turnComplete` carries the usage.
Rule 3: an interruption is `interrupted`, the cancellation of the turn's calls, `turnComplete`: in this order.
Rule 4: after the turn a handle is sent, if the client asked for handles.
Rule 5: what speech has cut is kept until its words are known. If it has none, or only a nod, a new turn says the rest,
from the stretch that sounded when it was cut; the brain has gone on writing meanwhile.
Rule 6: where the family does so, a turn that waits for a tool ends after a while; the tool's result begins the next turn.
Rule 7: several wishes of one utterance are calls in one message; the turn goes on when all are answered.
Rule 8: where a value that a tool needs was not said, the turn asks for it, and the next utterance completes the call.

Sources: docs/reference/gemini-live.md; tests/recordings/real.
"""

from typing import Any, Final

from solovox.core.units import VOICE_RATE, milliseconds
from solovox.server.answer_mode import AnswerMode, aside, script
from solovox.server.asking_back import AskedFor, question
from solovox.server.handing_over import hands_over, is_order, newest, reminded
from solovox.server.memory import MODEL, Memory, TranscriptLine, before, told, within
from solovox.server.options import Pace
from solovox.server.served_commands import (
    AbandonTurn,
    ChooseTool,
    QueryBrain,
    SaveMemory,
    Send,
    ServedCommand,
    SilenceTurn,
)
from solovox.server.served_events import AnswerEnded, AnswerFailed, AnswerTextReady, ChosenCall, ToolChosen
from solovox.server.served_state import (
    UNAVAILABLE,
    CutAnswer,
    ModelTurn,
    PendingInput,
    ServedState,
    Stage,
    content,
)
from solovox.server.terms import INTERNAL, LONGEST, UNSPEAKABLE, Terms, speakable
from solovox.server.turn_output import TurnOutput
from solovox.server.usage import of_sound, of_text, of_tools, usage
from solovox.wire.gemini_live.codec import encode
from solovox.wire.gemini_live.families import Idle
from solovox.wire.gemini_live.parts import FunctionCall
from solovox.wire.gemini_live.server_frames import (
    InteractionStatus,
    ServerContent,
    ServerMessage,
    ToolCall,
    ToolCallCancellation,
)

FINISHED: Final = "The tool says: {}"


def begin(state: ServedState, terms: Terms, waiting: PendingInput) -> list[ServedCommand]:
    """Begin a turn for the pending input."""
    turn, commands = _turn(state, terms, waiting.text)
    if waiting.result:
        return commands + say_result(state, terms, turn, waiting.text)
    text, mode = waiting.text, terms.mode
    if not text.strip() or (terms.routing is not None and aside(text)):
        turn.output.closed = True
        return commands
    aloud = text if mode is AnswerMode.READS else script(terms.instruction, text)
    if aloud is not None:
        turn.output.closed = True
        return commands + say(terms, turn, aloud)
    if terms.routing is not None:
        tool, argument = terms.routing
        return commands + call(state, terms, turn, ChosenCall(tool, {argument: text.strip()}))
    over = hands_over(terms)
    if over is not None and aside(text):
        turn.output.closed = True
        words = newest(state.lines) if reminded(text, over[0]) else ""
        return commands + (call(state, terms, turn, ChosenCall(over[0], {over[1]: words})) if words else [])
    if terms.tools:
        asked, state.calls.asked = state.calls.asked, None
        return [*commands, ChooseTool(turn.id, text, terms.tools, asked)]
    return commands + think(state, terms, turn, text)


def _turn(state: ServedState, terms: Terms, words: str) -> tuple[ModelTurn, list[ServedCommand]]:
    """A new turn, and what begins it."""
    state.turns += 1
    turn = state.turn = ModelTurn(state.turns, words, TurnOutput(state.turns, terms, state.options))
    return turn, [content()] if terms.family.many_parts else []


def think(state: ServedState, terms: Terms, turn: ModelTurn, text: str) -> list[ServedCommand]:
    """Ask the brain, unless the model is told never to speak: then hand over, if it is told to."""
    if (over := hands_over(terms)) is not None:
        return call(state, terms, turn, ChosenCall(over[0], {over[1]: text.strip()}))
    if terms.mode is AnswerMode.SILENT:
        turn.output.closed = True
        return []
    turn.asked = turn.id
    return [QueryBrain(turn.id, text, told(before(state.lines, text)), terms.instruction)]


def choose(state: ServedState, terms: Terms, turn: ModelTurn, chosen: ToolChosen) -> list[ServedCommand]:
    """Call what was chosen, or ask for what is missing. None was, or the words are an order that it cannot carry out: think."""
    over, tool = hands_over(terms), chosen.tool
    if tool is None or (over is not None and tool != over[0] and is_order(turn.words)):
        return think(state, terms, turn, turn.words)
    if chosen.missing:
        if terms.mode is AnswerMode.SILENT:
            return think(state, terms, turn, turn.words)
        state.calls.asked = AskedFor(tool, chosen.arguments, chosen.missing)
        turn.output.closed = True
        return say(terms, turn, question(state.calls.asked, terms.tools))
    calls = (ChosenCall(tool, chosen.arguments), *chosen.more)
    if over is not None and any(one.tool == over[0] for one in calls):
        calls = (ChosenCall(over[0], {over[1]: turn.words.strip()}),)
    return call(state, terms, turn, *calls)


def call(state: ServedState, terms: Terms, turn: ModelTurn, *calls: ChosenCall) -> list[ServedCommand]:
    """Call tools, in one message; the turn waits for all the answers, or is over."""
    made: list[FunctionCall] = []
    for one in calls:
        waits = terms.waits(one.tool)
        made.append(state.calls.make(one.tool, one.arguments, turn.id, waits=waits))
        turn.tokens += of_text(encode(made[-1]).decode())
    if any(terms.waits(one.tool) for one in calls):
        turn.stage, turn.calling_since = Stage.CALLING, None
    else:
        turn.output.closed = True
    return [Send(ServerMessage(tool_call=ToolCall(function_calls=tuple(made))))]


def say_result(state: ServedState, terms: Terms, turn: ModelTurn, text: str) -> list[ServedCommand]:
    """What a tool returned: worded by the brain, or as it is; or kept, by a model that never speaks."""
    turn.stage = Stage.OPEN
    if terms.mode is AnswerMode.SILENT or not text.strip():
        turn.output.closed = True
        return []
    if state.options.phrases:
        turn.asked = turn.id
        return [QueryBrain(turn.id, FINISHED.format(text), told(state.lines), terms.instruction)]
    turn.output.closed = True
    return say(terms, turn, text)


def say(terms: Terms, turn: ModelTurn, text: str) -> list[ServedCommand]:
    """Say the text. If the voice cannot pronounce it, say so, once in a turn."""
    if terms.in_text or speakable(text):
        return turn.output.say(text)
    if turn.lacks:
        return []
    turn.lacks = True
    return turn.output.say(UNSPEAKABLE)


def offered(terms: Terms, turn: ModelTurn, text: str) -> list[ServedCommand]:
    """More of the brain's answer; beyond `LONGEST` characters it is cut short."""
    if turn.output.closed:
        return []
    commands = say(terms, turn, text)
    if turn.output.length > LONGEST:
        turn.output.closed = True
    return commands


def interrupt(state: ServedState, terms: Terms) -> list[ServedCommand]:
    """Stop the turn, if there is one, and cancel its calls. What speech has cut before is given up."""
    dropped, turn = give_up(state), state.turn
    stopped = _stopped(turn) if turn is not None else []
    return [*dropped, *stopped, *_interrupted(state, terms)]


def cut(state: ServedState, terms: Terms, now: int) -> list[ServedCommand]:
    """The same, for speech whose words are not known: what is left of the answer is kept (rule 5)."""
    turn = state.turn
    kept = _kept(turn, now) if turn is not None else None
    if turn is not None and kept is None:
        return interrupt(state, terms)
    state.speech.cut = kept or state.speech.cut
    stopped = list[ServedCommand]()
    if turn is not None:
        stopped = [SilenceTurn(turn.id)] if turn.asked is not None else _stopped(turn)
    return [*stopped, *_interrupted(state, terms)]


def give_up(state: ServedState) -> list[ServedCommand]:
    """Forget what speech has cut."""
    kept, state.speech.cut = state.speech.cut, None
    return [AbandonTurn(kept.asked)] if kept is not None and kept.asked is not None else []


def writes_on(
    state: ServedState, kept: CutAnswer, event: AnswerTextReady | AnswerEnded | AnswerFailed
) -> list[ServedCommand]:
    """The brain goes on with an answer that speech has cut."""
    match event:
        case AnswerTextReady(text=text):
            kept.texts += [text] if sum(map(len, kept.texts)) <= LONGEST else []
        case AnswerEnded():
            kept.whole = True
        case AnswerFailed(reason=reason):
            return failed(state, reason)
    return []


def failed(state: ServedState, reason: str) -> list[ServedCommand]:
    """The brain failed."""
    return state.close(INTERNAL, f"{UNAVAILABLE} {reason}")


def _kept(turn: ModelTurn, now: int) -> CutAnswer | None:
    """What is left of an answer. None: nothing, or the turn waits for a tool, whose call is cancelled."""
    left, output = turn.output.unheard(now), turn.output
    if turn.stage is Stage.CALLING or (output.closed and not left.strip()):
        return None
    return CutAnswer(turn.words, turn.asked, [left] if left.strip() else [], output.closed)


def _say_on(state: ServedState, terms: Terms, kept: CutAnswer) -> list[ServedCommand]:
    """Say the rest of what was cut. Where nothing was asked or given yet, begin again."""
    state.speech.cut = None
    if kept.asked is None and not kept.texts:
        return begin(state, terms, PendingInput(kept.words))
    turn, commands = _turn(state, terms, kept.words)
    turn.asked = kept.asked
    for text in kept.texts:
        commands += offered(terms, turn, text)
    turn.output.closed = turn.output.closed or kept.whole
    return commands


def _stopped(turn: ModelTurn) -> list[ServedCommand]:
    """Nothing of the turn is wanted any more, nor of the question that it goes on with."""
    asked = turn.asked if turn.asked is not None else turn.id
    return [AbandonTurn(one) for one in sorted({asked, turn.id})]


def _interrupted(state: ServedState, terms: Terms) -> list[ServedCommand]:
    turn = state.turn
    ids = state.calls.cancel(turn.id if turn is not None else None)
    cancelled = [Send(ServerMessage(tool_call_cancellation=ToolCallCancellation(ids=ids)))] if ids else []
    if turn is None:
        return [*cancelled]
    return [content(interrupted=True), *cancelled, *_end(state, terms, turn)]


def settle(state: ServedState, terms: Terms, now: int) -> list[ServedCommand]:
    """Send what is due, end what is over, begin what waits."""
    commands = list[ServedCommand]()
    while not state.closed:
        turn = state.turn
        if turn is None:
            kept = state.speech.cut
            if state.speech.busy or not (state.waiting or kept):
                break
            commands += _say_on(state, terms, kept) if kept else begin(state, terms, _next(state))
            continue
        commands += turn.output.due(now)
        if turn.stage is Stage.OPEN and turn.output.closed and turn.output.quiet:
            turn.stage = Stage.PLAYING
            commands += turn.output.finished()
            commands.append(content(generation_complete=True))
        if turn.stage is Stage.CALLING and _waited(state, terms, turn, now):
            commands.append(content(generation_complete=True))
        elif turn.stage is not Stage.PLAYING or now < heard_by(state, turn):
            break
        commands += _end(state, terms, turn)
    return commands


def waits_until(state: ServedState, terms: Terms, turn: ModelTurn) -> int | None:
    """When the turn stops waiting for its tools; None: never."""
    patience = state.options.call_patience_ms
    ends = terms.family.functions.ends_turn and turn.stage is Stage.CALLING
    return (
        turn.calling_since + patience
        if ends and turn.calling_since is not None and patience is not None
        else None
    )


def _waited(state: ServedState, terms: Terms, turn: ModelTurn, now: int) -> bool:
    if turn.calling_since is None:
        turn.calling_since = now
    until = waits_until(state, terms, turn)
    return until is not None and now >= until


def heard_by(state: ServedState, turn: ModelTurn) -> int:
    """When all sound that was sent has been played."""
    return turn.output.plays_until if state.options.pace is Pace.REAL else 0


def _next(state: ServedState) -> PendingInput:
    """What waited longest; words that follow one another are one utterance."""
    first = state.waiting.popleft()
    words = [first.text]
    while not first.result and state.waiting and not state.waiting[0].result:
        words.append(state.waiting.popleft().text)
    return PendingInput(" ".join(words), first.result)


def _end(state: ServedState, terms: Terms, turn: ModelTurn) -> list[ServedCommand]:
    state.turn = None
    output = turn.output
    sound_ms = milliseconds(output.samples, VOICE_RATE)
    tokens = turn.tokens + (of_text(output.said) if terms.in_text else 0)
    fixed = terms.family.prompt_tokens + of_text(terms.instruction) + of_tools(terms.tools)
    used = usage(fixed, state.lines, (tokens, of_sound(sound_ms)), vertex=terms.vertex)
    over: dict[str, Any] = {"turn_complete": True}
    if terms.family.idle is Idle.INTERACTION_STATUS:
        busy = state.calls.any
        over["interaction_status"] = InteractionStatus.IN_PROGRESS if busy else InteractionStatus.IDLE
    if output.said:
        state.lines = within([*state.lines, TranscriptLine(MODEL, output.said, sound_ms)])
    commands: list[ServedCommand] = [
        Send(ServerMessage(server_content=ServerContent(**over), usage_metadata=used)),
    ]
    if terms.handles:
        commands.append(SaveMemory(Memory(terms.model, tuple(state.lines))))
    return commands
