"""What opens the journal of a new session."""

import logging
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from solovox.config.keeping import bytes_of, days_of
from solovox.config.load import environment
from solovox.config.schema import Config
from solovox.core.policy import Policy
from solovox.recordings.failing_disk import KeptWhileItCan, begun
from solovox.recordings.journal import create
from solovox.recordings.keeping import Unkept
from solovox.recordings.pruning import pruned
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
    return (lambda: KeptWhileItCan(make())) if must else partial(begun, make)


def tidied(root: Path, config: Config) -> str:
    """Remove what is older than `journal.keep`, and what has no room in `journal.room`, from the default folder; one line if any went, which is logged too. With
    `never` none does: that concerns new sessions, and `solovox sessions purge` removes those there are. Blocks."""
    days = days_of(config.keep)
    if days == 0 or root != state_folder(environment()):
        return ""
    try:
        aged, crowded = pruned(root, days, bytes_of(config.room), here_and_now().timestamp())
    except OSError as error:
        return f"nothing was removed from {root}: {error.strerror}"
    said = [f"{counted(aged)} older than {config.keep} (journal.keep)"] if aged else []
    said += [f"the oldest {counted(crowded)} for {config.room} (journal.room)"] if crowded else []
    if not said:
        return ""
    _log.warning(line := f"removed: {', and '.join(said)}")
    return line


def counted(sessions: int) -> str:
    """The number, in words."""
    return f"{sessions} session{'' if sessions == 1 else 's'}"


def is_kept(config: Config) -> bool:
    """Whether sessions that name no folder are kept at all."""
    return days_of(config.keep) != 0


def new_name() -> str:
    """A session's name: when it began, and what cannot be guessed."""
    return f"{here_and_now():%Y%m%d-%H%M%S}-{secrets.token_hex(8)}"
