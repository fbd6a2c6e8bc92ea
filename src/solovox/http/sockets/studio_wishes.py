"""What a page wants of the Studio: a theme and a project, with `start` (`theme`, `projectContext`) or later (`set`).

Rule 1: what cannot be is one line for that page; the session goes on with what it had.
Rule 2: who has just chosen who talks with them is greeted, where a voice of ours reads. A live model greets by itself, or does not.
Rule 3: a page of the first clients knows no ids of ours: the name in its `projectContext` is that of the project that is made.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from solovox.core.events import Announced
from solovox.parts.now import SessionNow
from solovox.studio.session import StudioSession
from solovox.wire.browser import up

THEME: Final = "theme"
PROJECT: Final = "project"
NAME: Final = "name"
GREET: Final = "greet"
GREETING: Final = "Hello, I am {0}. Say or type what you want to build."
WISHES: Final = frozenset({THEME, PROJECT})
"""Keys of `set`."""


def studio_wishes(frame: up.StartFrame) -> Mapping[str, str]:
    """What a `start` wants; what is no text in it is passed over."""
    context = frame.project_context
    greet = GREET if context.get(GREET) is True else ""
    found = {
        THEME: frame.theme,
        PROJECT: context.get("project"),
        NAME: context.get("name"),
        GREET: greet,
    }
    return {key: value for key, value in found.items() if isinstance(value, str) and value}


def studio_in(now: SessionNow | None) -> StudioSession | None:
    """The Studio of a session, if it is there."""
    return now.added if now is not None and isinstance(now.added, StudioSession) else None


def told_once(now: SessionNow | None) -> str:
    """What was wrong with what a `start` wanted: for the page that wanted it."""
    studio = studio_in(now)
    if studio is None:
        return ""
    wrong, studio.wrong = studio.wrong, ""
    return wrong


def greeting(now: SessionNow | None, wants: Mapping[str, str]) -> Sequence[Announced]:
    """What is said first."""
    studio = studio_in(now)
    if studio is None or now is None or GREET not in wants or now.policy.alone:
        return ()
    return (Announced(GREETING.format(studio.persona.name)),)


async def wish(studio: StudioSession, wants: Mapping[str, str], now: SessionNow | None) -> str:
    """Make it so. What is wrong with it, in one line."""
    wrong = list[str]()
    if PROJECT in wants or NAME in wants:
        wrong.append(await studio.open_project(wants.get(PROJECT, ""), wants.get(NAME, "")))
    if THEME in wants and wants[THEME] != studio.now.theme:
        wrong.append(await studio.set_theme(wants[THEME]))
        if now is not None:
            now.renew()
    return "; ".join(filter(None, wrong))
