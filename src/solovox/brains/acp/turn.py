"""One answer of an agent: what its updates mean for us. Pure.

Rule 1: a tool call is one step, under its own id. One that may change something is told when it *begins*: after the yes,
or when it runs without one. A call that was refused is told as failed, and has changed nothing.
Rule 2: kinds of updates that are not known here are left alone.
Rule 3: texts of different messages, and before and after a tool, are paragraphs of their own.
Rule 4: an agent that names its messages says nothing of the answer outside of them: what has no name is a note of its own, such as a
warning at its start. It is the answer only if there is no other, and nothing was done.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from solovox.brains.acp.beginnings import free
from solovox.brains.acp.frames import mapping, printable, text_of
from solovox.brains.acp.session import AcpSettings
from solovox.brains.acp.tool import STATES, AgentTool, Promised, plan, texts
from solovox.core.units import StepKind, StepState
from solovox.ports import BrainWork, Json, Step, TokensUsed, Wrote

LONGEST_NOTE: Final = 300
LONGEST_HELD: Final = 20_000


class AgentWords:
    """What it wrote so far. `names`: it is known to name its messages."""

    def __init__(self, *, names: bool) -> None:
        self.names = names
        self._apart = False
        """Whether the next text begins a paragraph."""
        self._early = False
        """Whether it did something after what is held."""
        self._message: str | None = None
        self._wrote = False
        self._held = ""
        """What it said under no name, and may be none of the answer."""

    def take_text(self, text: str, message: object) -> Iterator[BrainWork]:
        """It wrote a piece. `message`: the name of the message that it belongs to, if that is a text."""
        if not text:
            return
        name = message if isinstance(message, str) else None
        if name is not None:
            self.names = True
            yield from self._yield_note()
        else:
            text, self._held = self._held + text, ""
            whole = not (self._wrote or self._early) and text.endswith("\n")
            if (self.names or whole) and len(text) <= LONGEST_HELD:
                self._held = text
                return
        other = name is not None and self._message not in (None, name)
        self._message = self._message if name is None else name
        if self._wrote and (self._apart or other) and not text.startswith("\n"):
            text = f"\n\n{text}"
        self._apart, self._wrote = False, True
        yield Wrote(text)

    def note_work(self) -> None:
        """It did something, or wanted to."""
        self._apart = True
        self._early = bool(self._held)

    def end_words(self, *, worked: bool) -> Iterator[BrainWork]:
        """Nothing more comes. `worked`: it did something, too."""
        if self._message is not None or self._early or (self.names and worked):
            yield from self._yield_note()
        elif self._held:
            text, self._held = self._held, ""
            yield Wrote(text)

    def _yield_note(self) -> Iterator[BrainWork]:
        if note := printable(self._held, LONGEST_NOTE):
            yield Step(note)
        self._held = ""


LONGEST_DETAIL: Final = 20_000
LONGEST_THOUGHT: Final = 4_000
MOST_CALLS: Final = 2_000
"""Tool calls of one answer that are known; of further ones nothing is told."""
MICRO: Final = 1_000_000


class AgentTurn:
    """What was told so far. `spent`: what the session had cost before, in millionths of a dollar. `names`: the agent is known to name its
    messages.
    """

    def __init__(self, settings: AcpSettings, spent: int, *, names: bool) -> None:
        self._folder = settings.folder
        self.promised = Promised(settings.folder, asks=settings.permissions == "ask")
        self._calls: dict[str, AgentTool] = {}
        self._told: dict[str, StepState] = {}
        """The state in which each call's step was told last."""
        self._effects: dict[str, bool] = {}
        self._thought: str | None = None
        self._thoughts = 0
        self.words = AgentWords(names=names)
        self._before = spent
        self.spent = spent

    @property
    def works(self) -> bool:
        """Whether a tool runs: then it may be silent for long."""
        return any(not call.over and call.name not in self.promised.refused for call in self._calls.values())

    def take(self, update: Json) -> Iterator[BrainWork]:
        """What an update means."""
        kind = text_of(update.get("sessionUpdate"))
        if kind == "agent_thought_chunk":
            yield from self._thinks(_text(update))
            return
        match kind:
            case "agent_message_chunk":
                yield from self.thought_out()
                yield from self.words.take_text(_text(update), update.get("messageId"))
            case "tool_call" | "tool_call_update":
                yield from self.thought_out()
                yield from self._uses(update)
            case "plan":
                yield from self.thought_out()
                title, detail, done = plan(update.get("entries"))
                yield Step(title, StepKind.NOTE, "plan", detail, StepState.DONE if done else StepState.BEGUN)
            case "current_mode_update" if free(text_of(update.get("currentModeId"))):
                mode = printable(text_of(update.get("currentModeId")), 40)
                yield Step(f"its mode is now {mode}: it no longer asks for all it does")
            case "usage_update":
                self._costs(mapping(update.get("cost")))

    def note_question(self, update: Json) -> AgentTool:
        """The tool call for which it asks a yes."""
        call = self._merge_call(update)
        self.promised.note_question(call)
        return call

    def take_consent(self, call: AgentTool, allowed: bool) -> Iterator[BrainWork]:
        """The person has answered: the step begins now, or has come to nothing."""
        self.words.note_work()
        if allowed:
            yield from self._tell(replace(call, status="in_progress"))
        elif call.name not in self._told:
            self.promised.refused.add(call.name)
            yield Step(
                f"not allowed: {call.title or 'a tool'}", StepKind.TOOL, call.name, "", StepState.FAILED
            )

    def end_turn(self) -> Iterator[BrainWork]:
        """Nothing more comes."""
        yield from self.thought_out()
        yield from self.words.end_words(worked=bool(self._calls))

    def thought_out(self) -> Iterator[BrainWork]:
        """A thought is over when something else comes."""
        if self._thought is not None:
            detail, self._thought = self._thought, None
            yield Step("thinking", StepKind.THINKING, f"thinking {self._thoughts}", detail, StepState.DONE)

    def count_usage(self, usage: Json) -> Iterator[BrainWork]:
        """What the answer has used, if it says."""
        read, written = usage.get("inputTokens"), usage.get("outputTokens")
        if not (isinstance(read, int) and isinstance(written, int) and read >= 0 and written >= 0):
            return
        for name in ("cachedReadTokens", "cachedWriteTokens"):
            more = usage.get(name)
            read += more if isinstance(more, int) and more > 0 else 0
        cost = self.spent - self._before
        yield TokensUsed(read, written, cost if cost > 0 else None)

    def _thinks(self, text: str) -> Iterator[BrainWork]:
        if self._thought is None:
            self._thought = ""
            self._thoughts += 1
            yield Step("thinking", StepKind.THINKING, f"thinking {self._thoughts}")
        self._thought = (self._thought + text)[:LONGEST_THOUGHT]

    def _uses(self, update: Json) -> Iterator[BrainWork]:
        self.words.note_work()
        call = self._merge_call(update)
        if call.name in self.promised.refused:
            return
        known = call.name in self._told
        if not known and (self.promised.may_still_ask(call) or (call.status == "pending" and call.effects)):
            return
        yield from self._tell(call)
        self.promised.check(call)

    def _merge_call(self, update: Json) -> AgentTool:
        name = text_of(update.get("toolCallId")) or "tool"
        call = self._calls.get(name, AgentTool(name)).further(update)
        if name in self._calls or len(self._calls) < MOST_CALLS:
            self._calls[name] = call
        return call

    def _tell(self, call: AgentTool) -> Iterator[BrainWork]:
        state = STATES.get(call.status, StepState.BEGUN)
        if call.name not in self._calls or self._told.get(call.name) is state:
            return
        effects = self._effects.setdefault(call.name, call.effects)  # said when it begins, or never
        self._told[call.name] = state
        detail = self._detail(call)
        receipt = call.name if effects and state is StepState.DONE else None
        yield Step(call.title or "a tool", StepKind.TOOL, call.name, detail, state, effects, receipt)

    def _detail(self, call: AgentTool) -> str:
        parts = [edit.diff(self._folder) for edit in call.edits]
        said = texts(call.content) or (call.output if isinstance(call.output, str) else "")
        return "\n".join(part for part in (*parts, said) if part)[:LONGEST_DETAIL]

    def _costs(self, cost: Json) -> None:
        amount = cost.get("amount")
        if cost.get("currency") == "USD" and isinstance(amount, int | float) and amount >= 0:
            self.spent = max(self.spent, round(amount * MICRO))


def _text(update: Json) -> str:
    return text_of(mapping(update.get("content")).get("text"))
