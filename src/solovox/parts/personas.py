"""The persona of a session: its file, which may change meanwhile, and what it keeps of itself in the state folder.

Rule 1: what a model is told is made anew at each connection. A file that is broken then leaves the one before in force.
Rule 2: a diary and a mood belong to a name, in a folder that only the person may open. The diary's newest `MOST` entries are
kept. A mood that was set counts until the file is written again.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

from solovox.config.files import persona_of, persona_path
from solovox.config.load import environment
from solovox.config.schema import Config, ConfigError
from solovox.ports.persona import DiaryEntry, Feeling, PersonaStateError
from solovox.server.state import StateTrouble, alone, private_folder, state_folder, write
from solovox.shell.clock import here_and_now
from solovox.text.persona import SPEAKS, Condensed, Persona, build_live_system_instruction

FOLDER: Final = "personas"
DIARY: Final = "diary.jsonl"
MOOD: Final = "mood.json"
MOST: Final = 1_000
"""Entries of a diary that are kept."""
NOBODY: Final = Persona("Solovox", "You are a friendly voice that people talk with.")
"""Who keeps a diary where no file says who it is."""
KEEPING: Final = frozenset({"persona", "update_diary", "read_diary", "set_emotion"})
"""The tools by which a persona keeps something of itself, as `tools` names them."""
_log: Final = logging.getLogger("solovox.persona")


class PersonaFiles:
    """A diary and a mood as files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def entries(self) -> Sequence[DiaryEntry]:
        """The diary, the oldest first. A line that is no entry is passed over."""
        found = (_entry(line) for line in self._read(DIARY).splitlines())
        return [one for one in found if one is not None]

    def write(self, text: str, mood: str = "") -> DiaryEntry:
        """Add an entry of this moment."""
        new = DiaryEntry(here_and_now().isoformat(timespec="seconds"), text, mood)
        try:
            with alone(private_folder(self._folder)):
                kept = [*self.entries(), new][-MOST:]
                lines = (
                    json.dumps({"at": one.at, "entry": one.text, "mood": one.mood}, ensure_ascii=False)
                    for one in kept
                )
                write(self._folder / DIARY, "".join(f"{line}\n" for line in lines).encode())
        except StateTrouble as trouble:
            raise PersonaStateError(str(trouble)) from None
        return new

    def feel(self, feeling: Feeling) -> None:
        """From now on it feels so."""
        said = {"emotion": feeling.emotion, "intensity": feeling.intensity}
        try:
            write(private_folder(self._folder) / MOOD, json.dumps(said, ensure_ascii=False).encode())
        except StateTrouble as trouble:
            raise PersonaStateError(str(trouble)) from None

    def feeling(self) -> Feeling | None:
        """How it feels. None: it never said."""
        said = _object(self._read(MOOD))
        emotion, intensity = said.get("emotion"), said.get("intensity")
        if not isinstance(emotion, str) or not isinstance(intensity, int | float):
            return None
        return Feeling(emotion, float(intensity))

    def felt_since(self, path: Path) -> bool:
        """Whether it said how it feels after the file was written."""
        return _time_written(self._folder / MOOD) >= _time_written(path)

    def _read(self, name: str) -> str:
        path = self._folder / name
        try:
            return path.read_text("utf-8", errors="replace")
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise PersonaStateError(f"{path} cannot be read: {error.strerror}") from None


class SessionPersona:
    """Who a session's model is to be, at this moment."""

    def __init__(self, path: Path | None, variables: Mapping[str, str]) -> None:
        """Raises `ConfigError`."""
        self._path, self._variables = path, variables
        self._seen = None if path is None else _mark(path)
        self._persona = NOBODY if path is None else persona_of(path)
        self._told: tuple[str, ...] = ()
        self.instruction = self.condense().text
        """As it was when `look` was last called."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self._persona.name

    @property
    def mood(self) -> str:
        """How it feels, in words; empty: it has not said. Blocks. Raises `PersonaStateError`."""
        feeling = self.state.feeling()
        counts = feeling is not None and (self._path is None or self.state.felt_since(self._path))
        return feeling.words if feeling is not None and counts else ""

    def feels(self) -> str:
        """How it feels, in words, as it or its file says; empty: neither does. Blocks."""
        try:
            return self.mood or self._persona.mood
        except PersonaStateError:
            return self._persona.mood

    @property
    def state(self) -> PersonaFiles:
        """What it keeps."""
        folder = quote(self.name.casefold(), safe="").replace(".", "%2E")
        return PersonaFiles(state_folder(self._variables) / FOLDER / folder)

    def look(self) -> None:
        """Read again what has changed, and make the instruction anew. Blocks."""
        if self._path is not None and (mark := _mark(self._path)) != self._seen:
            self._seen = mark
            try:
                self._persona = persona_of(self._path)
            except ConfigError as error:
                _log.warning("%s; the persona stays as it was", error)
        made = self.condense()
        self.instruction = made.text
        if made.left_out and made.left_out != self._told:
            _log.warning("the persona is too long: left out are %s", ", ".join(made.left_out))
        self._told = made.left_out

    def condense(self, speaks: str | None = None) -> Condensed:
        """What a model is told of it now. `speaks`: how it is to speak; None: as a voice does. Blocks."""
        diary: Sequence[DiaryEntry] = ()
        mood = ""
        try:
            diary = self.state.entries()
            mood = self.mood
        except PersonaStateError as error:
            _log.warning("%s; the persona does without it", error)
        how = SPEAKS if speaks is None else speaks
        return build_live_system_instruction(self._persona, diary, mood=mood, speaks=how)


def persona_for(config: Config, variables: Mapping[str, str] | None = None) -> SessionPersona | None:
    """Who the configuration says that the model is; where it says nothing, and the model keeps a diary, `NOBODY`. None:
    neither. Raises `ConfigError`."""
    if not config.persona and not KEEPING.intersection(config.tools):
        return None
    path = persona_path(config.persona) if config.persona else None
    return SessionPersona(path, environment() if variables is None else variables)


def _entry(line: str) -> DiaryEntry | None:
    said = _object(line)
    at, text, mood = said.get("at"), said.get("entry"), said.get("mood") or ""
    if not isinstance(at, str) or not isinstance(text, str) or not isinstance(mood, str):
        return None
    return DiaryEntry(at, text, mood)


def _object(text: str) -> Mapping[str, object]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _mark(path: Path) -> object:
    """What differs when the file was written."""
    try:
        seen = path.stat()
    except OSError:
        return None
    return seen.st_ino, seen.st_mtime_ns, seen.st_size


def _time_written(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return -1
