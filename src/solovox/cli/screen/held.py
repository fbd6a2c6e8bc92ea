"""A session with its screen, in one event loop. The session owns the ending: the screen is there as long as it is, and no longer.

Rule 1: a key, a signal and a screen that fails end the session in the same way: `TalkSession.end`.
Rule 2: the terminal is given back before the session's last word is said, whatever happened.
"""

import asyncio
from collections.abc import Callable
from functools import partial

from solovox.cli.screen.acting import Acting
from solovox.cli.screen.app import ListenScreen, ScreenActs
from solovox.cli.screen.look import ScreenLook
from solovox.cli.screen.terminal import own_screen
from solovox.cli.screen.watched import WatchedTalk
from solovox.cli.talk import TalkSession


async def held_on_screen(session: TalkSession, watched: WatchedTalk, acting: Acting, look: ScreenLook) -> str:
    """Hold the session to its end, with its screen. Raises what the session raises, and what the screen failed of."""
    screen = ListenScreen(watched, ScreenActs(acting.act, acting.mute, session.end), look)
    loop = asyncio.get_running_loop()
    with own_screen():
        async with asyncio.TaskGroup() as tasks:
            shown = tasks.create_task(_shown(screen, session.end), name="screen")
            loop.call_soon(partial(loop.set_task_factory, loop.get_task_factory()))  # Textual sets another
            try:
                return await session.held()
            finally:
                await screen.began.wait()
                screen.exit()
                await shown


async def _shown(screen: ListenScreen, end: Callable[[], None]) -> None:
    """The screen, until it ends; the session with it."""
    try:
        await screen.run_async(mouse=False)
    finally:
        screen.began.set()
        end()
