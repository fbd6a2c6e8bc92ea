"""What a page wants of the Studio: a theme and a project, with `start` (`theme`, `projectContext`) or later (`set`).

Rule 1: what cannot be is one line for that page; the session goes on with what it had.
Rule 2: a page of the first clients knows no ids of ours: the name in its `projectContext` is that of the project that is made.
"""

from collections.abc import Mapping
from typing import Final

from solovox.app.studio.session import StudioSession
from solovox.app.wiring import Now
from solovox.wire.browser import up

THEME: Final = "theme"
PROJECT: Final = "project"
NAME: Final = "name"
WISHES: Final = frozenset({THEME, PROJECT})
"""Keys of `set`."""


def studio_wishes(frame: up.StartFrame) -> Mapping[str, str]:
    """What a `start` wants; what is no text in it is passed over."""
    context = frame.project_context
    found = {THEME: frame.theme, PROJECT: context.get("project"), NAME: context.get("name")}
    return {key: value for key, value in found.items() if isinstance(value, str) and value}


def told_once(now: Now | None) -> str:
    """What was wrong with what a `start` wanted: for the page that wanted it."""
    if now is None or now.studio is None:
        return ""
    wrong, now.studio.wrong = now.studio.wrong, ""
    return wrong


async def wish(studio: StudioSession, wants: Mapping[str, str], now: Now | None) -> str:
    """Make it so. What is wrong with it, in one line."""
    wrong = list[str]()
    if PROJECT in wants or NAME in wants:
        wrong.append(await studio.open_project(wants.get(PROJECT, ""), wants.get(NAME, "")))
    if THEME in wants and wants[THEME] != studio.now.theme:
        wrong.append(await studio.set_theme(wants[THEME]))
        if now is not None and now.box is not None:
            now.box.renew()
    return "; ".join(filter(None, wrong))
