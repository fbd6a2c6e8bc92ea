"""What a persona can do: keep a diary, say how it feels, and put a message elsewhere.

Rule 1: a diary and a mood are the persona's own. To write them has effects and a receipt, and needs no yes.
Rule 2: a message reaches other people: it asks for a yes, as what acts does.
Rule 3: what is too long, or nothing, is a failed result that says what to write.
"""

from collections.abc import Callable, Generator
from datetime import datetime, timedelta
from typing import Final

from solovox.ports import ASIDE, Json, Tool, ToolResult
from solovox.ports.persona import MIDDLING, Feeling, PersonaState, PersonaStateError
from solovox.ports.places import DISCORD, MessagePlaces, PlaceError
from solovox.tools.plugin import plugin_tools

LONGEST_ENTRY: Final = 1_000
LONGEST_EMOTION: Final = 60
LONGEST_MESSAGE: Final = 2_000
"""Characters."""
TOLD: Final = 4_000
"""Characters of a diary that are read out at once: the newest."""
LONGEST_AGO: Final = 36_500

Action = Json


class Diary:
    """A persona's diary."""

    def __init__(self, state: PersonaState, now: Callable[[], datetime]) -> None:
        self._state, self._now = state, now

    def get_prompt_instructions(self) -> Json:
        """Its actions."""
        entry = {"type": "string", "description": "What to remember, in a sentence or two."}
        mood = {"type": "string", "description": "How you feel about it, in a word.", "required": False}
        days = {"type": "integer", "description": "Of how many days; all, if not given.", "required": False}
        return {
            "update_diary": {
                "description": "Write into your diary what you want to remember in later talks.",
                "payload": {"entry": {**entry, "required": True}, "mood": mood},
                "risk": "free",
            },
            "read_diary": {
                "description": "Read what you wrote into your diary.",
                "payload": {"days": {**days, "minimum": 1, "maximum": LONGEST_AGO}},
                "effects": False,
            },
        }

    def run_action(self, action: Action) -> ToolResult:
        """Write, or read."""
        payload = action["payload"]
        try:
            if action["type"] == "read_diary":
                return self._read(payload.get("days"))
            return self._write(_line(payload["entry"]), _line(payload.get("mood") or ""))
        except PersonaStateError as error:
            return _failed(str(error))

    def _write(self, text: str, mood: str) -> ToolResult:
        if not text:
            return _failed("there is nothing to write: give entry some words")
        if len(text) > LONGEST_ENTRY:
            return _failed(f"an entry has at most {LONGEST_ENTRY} characters, and this has {len(text)}")
        if len(mood) > LONGEST_EMOTION:
            return _failed(f"a mood has at most {LONGEST_EMOTION} characters, and this has {len(mood)}")
        made = self._state.write(text, mood)
        return ToolResult("It is in your diary.", f"diary entry of {made.at}: {text[:60]}")

    def _read(self, days: int | None) -> ToolResult:
        found = self._state.entries()
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


class Emotions:
    """How a persona feels."""

    def __init__(self, state: PersonaState, name: str) -> None:
        self._state, self._name = state, name

    def get_prompt_instructions(self) -> Json:
        """Its action."""
        much = {"type": "number", "description": "From 0, hardly, to 1, very.", "minimum": 0, "maximum": 1}
        return {
            "set_emotion": {
                "description": "Say how you feel from now on, when your mood changes.",
                "payload": {
                    "emotion": {"type": "string", "description": "A word, such as glad.", "required": True},
                    "intensity": {**much, "required": False},
                },
                "risk": "free",
            }
        }

    def run_action(self, action: Action) -> Generator[str, None, ToolResult]:
        """Feel so: what is yielded is shown."""
        payload = action["payload"]
        emotion = _line(payload["emotion"])
        if not 0 < len(emotion) <= LONGEST_EMOTION:
            return _failed(f"an emotion has 1 to {LONGEST_EMOTION} characters: write a word, such as glad")
        feeling = Feeling(emotion, float(payload.get("intensity", MIDDLING)))
        try:
            self._state.feel(feeling)
        except PersonaStateError as error:
            return _failed(str(error))
        said = f"{self._name} feels {feeling.words}"
        yield said
        return ToolResult(f"You feel {feeling.words}.", said)


class Messages:
    """Messages into other places than the talk."""

    def __init__(self, places: MessagePlaces) -> None:
        self._places = places

    def get_prompt_instructions(self) -> Json:
        """Its action."""
        text = {"type": "string", "description": "The message, word for word.", "required": True}
        return {
            "message_discord_bot": {
                "description": "Write a message into the text channel of Discord, for all to read.",
                "payload": {"text": text},
            }
        }

    async def run_action(self, action: Action) -> ToolResult:
        """Write it there."""
        text = str(action["payload"]["text"]).strip()
        if not 0 < len(text) <= LONGEST_MESSAGE:
            return _failed(f"a message has 1 to {LONGEST_MESSAGE} characters, and this has {len(text)}")
        try:
            receipt = await self._places.say(DISCORD, text)
        except PlaceError as error:
            return _failed(str(error))
        return ToolResult("The message is written.", receipt)


def persona_tools(
    state: PersonaState, name: str, places: MessagePlaces, now: Callable[[], datetime]
) -> tuple[Tool, ...]:
    """All of it as tools."""
    plugins = (Diary(state, now), Emotions(state, name), Messages(places))
    return tuple(tool for plugin in plugins for tool in plugin_tools(plugin))


def _line(text: object) -> str:
    return " ".join(str(text).split())


def _failed(line: str) -> ToolResult:
    return ToolResult(line, failed=True)


def _at(text: str) -> float:
    """A moment as a number; one that is none is long ago."""
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        return 0.0
