"""Every store of projects of ours keeps the contract that is shipped for those of others."""

import contextlib
from itertools import count

import pytest

from solovox.store.projects import FILE, SqliteProjects
from solovox.testing.contracts_projects import ProjectStoreContract
from solovox.testing.memory_projects import MemoryProjects, ProjectsInMemory


class TestSqliteProjects(ProjectStoreContract):
    @pytest.fixture(autouse=True)
    def _place(self, tmp_path):
        self.folder = tmp_path

    @contextlib.contextmanager
    def fresh(self):
        minutes = count()
        with contextlib.ExitStack() as opened:
            yield lambda: opened.enter_context(
                contextlib.closing(
                    SqliteProjects(
                        self.folder / FILE,
                        lambda: f"2026-01-31T09:{next(minutes):02}:00.000Z",
                        most=self.most,
                        most_versions=self.most_versions,
                    )
                )
            )


class TestMemoryProjects(ProjectStoreContract):
    @contextlib.contextmanager
    def fresh(self):
        kept = ProjectsInMemory()
        yield lambda: MemoryProjects(kept, self.most, self.most_versions)
