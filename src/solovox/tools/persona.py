"""What a persona can do: keep a diary, say how it feels, and put a message elsewhere.

Rule 1: a diary and a mood are the persona's own. To write them has effects and a receipt, and needs no yes.
Rule 2: a message reaches other people: it asks for a yes, as what acts does.
Rule 3: what is too long, or nothing, is a failed result that says what to write.
"""

from collections.abc import Callable, Generator
from datetime import datetime, timedelta
from typing import Annotated, Final

from msgspec import Meta

from solovox.ports import ASIDE, Tool, ToolResult
from solovox.ports.persona import MIDDLING, Feeling, PersonaState, PersonaStateError
from solovox.ports.places import DISCORD, MessagePlaces, PlaceError
from solovox.tools.function import FunctionTool

LONGEST_ENTRY: Final = 1_000
LONGEST_EMOTION: Final = 60
LONGEST_MESSAGE: Final = 2_000
"""Characters."""
TOLD: Final = 4_000
"""Characters of a diary that are read out at once: the newest."""
LONGEST_AGO: Final = 36_500

Entry = Annotated[str, "What to remember, in a sentence or two."]
Mood = Annotated[str, "How you feel about it, in a word."]
Days = Annotated[int, Meta(ge=1, le=LONGEST_AGO, description="Of how many days; all, if not given.")]
Emotion = Annotated[str, "A word, such as glad."]
Much = Annotated[float, Meta(ge=0, le=1, description="From 0, hardly, to 1, very.")]
Text = Annotated[str, "The message, word for word."]


class PersonaActions:
    """What it does, each by a method of the action's name."""

    def __init__(
        self, state: PersonaState, name: str, places: MessagePlaces, now: Callable[[], datetime]
    ) -> None:
        self._state, self._name, self._places, self._now = state, name, places, now

    def update_diary(self, entry: Entry, mood: Mood = "") -> ToolResult:
        """Write into your diary what you want to remember in later talks."""
        text, mood = _line(entry), _line(mood)
        if not text:
            return _fail("there is nothing to write: give entry some words")
        if len(text) > LONGEST_ENTRY:
            return _fail(f"an entry has at most {LONGEST_ENTRY} characters, and this has {len(text)}")
        if len(mood) > LONGEST_EMOTION:
            return _fail(f"a mood has at most {LONGEST_EMOTION} characters, and this has {len(mood)}")
        try:
            made = self._state.write(text, mood)
        except PersonaStateError as error:
            return _fail(str(error))
        return ToolResult("It is in your diary.", f"diary entry of {made.at}: {text[:60]}")

    def read_diary(self, days: Days | None = None) -> ToolResult:
        """Read what you wrote into your diary."""
        try:
            found = self._state.entries()
        except PersonaStateError as error:
            return _fail(str(error))
        if days is not None:
            since = self._now() - timedelta(days=days)
            found = [one for one in found if _at(one.at) >= since.timestamp()]
        lines, left = list[str](), TOLD
        for one in reversed(found):
            line = f"{one.at[:16].replace('T', ' ')}{f' ({one.mood})' if one.mood else ''}: {one.text}"
            left -= len(line) + 1
            if left < 0:
                lines.append(f"{ASIDE}and {len(found) - len(lines)} older")
                break
            lines.append(line)
        return ToolResult("\n".join(lines) or f"{ASIDE}your diary has no entry of that time")

    def set_emotion(self, emotion: Emotion, intensity: Much = MIDDLING) -> Generator[str, None, ToolResult]:
        """Say how you feel from now on, when your mood changes."""
        emotion = _line(emotion)
        if not 0 < len(emotion) <= LONGEST_EMOTION:
            return _fail(f"an emotion has 1 to {LONGEST_EMOTION} characters: write a word, such as glad")
        feeling = Feeling(emotion, intensity)
        try:
            self._state.feel(feeling)
        except PersonaStateError as error:
            return _fail(str(error))
        said = f"{self._name} feels {feeling.words}"
        yield said
        return ToolResult(f"You feel {feeling.words}.", said)

    async def message_discord_bot(self, text: Text) -> ToolResult:
        """Write a message into the text channel of Discord, for all to read."""
        text = text.strip()
        if not 0 < len(text) <= LONGEST_MESSAGE:
            return _fail(f"a message has 1 to {LONGEST_MESSAGE} characters, and this has {len(text)}")
        try:
            receipt = await self._places.say(DISCORD, text)
        except PlaceError as error:
            return _fail(str(error))
        return ToolResult("The message is written.", receipt)


def persona_tools(
    state: PersonaState, name: str, places: MessagePlaces, now: Callable[[], datetime]
) -> tuple[Tool, ...]:
    """All of it as tools."""
    does = PersonaActions(state, name, places, now)
    return (
        FunctionTool(does.update_diary, {"risk": "free"}),
        FunctionTool(does.read_diary, {"effects": False}),
        FunctionTool(does.set_emotion, {"risk": "free"}),
        FunctionTool(does.message_discord_bot),
    )


def _line(text: object) -> str:
    return " ".join(str(text).split())


def _fail(line: str) -> ToolResult:
    return ToolResult(line, failed=True)


def _at(text: str) -> float:
    """A moment as a number; one that is none is long ago."""
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        return 0.0
