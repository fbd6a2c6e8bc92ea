"""The model's turn: how it begins, calls tools, speaks, is interrupted and ends, and what comes next.

Rule 1: there is one turn at a time, and each ends with exactly one `turnComplete`, unless the connection ends.
Rule 2: `generationComplete` is sent when all output was sent, not after an interruption; `turnComplete` carries the usage.
Rule 3: an interruption is `interrupted`, the cancellation of the turn's calls, `turnComplete`: in this order.
Rule 4: after the turn a handle is sent, if the client asked for handles.
Rule 5: what speech has cut is kept until its words are known. If it has none, or only a nod, a new turn says the rest,
from the stretch that sounded when it was cut; the brain has gone on writing meanwhile.
Rule 6: where the family does so, a turn that waits for a tool ends after a while; the tool's result begins the next turn.
Rule 7: what the brain calls at once are calls in one message. The brain is given each result as it comes, and its answer goes on
in the same turn, or in the next one where rule 6 has ended it. What the client does not wait for is told the brain as begun.

Sources: docs/reference/gemini-live.md; tests/recordings/real.
"""

from typing import Final, assert_never

from solovox.core.units import VOICE_RATE, milliseconds
from solovox.server.memory import (
    MODEL,
    Memory,
    TranscriptLine,
    before,
    messages_of,
    of_sound,
    of_text,
    of_tools,
    usage,
    within,
)
from solovox.server.open_calls import OpenCall
from solovox.server.options import ChoosesCalls, Pace
from solovox.server.served_commands import (
    AbandonTurn,
    ChooseTool,
    Note,
    QueryBrain,
    ReturnResult,
    SaveMemory,
    Send,
    ServedCommand,
    SilenceTurn,
)
from solovox.server.served_events import AnswerEnded, AnswerFailed, AnswerTextReady, CallsWanted, ToolChosen
from solovox.server.served_state import (
    UNAVAILABLE,
    CutAnswer,
    ModelTurn,
    PendingInput,
    ServedState,
    Stage,
    content,
    printable,
)
from solovox.server.terms import (
    INTERNAL,
    LONGEST,
    UNSPEAKABLE,
    AnswerMode,
    Terms,
    aside,
    hands_over,
    is_reminder,
    newest,
    script,
    speakable,
)
from solovox.server.turn_output import TurnOutput
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
BEGUN: Final = "It is being done. What comes of it will follow."
"""What a brain is told of a call that the client does not wait for."""
ASSUMED: Final = "{} of {} was not said: it is the first of its list"


def begin(state: ServedState, terms: Terms, waiting: PendingInput) -> list[ServedCommand]:
    """Begin a turn for the pending input."""
    turn, commands = _turn(state, terms, waiting.text)
    if waiting.result:
        return commands + say_result(state, terms, turn, waiting.text)
    text, mode = waiting.text, terms.mode
    if state.options.chooses is ChoosesCalls.SCRIPT:
        return commands + think(state, terms, turn, text)
    handed = None if _brain_calls(state, terms) else terms.routing
    if not text.strip() or (handed is not None and aside(text)):
        turn.output.closed = True
        return commands
    aloud = text if mode is AnswerMode.READS else script(terms.instruction, text)
    if aloud is not None:
        turn.output.closed = True
        return commands + say(terms, turn, aloud)
    if handed is not None:
        tool, argument = handed
        return commands + call(state, terms, turn, tool, {argument: text.strip()})
    over = hands_over(terms)
    if over is not None and aside(text):
        turn.output.closed = True
        words = newest(state.lines) if is_reminder(text, over[0]) else ""
        return commands + (call(state, terms, turn, over[0], {over[1]: words}) if words else [])
    if terms.tools and not _brain_calls(state, terms):
        return [*commands, ChooseTool(turn.id, text, terms.tools)]
    return commands + think(state, terms, turn, text)


def _turn(state: ServedState, terms: Terms, words: str) -> tuple[ModelTurn, list[ServedCommand]]:
    """A new turn, and what begins it."""
    state.turns += 1
    turn = state.turn = ModelTurn(state.turns, words, TurnOutput(state.turns, terms, state.options))
    return turn, [content()] if terms.family.many_parts else []


def think(state: ServedState, terms: Terms, turn: ModelTurn, text: str) -> list[ServedCommand]:
    """Ask the brain, unless the model is told never to speak: then hand over, if it is told to."""
    scripted = state.options.chooses is ChoosesCalls.SCRIPT
    if not scripted and (over := hands_over(terms)) is not None:
        return call(state, terms, turn, over[0], {over[1]: text.strip()})
    if not scripted and terms.mode is AnswerMode.SILENT:
        turn.output.closed = True
        return []
    return [_query(state, terms, turn, text, before(state.lines, text))]


