"""Every store of ours keeps the contract that is shipped for those of others."""

import contextlib

import pytest

from solovox.store.sqlite import FILE, SqliteStore
from solovox.testing.contracts_store import StoreContract
from solovox.testing.memory_store import KeptInMemory, MemoryStore


class TestSqliteStore(StoreContract):
    @pytest.fixture(autouse=True)
    def _place(self, tmp_path):
        self.folder = tmp_path

    @contextlib.contextmanager
    def fresh(self):
        with contextlib.ExitStack() as opened:
            yield lambda: opened.enter_context(
                contextlib.closing(SqliteStore(self.folder / FILE, most=self.most))
            )


class TestMemoryStore(StoreContract):
    @contextlib.contextmanager
    def fresh(self):
        kept = KeptInMemory()
        yield lambda: MemoryStore(kept, self.most)
