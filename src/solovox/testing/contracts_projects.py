"""What every store of projects must do. Subclass the suite of yours, and say how to make one.

class TestMine(ProjectStoreContract):
    @contextlib.contextmanager
    def fresh(self):
        place = ...                                     # empty
        yield lambda: MyProjects(place, room_for=self.most, versions=self.most_versions)
        ...                                             # whatever is still open is closed
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import ClassVar, Final

from solovox.ports.projects import (
    LARGEST_FILE,
    LARGEST_PROJECT,
    LONGEST_NAME,
    MOST_FILES,
    MOST_TOOLS,
    Files,
    NoProject,
    OpenJob,
    Project,
    ProjectError,
    ProjectStore,
    SavedVersion,
)

FILES: Final[Files] = {
    "index.html": "<!doctype html>\n<p>“ä” 🎙\0\r\n",
    "js/app.js": "",
    "style.css": ":root { --accent: red; }\n",
}
OTHER: Final[Files] = {"index.html": "<p>2"}


class ProjectStoreContract:
    """The contract of `ProjectStore`."""

    most: ClassVar[int] = 20
    """How many projects there is room for,"""
    most_versions: ClassVar[int] = 6
    """and versions of each."""

    def fresh(self) -> AbstractContextManager[Callable[[], ProjectStore]]:
        """A new place where nothing is kept: what opens a store of it, each time that it is called."""
        raise NotImplementedError

    def test_a_new_project_has_no_files(self) -> None:
        with self._open() as store:
            assert not store.projects()
            made = store.make("Tips “ä”")
            assert (made.name, made.version, made.tools) == ("Tips “ä”", 0, ())
            assert datetime.fromisoformat(made.made_at).tzinfo is not None
            assert store.project(made.id) == made
            assert not store.versions(made.id)
            expect_refused(lambda: store.version(made.id))

    def test_they_are_listed_the_newest_first(self) -> None:
        with self._open() as store:
            made = [store.make("same name") for _ in range(4)]
            assert len({one.id for one in made}) == 4
            assert [*store.projects()] == made[::-1]

    def test_what_is_saved_is_kept_to_the_letter(self) -> None:
        with self._open() as store:
            project, other = store.make("Tips").id, store.make("Other").id
            saved = store.save(project, "a tip calculator", "templates", FILES)
            assert (saved.about, saved.by, {**saved.files}) == ("a tip calculator", "templates", FILES)
            assert store.version(project) == store.version(project, saved.number) == saved
            assert store.project(project).version == saved.number
            assert not store.versions(other)

    def test_versions_are_listed_the_oldest_first_without_their_files(self) -> None:
        with self._open() as store:
            project = store.make("Tips").id
            one = store.save(project, "one", "templates", FILES)
            two = store.save(project, "two", "person", OTHER)
            assert two.number > one.number
            found = store.versions(project)
            assert [(type(v), v.number, v.about, v.by) for v in found] == [
                (SavedVersion, one.number, "one", "templates"),
                (SavedVersion, two.number, "two", "person"),
            ]
            assert store.version(project, one.number) == one

    def test_undone_and_done_again(self) -> None:
        with self._open() as store:
            project = store.make("Tips").id
            one, two = (store.save(project, about, "b", FILES) for about in ("one", "two"))
            assert store.show(project, one.number).version == one.number
            assert store.version(project) == one
            assert len(store.versions(project)) == 2
            assert store.show(project, two.number).version == two.number
            assert store.version(project) == two
            expect_refused(lambda: store.show(project, two.number + 7))
            assert store.project(project).version == two.number

    def test_a_version_on_an_undone_one_takes_its_place_and_not_its_number(self) -> None:
        with self._open() as store:
            project = store.make("Tips").id
            one, two, three = (store.save(project, about, "b", FILES) for about in ("one", "two", "three"))
            store.show(project, one.number)
            four = store.save(project, "four", "b", OTHER)
            assert four.number > three.number
            assert [v.number for v in store.versions(project)] == [one.number, four.number]
            expect_refused(lambda: store.version(project, two.number))
            assert store.version(project) == four

    def test_the_oldest_versions_make_room(self) -> None:
        with self._open() as store:
            project, other = store.make("Tips").id, store.make("Other").id
            kept = store.save(other, "kept", "b", FILES)
            saved = [store.save(project, f"{n}", "b", FILES) for n in range(self.most_versions + 2)]
            assert [v.number for v in store.versions(project)] == [v.number for v in saved[2:]]
            expect_refused(lambda: store.version(project, saved[0].number))
            assert store.version(other) == kept

    def test_a_project_is_renamed_and_keeps_the_rest(self) -> None:
        with self._open() as store:
            made = store.make("Tips")
            saved = store.save(made.id, "one", "b", FILES)
            renamed = store.rename(made.id, "Tips and more")
            assert renamed == Project(made.id, "Tips and more", made.made_at, saved.number)
            assert store.project(made.id) == renamed

    def test_its_tools_are_those_that_were_set_each_once(self) -> None:
        with self._open() as store:
            project = store.make("Tips").id
            assert store.set_tools(project, ["recharts", "zod", "recharts"]).tools == ("recharts", "zod")
            assert store.project(project).tools == ("recharts", "zod")
            expect_refused(lambda: store.set_tools(project, [f"{n}" for n in range(MOST_TOOLS + 1)]))
            assert store.set_tools(project, []).tools == ()

    def test_what_is_removed_is_gone_with_its_versions(self) -> None:
        with self._open() as store:
            project, other = store.make("Tips").id, store.make("Other").id
            store.save(project, "one", "b", FILES), store.save(other, "two", "b", FILES)
            store.remove(project)
            assert [one.id for one in store.projects()] == [other]
            assert len(store.versions(other)) == 1
            for one in unknown(store, project):
                expect_refused(one)

    def test_what_is_not_there_is_refused(self) -> None:
        with self._open() as store:
            for name in ("nobody", "", "'; DROP TABLE projects; --"):
                for one in unknown(store, name):
                    expect_refused(one, NoProject)
            project = store.make("Tips").id
            store.save(project, "one", "b", FILES)
            for number in (0, -1, 99, 2**80):
                expect_refused(lambda wanted=number: store.version(project, wanted), NoProject)  # type: ignore[misc]
                expect_refused(lambda wanted=number: store.show(project, wanted), NoProject)  # type: ignore[misc]

    def test_a_name_is_one_line(self) -> None:
        with self._open() as store:
            made = store.make("x" * LONGEST_NAME)
            for name in ("", "  ", "x" * (LONGEST_NAME + 1), "a\nb"):
                expect_refused(lambda wanted=name: store.make(wanted))  # type: ignore[misc]
                expect_refused(lambda wanted=name: store.rename(made.id, wanted))  # type: ignore[misc]
            assert [*store.projects()] == [made]

    def test_too_much_is_refused_and_the_rest_stays(self) -> None:
        with self._open() as store:
            project = store.make("Tips").id
            kept = store.save(project, "one", "b", FILES)
            for files in TOO_MUCH:
                expect_refused(lambda wanted=files: store.save(project, "two", "b", wanted))  # type: ignore[misc]
            assert store.version(project) == kept
            for _ in range(self.most - 1):
                store.make("more")
            expect_refused(lambda: store.make("too many"))
            store.remove(project)
            store.make("again")

    def test_what_one_has_written_the_other_reads(self) -> None:
        with self.fresh() as opened:
            one, other = opened(), opened()
            project = one.make("Tips").id
            saved = other.save(project, "one", "b", FILES)
            assert one.version(project) == saved
            other.set_tools(project, ["zod"])
            assert one.project(project) == other.project(project)
            one.close()
            other.close()

    def test_what_was_written_is_there_when_it_is_opened_again(self) -> None:
        with self.fresh() as opened:
            store = opened()
            project = store.make("Tips").id
            saved = store.save(project, "one", "b", FILES)
            store.close()
            store = opened()
            assert store.version(project) == saved
            store.close()

    def test_the_highest_number_of_a_job_is_kept(self) -> None:
        with self.fresh() as opened:
            store = opened()
            assert store.last_job() == 0
            for number in (1, 7, 3):
                store.note_job(number)
            store.close()
            store = opened()
            assert store.last_job() == 7
            keeps_open_jobs(store)
            store.close()

    def test_many_threads_may_use_it_at_once(self) -> None:
        with self._open() as store, ThreadPoolExecutor(8) as threads:
            project = store.make("Tips").id
            about = [f"{n}" for n in range(self.most_versions)]
            saved = [*threads.map(lambda one: store.save(project, one, "b", FILES), about)]
            assert len({one.number for one in saved}) == self.most_versions
            assert {one.about for one in store.versions(project)} == {*about}

    def test_it_closes_twice(self) -> None:
        with self.fresh() as opened:
            store = opened()
            store.close()
            store.close()

    @contextmanager
    def _open(self) -> Iterator[ProjectStore]:
        with self.fresh() as opened:
            store = opened()
            yield store
            store.close()


def keeps_open_jobs(store: ProjectStore) -> None:
    """What a job is to do is kept until it ends."""
    first, second = store.make("First").id, store.make("Second").id
    store.note_job(1, first, "a timer", "me")
    store.note_job(2, second, "a list", "me")
    store.note_job(3, first, "a larger timer", "me")
    two = OpenJob(2, second, "a list", "me"), OpenJob(3, first, "a larger timer", "me")
    assert tuple(store.open_jobs()) == two
    store.end_job(2)
    store.end_job(1)
    assert tuple(store.open_jobs()) == two[1:]
    store.save(first, "a larger timer", "me", FILES)
    assert not store.open_jobs()
    store.note_job(4, second, "a list", "me")
    store.remove(second)
    assert not store.open_jobs()


def unknown(store: ProjectStore, name: str) -> list[Callable[[], object]]:
    """Whatever may be asked of a project that is not there."""
    return [
        lambda: store.project(name),
        lambda: store.rename(name, "x"),
        lambda: store.remove(name),
        lambda: store.save(name, "x", "b", FILES),
        lambda: store.versions(name),
        lambda: store.version(name),
        lambda: store.show(name, 1),
        lambda: store.set_tools(name, []),
    ]


def expect_refused(what: Callable[[], object], by: type[ProjectError] = ProjectError) -> None:
    """Nothing but this error comes of it, with one line."""
    try:
        what()
    except by as error:
        assert len(str(error).splitlines()) == 1, error
        return
    raise AssertionError("it was taken")


TOO_MUCH: Final[tuple[Files, ...]] = (
    {f"{n}.txt": "" for n in range(MOST_FILES + 1)},
    {"a.txt": "x" * (LARGEST_FILE + 1)},
    {f"{n}.txt": "x" * LARGEST_FILE for n in range(LARGEST_PROJECT // LARGEST_FILE + 1)},
    {"a.txt": "\ud800"},
)
