"""What one session of the Studio has open at this moment. Its tools, its brain and its persona share it."""

from dataclasses import dataclass


@dataclass(slots=True, eq=False)
class StudioNow:
    """`project`: its id; empty: there is none yet. `name`: what the project is to be called, where the page said it.
    `theme`: an id; empty: the first. `job`: the number of the newest that was begun here; 0: none."""

    project: str = ""
    name: str = ""
    theme: str = ""
    job: int = 0
    card: tuple[str, ...] = ()
    """The catalogue's tools on the newest card, by id, in the order in which they are shown. Empty: no card is open."""
    panel: str = ""
    """Which part of the screen was asked for last; empty: none."""
