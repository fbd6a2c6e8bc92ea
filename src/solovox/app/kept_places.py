"""All that the program keeps of a person, in one table: places in the state folder, and whether `solovox sessions purge --all` removes them.

Rule: what was said, and what would let a talk be gone on with, goes. What the person made on purpose (corrections, apps, a persona's diary,
settings) stays and is named, with what removes it.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class KeptPlace:
    """A place in the state folder, as a pattern."""

    pattern: str
    what: str
    removed_by: str = ""
    """What removes it. Empty: purging all does."""

    def found(self, state: Path) -> list[Path]:
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


def removed(state: Path) -> Iterator[KeptPlace]:
    """Remove what purging all removes, but for the journals. Those places where something was. Raises `OSError`."""
    for place in PLACES:
        if not place.removed_by and (found := place.found(state)):
            for one in found:
                shutil.rmtree(one) if one.is_dir() else one.unlink(missing_ok=True)
            yield place


def left(state: Path) -> list[KeptPlace]:
    """Where something stays: what was made on purpose, and what a link leads to."""
    links = (
        replace(one, removed_by=LINKED)
        for one in PLACES
        if any(map(Path.is_symlink, state.glob(one.pattern)))
    )
    made = (one for one in PLACES if one.removed_by and one.found(state))
    return [one for one in (*made, *links) if one.pattern != JOURNALS]


def unknown(state: Path) -> list[str]:
    """What is in the state folder and in no row of the table."""
    known = {found for place in PLACES for found in place.found(state)}
    there = {one for one in state.rglob("*") if one.is_file()}
    return sorted(str(one.relative_to(state)) for one in there if not known & {one, *one.parents})
