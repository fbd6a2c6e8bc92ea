"""What opens the journal of a new session."""

import logging
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from solovox.config.keeping import bytes_of, days_of
from solovox.config.load import environment
from solovox.config.schema import Config
from solovox.core.policy import Policy
from solovox.recordings.failing_disk import KeptWhileItCan, begin_journal
from solovox.recordings.journal import create
from solovox.recordings.keeping import Unkept, prune
from solovox.shell.clock import here_and_now

_log: Final = logging.getLogger("solovox.journal")
Keep = Callable[[], KeptWhileItCan | Unkept]
"""Opens a journal. Blocks."""


def state_folder(variables: Mapping[str, str]) -> Path:
    """The default folder of journals: under `XDG_STATE_HOME`, else ~/.local/state."""
    shared = variables.get("XDG_STATE_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "state") / "solovox" / "journals"


def keeping(folder: Path, profile: str, config: Config, policy: Policy, *, must: bool = False) -> Keep:
    """What creates a journal in this folder, which is not there yet. Where it cannot be: with `must` that raises `JournalError`,
    else the session is not kept, and says so."""
    make = partial(
        create,
        folder,
        session=folder.name,
        created=here_and_now().isoformat(timespec="seconds"),
        profile=profile,
        policy=policy,
        brain=config.ear.kind if config.narrator.kind == "self" else config.brain.kind,
        secrets=config.secrets,
    )
    return (lambda: KeptWhileItCan(make())) if must else partial(begin_journal, make)


def remove_old_sessions(root: Path, config: Config) -> str:
    """Remove what is older than `journal.keep`, and what has no room in `journal.room`, from the default folder; one line if any went, which is logged too. With
    `never` none does: that concerns new sessions, and `solovox sessions purge` removes those there are. Blocks."""
    days = days_of(config.keep)
    if days == 0 or root != state_folder(environment()):
        return ""
    try:
        aged, crowded = prune(root, days, bytes_of(config.room), here_and_now().timestamp())
    except OSError as error:
        return f"nothing was removed from {root}: {error.strerror}"
    said = [f"{count_sessions(aged)} older than {config.keep} (journal.keep)"] if aged else []
    said += [f"the oldest {count_sessions(crowded)} for {config.room} (journal.room)"] if crowded else []
    if not said:
        return ""
    _log.warning(line := f"removed: {', and '.join(said)}")
    return line


def count_sessions(sessions: int) -> str:
    """The number, in words."""
    return f"{sessions} session{'' if sessions == 1 else 's'}"


def is_kept(config: Config) -> bool:
    """Whether sessions that name no folder are kept at all."""
    return days_of(config.keep) != 0


def new_name() -> str:
    """A session's name: when it began, and what cannot be guessed."""
    return f"{here_and_now():%Y%m%d-%H%M%S}-{secrets.token_hex(8)}"


# All that the program keeps of a person, in one table: places in the state folder, and whether `solovox sessions purge --all` removes them.
#
# Rule: what was said, and what would let a talk be gone on with, goes. What the person made on purpose (corrections, apps, a persona's diary,
# settings) stays and is named, with what removes it.


@dataclass(frozen=True, slots=True)
class KeptPlace:
    """A place in the state folder, as a pattern."""

    pattern: str
    what: str
    removed_by: str = ""
    """What removes it. Empty: purging all does."""

    def find_paths(self, state: Path) -> list[Path]:
        """What is there. No link is followed."""
        return sorted(one for one in state.glob(self.pattern) if not one.is_symlink())


JOURNALS: Final = "journals"
LINKED: Final = "yourself, for a link leads there"
PLACES: Final = (
    KeptPlace(JOURNALS, "talks: their words, their sound, long results of tools", "itself, talk by talk"),
    KeptPlace("untold", "what ended while nobody was there"),
    KeptPlace("recordings", "questions that you recorded at the page"),
    KeptPlace("live-server/handles.sqlite*", "talks that clients of the live server may go on with"),
    KeptPlace("acp", "the last session of each agent, to go on with"),
    KeptPlace("undo", "what agents changed in your folders, as it was before, to be undone"),
    KeptPlace("studio", "the empty desk of those who write apps"),
    KeptPlace("store/store.*", "what you taught, and how you pause", "solovox corrections rm, solovox patience --reset"),
    KeptPlace("store/projects.*", "the Studio's apps", "the Studio"),
    KeptPlace("allowed", "which commands an agent may run without your yes", "solovox allowed remove"),
    KeptPlace("personas", "diaries and moods of personas", "removing the folder"),
    KeptPlace("settings.toml", "what you set at the page", "the page's settings"),
    KeptPlace("browsers/*", "which browsers were let in", "letting them go in the page's settings"),
    KeptPlace("children/*", "which programs still ran when a server was killed", "the next start, which names them"),
    KeptPlace("serve-tls", "the certificate of solovox serve --lan", "removing the folder"),
    KeptPlace("live-server/tls", "the certificate of the live server", "removing the folder"),
    KeptPlace("lock", "an empty file that keeps two from writing at once", "removing it"),
)  # fmt: skip


def remove_places(state: Path) -> Iterator[KeptPlace]:
    """Remove what purging all removes, but for the journals. Those places where something was. Raises `OSError`."""
    for place in PLACES:
        if not place.removed_by and (found := place.find_paths(state)):
            for one in found:
                shutil.rmtree(one) if one.is_dir() else one.unlink(missing_ok=True)
            yield place


def list_remaining(state: Path) -> list[KeptPlace]:
    """Where something stays: what was made on purpose, and what a link leads to."""
    links = (
        replace(one, removed_by=LINKED)
        for one in PLACES
        if any(map(Path.is_symlink, state.glob(one.pattern)))
    )
    made = (one for one in PLACES if one.removed_by and one.find_paths(state))
    return [one for one in (*made, *links) if one.pattern != JOURNALS]


def unknown(state: Path) -> list[str]:
    """What is in the state folder and in no row of the table."""
    known = {found for place in PLACES for found in place.find_paths(state)}
    there = {one for one in state.rglob("*") if one.is_file()}
    return sorted(str(one.relative_to(state)) for one in there if not known & {one, *one.parents})
