"""Every journal, sound store and clock of ours keeps the contract that is shipped for those of others."""

import contextlib
import math

import pytest
import soundfile

from solovox.core.policy import Policy
from solovox.recordings import journal, journal_reader
from solovox.recordings.keeping import Unkept
from solovox.recordings.sound_files import file_of
from solovox.shell.clock import LoopClock
from solovox.shell.sound import SoundStore
from solovox.testing.contracts_keeping import ClockContract, JournalContract, SoundContract
from solovox.testing.fakes import MemoryJournal
from solovox.testing.memory_sound import MemorySound


class TestJournalFile(JournalContract):
    @pytest.fixture(autouse=True)
    def _place(self, tmp_path):
        self.folder = tmp_path / "session"

    @contextlib.asynccontextmanager
    async def fresh(self):
        yield journal.create(self.folder, session="s", created="c", profile="p", policy=Policy())

    def survives(self, kept):
        return [(one.at, one.event) for one in journal_reader.read(self.folder).entries]

    def sound_kept(self, kept, stream):
        pcm, _ = soundfile.read(file_of(self.folder / "sound", stream), dtype="int16")
        return pcm.tobytes()


class TestUnkept(JournalContract):
    keeps = False

    @contextlib.asynccontextmanager
    async def fresh(self):
        yield Unkept()


class TestMemoryJournal(JournalContract):
    @contextlib.asynccontextmanager
    async def fresh(self):
        yield MemoryJournal()

    def survives(self, kept):
        return [(at, event) for at, event, _ in kept.entries[: None if kept.closed else kept.synced]]


class TestSoundStore(SoundContract):
    def fresh(self):
        return contextlib.closing(SoundStore())


class TestSoundStoreOnDisk(SoundContract):
    def fresh(self):
        return contextlib.closing(SoundStore(memory=0))


class TestMemorySound(SoundContract):
    def fresh(self):
        return contextlib.nullcontext(MemorySound())


class TestLoopClock(ClockContract):
    def fresh(self):
        return LoopClock()


class TestVirtualClock(ClockContract):
    speed = math.inf

    def fresh(self):
        return LoopClock()


class TestHurriedClock(ClockContract):
    speed = 50.0

    def fresh(self):
        return LoopClock()