def _query(
    state: ServedState, terms: Terms, turn: ModelTurn, words: str, lines: list[TranscriptLine]
) -> QueryBrain:
    turn.asked = turn.id
    tools = terms.tools if _brain_calls(state, terms) else ()
    return QueryBrain(turn.id, words, messages_of(lines), terms.instruction, tools)


def _brain_calls(state: ServedState, terms: Terms) -> bool:
    """Whether what answers is given the functions that the client declared. A model that never speaks hands over, as it is told."""
    match state.options.chooses:
        case ChoosesCalls.HEAD:
            return False
        case ChoosesCalls.BRAIN:
            return terms.mode is not AnswerMode.SILENT
        case ChoosesCalls.SCRIPT:
            return True
        case _:
            assert_never(state.options.chooses)


def choose(state: ServedState, terms: Terms, turn: ModelTurn, chosen: ToolChosen) -> list[ServedCommand]:
    """Call what was chosen. Nothing was, or a model that hands over has heard more than the tool accounts for: think."""
    over, tool = hands_over(terms), chosen.tool
    if tool is None or (over is not None and not chosen.whole):
        return think(state, terms, turn, turn.words)
    if over is not None and tool == over[0]:
        return call(state, terms, turn, tool, {over[1]: turn.words.strip()})
    notes = [Note(printable(ASSUMED.format(name, tool))) for name in chosen.assumed]
    return [*notes, *call(state, terms, turn, tool, chosen.arguments)]


def call(
    state: ServedState, terms: Terms, turn: ModelTurn, tool: str, arguments: Json
) -> list[ServedCommand]:
    """Call a tool; the turn waits for the answer, or is over."""
    waits = terms.waits(tool)
    turn.output.closed = turn.output.closed or not waits
    return _send_calls(turn, [state.calls.make(tool, arguments, turn.id, waits=waits)], waits=waits)


def want(state: ServedState, terms: Terms, turn: ModelTurn, made: CallsWanted) -> list[ServedCommand]:
    """The brain calls functions (rule 7). A file of answers waits for each of them."""
    scripted = state.options.chooses is ChoosesCalls.SCRIPT
    calls, begun = list[FunctionCall](), list[ServedCommand]()
    for one in made.calls:
        waits = terms.waits(one.tool)
        asked = (made.turn, one.key) if waits or scripted else None
        calls.append(state.calls.make(one.tool, one.arguments, turn.id, waits=waits, asked=asked))
        begun += [] if asked else [ReturnResult(made.turn, one.key, BEGUN)]
    return [*_send_calls(turn, calls, waits=any(terms.waits(one.tool) for one in made.calls)), *begun]


def _send_calls(turn: ModelTurn, calls: list[FunctionCall], *, waits: bool) -> list[ServedCommand]:
    turn.tokens += sum(of_text(encode(one).decode()) for one in calls)
    if waits:
        turn.stage, turn.calling_since = Stage.CALLING, None
    return [Send(ServerMessage(tool_call=ToolCall(function_calls=tuple(calls))))]


def give(state: ServedState, call: OpenCall, text: str, *, failed: bool) -> list[ServedCommand]:
    """What came of a call of the brain's. Where its turn is over, what the brain says now is a turn of its own."""
    assert call.asked is not None
    question, key = call.asked
    turn = state.turn
    if turn is not None and turn.asked == question:
        going = turn.stage is Stage.CALLING and not state.calls.is_awaited(turn.id)
        turn.stage = Stage.OPEN if going else turn.stage
    elif state.speech.cut is None and not state.calls.is_owed(question):
        state.speech.cut = CutAnswer("", question, [], whole=False)
    return [ReturnResult(question, key, text, failed)]


def say_result(state: ServedState, terms: Terms, turn: ModelTurn, text: str) -> list[ServedCommand]:
    """What a tool returned: worded by the brain, or as it is; or kept, by a model that never speaks."""
    turn.stage = Stage.OPEN
    if terms.mode is AnswerMode.SILENT or not text.strip():
        turn.output.closed = True
        return []
    if state.options.phrases:
        return [_query(state, terms, turn, FINISHED.format(text), state.lines)]
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


