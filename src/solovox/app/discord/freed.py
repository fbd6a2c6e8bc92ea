"""Which actions an operator has freed in a server: a yes aloud is enough to them there (law A7). It is read at each call."""

import asyncio
from pathlib import Path

from solovox.acts.allowed import AllowedActions
from solovox.shell.links.yeses import Freed, none_freed


def freed_in(server: int | None, home: Path | None) -> Freed:
    """Of a server by its id; None: it is none. `home`: where it is kept; None: nowhere."""
    if server is None or home is None:
        return none_freed
    actions = AllowedActions(server, home)

    async def freed(action: str) -> bool:
        return await asyncio.to_thread(actions.has, action)

    return freed
