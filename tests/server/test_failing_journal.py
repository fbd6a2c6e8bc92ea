"""A session of the live server whose disk fails goes on (R1)."""

import asyncio

from server.rig import FAST, setup
from server.test_session import Beeps, Echo, Loud, Pipe
from solovox.narrators.shared_voice import SharedVoice
from solovox.recordings.codec import JournalError
from solovox.server.engines import ServerEngines
from solovox.server.handles import Handles
from solovox.server.memory import Memory
from solovox.server.served_session import ServedSession, SessionEntry
from solovox.shell.clock import LoopClock, run
from solovox.wire.gemini_live import client_frames as cf


class FullDisk:
    """A book that takes the setup and no more."""

    def __init__(self):
        self.kept, self.closed = [], False

    async def keep(self, at, happened, commands):
        if self.kept:
            raise JournalError("the journal cannot be written: No space left on device")
        self.kept.append(happened)

    async def aclose(self):
        self.closed = True


def test_R1_a_session_whose_journal_fails_goes_on_unkept_and_says_so_once(tmp_path):
    book, pipe, notes = FullDisk(), None, []

    async def main():
        nonlocal pipe
        pipe = Pipe()
        handles = Handles(tmp_path, Memory, lambda: 0.0)
        engines = ServerEngines(
            recogniser=Loud,
            voice=SharedVoice(Beeps()),
            brain=Echo,
            handles=handles,
            resampler=None,
            choosers=None,
        )
        pipe.says(setup(), cf.ClientContent(turn_complete=True), cf.ClientContent(turn_complete=True))
        async with asyncio.timeout(1_000):
            entry = SessionEntry(book=book, note=notes.append)
            session = ServedSession(pipe, engines, LoopClock(), FAST, entry)
            asyncio.get_running_loop().call_later(100, session.hang_up)
            await session.run()
        handles.close()

    run(main(), float("inf"))
    assert "journal" not in pipe.closed[1]
    assert [one for one in notes if "is kept" in one] == [
        "from here on nothing of this session is kept: the journal cannot be written: No space left on device"
    ]
    assert (len(book.kept), book.closed) == (1, True)