def say_more(terms: Terms, turn: ModelTurn, text: str) -> list[ServedCommand]:
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
    stopped = _stop_questions(turn) if turn is not None else []
    return [*dropped, *stopped, *_send_interruption(state, terms)]


def cut_turn(state: ServedState, terms: Terms, now: int) -> list[ServedCommand]:
    """The same, for speech whose words are not known: what is left of the answer is kept (rule 5)."""
    turn = state.turn
    kept = _keep_rest(turn, now) if turn is not None else None
    if turn is not None and kept is None:
        return interrupt(state, terms)
    state.speech.cut = kept or state.speech.cut
    stopped = list[ServedCommand]()
    if turn is not None:
        stopped = [SilenceTurn(turn.id)] if turn.asked is not None else _stop_questions(turn)
    return [*stopped, *_send_interruption(state, terms)]


def give_up(state: ServedState) -> list[ServedCommand]:
    """Forget what speech has cut."""
    kept, state.speech.cut = state.speech.cut, None
    return [AbandonTurn(kept.asked)] if kept is not None and kept.asked is not None else []


def writes_on(
    state: ServedState, kept: CutAnswer, event: AnswerTextReady | AnswerEnded | AnswerFailed | CallsWanted
) -> list[ServedCommand]:
    """The brain goes on with an answer that speech has cut."""
    match event:
        case AnswerTextReady(text=text):
            kept.texts += [text] if sum(map(len, kept.texts)) <= LONGEST else []
        case AnswerEnded():
            kept.whole = True
        case AnswerFailed(reason=reason):
            return close_failed(state, reason)
        case CallsWanted():
            kept.wanted.append(event)
        case _:
            assert_never(event)
    return []


def close_failed(state: ServedState, reason: str) -> list[ServedCommand]:
    """The brain failed."""
    return state.close(INTERNAL, f"{UNAVAILABLE} {reason}")


def _keep_rest(turn: ModelTurn, now: int) -> CutAnswer | None:
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
        commands += say_more(terms, turn, text)
    turn.output.closed = turn.output.closed or kept.whole
    for made in kept.wanted:
        commands += want(state, terms, turn, made)
    return commands


def _stop_questions(turn: ModelTurn) -> list[ServedCommand]:
    """Nothing of the turn is wanted any more, nor of the question that it goes on with."""
    asked = turn.asked if turn.asked is not None else turn.id
    return [AbandonTurn(one) for one in sorted({asked, turn.id})]


def _send_interruption(state: ServedState, terms: Terms) -> list[ServedCommand]:
    turn = state.turn
    gone = state.calls.cancel(turn.id if turn is not None else None)
    ids = tuple(one.id for one in gone)
    cancelled = [Send(ServerMessage(tool_call_cancellation=ToolCallCancellation(ids=ids)))] if ids else []
    if turn is None:
        return [*(AbandonTurn(one) for one in sorted({c.asked[0] for c in gone if c.asked})), *cancelled]
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
        if turn.output.quiet:
            commands += turn.faults
            turn.faults.clear()
        if turn.stage is Stage.OPEN and turn.output.closed and turn.output.quiet:
            turn.stage = Stage.PLAYING
            commands += turn.output.finish_transcription()
            commands.append(content(generation_complete=True))
        if turn.stage is Stage.CALLING and _has_waited(state, terms, turn, now):
            commands.append(content(generation_complete=True))
        elif turn.stage is not Stage.PLAYING or now < heard_by(state, turn):
            break
        commands += _end(state, terms, turn)
    return commands


def waits_until(state: ServedState, terms: Terms, turn: ModelTurn) -> int | None:
    """When the turn stops waiting for its tools; None: never."""
    patience, since = state.options.call_patience_ms, turn.calling_since
    ends = terms.family.functions.ends_turn and turn.stage is Stage.CALLING
    return since + patience if ends and since is not None and patience is not None else None


def _has_waited(state: ServedState, terms: Terms, turn: ModelTurn, now: int) -> bool:
    if not turn.output.quiet:
        return False
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
    status = None
    if terms.family.idle is Idle.INTERACTION_STATUS:
        status = InteractionStatus.IN_PROGRESS if state.calls.any else InteractionStatus.IDLE
    if output.said:
        state.lines = within([*state.lines, TranscriptLine(MODEL, output.said, sound_ms)])
    over = ServerContent(turn_complete=True, interaction_status=status)
    commands: list[ServedCommand] = [Send(ServerMessage(server_content=over, usage_metadata=used))]
    if terms.handles:
        commands.append(SaveMemory(Memory(terms.model, tuple(state.lines))))
    return commands
