"""Stores of projects that each break one promise of their contract."""

import threading

from solovox.ports.projects import NoProject, Project, ProjectError
from solovox.testing.memory_projects import MemoryProjects, ProjectsInMemory


class Plain(MemoryProjects):
    """It keeps the contract."""


class BornWithAFile(Plain):
    def make(self, name):
        made = super().make(name)
        self.save(made.id, "new", "nobody", {"index.html": ""})
        return self.project(made.id)


class OldestFirst(Plain):
    def projects(self):
        return super().projects()[::-1]


class Tidies(Plain):
    """It writes line ends anew."""

    def save(self, project, about, by, files):
        return super().save(
            project, about, by, {path: text.replace("\r\n", "\n") for path, text in files.items()}
        )


class ListsFiles(Plain):
    def versions(self, project):
        return [self.version(project, one.number) for one in super().versions(project)]


class UndoesForGood(Plain):
    def show(self, project, number):
        shown = super().show(project, number)
        self.kept.versions[project] = [one for one in self.kept.versions[project] if one.number <= number]
        return shown


class CountsAgain(Plain):
    """A version that takes the place of an undone one takes its number."""

    def save(self, project, about, by, files):
        now = self.project(project).version
        self.kept.versions[project] = [one for one in self.kept.versions[project] if one.number <= now]
        return super().save(project, about, by, files)


class KeepsAll(Plain):
    def __init__(self, kept=None, most=100, most_versions=50):
        super().__init__(kept, most, most_versions + 10)


class ForgetsByItsName(Plain):
    def rename(self, project, name):
        return self._change(project, name=name, version=0)


class ToolsTwice(Plain):
    def set_tools(self, project, tools):
        super().set_tools(project, tools)
        return self._change(project, tools=tuple(tools))


class Hides(Plain):
    """What was removed can still be read."""

    def __init__(self, *given):
        super().__init__(*given)
        self.gone = {}

    def remove(self, project):
        self.gone[project] = super().versions(project)
        super().remove(project)

    def versions(self, project):
        return self.gone[project] if project in self.gone else super().versions(project)


class MakesWhatIsAsked(Plain):
    def project(self, project):
        try:
            return super().project(project)
        except NoProject:
            return Project(project, "x", "2026-01-31T09:00:00Z")


class AnyName(Plain):
    def make(self, name):
        made = super().make(name.strip().replace("\n", " ")[:80] or "x")
        return self._change(made.id, name=name)


class DropsTheRest(Plain):
    """It takes as many files as there is room for."""

    def save(self, project, about, by, files):
        try:
            return super().save(project, about, by, files)
        except NoProject:
            raise
        except ProjectError:
            return super().save(project, about, by, {})


class Caches(Plain):
    """It reads once what others may write."""

    def __init__(self, kept=None, *given):
        super().__init__(ProjectsInMemory(dict(kept.projects), dict(kept.versions), kept.made), *given)
        self.place = kept

    def close(self):
        self.place.projects.update(self.kept.projects)
        self.place.versions.update(self.kept.versions)


class Forgets(Plain):
    def close(self):
        self.kept.projects.clear()


class KeepsTheLastJob(Plain):
    """And not the highest."""

    def note_job(self, number, *job):
        super().note_job(number, *job)
        self.kept.jobs = number


class ForgetsWhatAJobIsToDo(Plain):
    """As one that keeps the number alone."""

    def note_job(self, number, *job):
        super().note_job(number)


class KeepsWhatHasEnded(Plain):
    def end_job(self, number):
        pass


class OfOneThread(Plain):
    def __init__(self, *given):
        super().__init__(*given)
        self.owner = threading.get_ident()

    def save(self, project, about, by, files):
        if threading.get_ident() != self.owner:
            raise RuntimeError("it was opened by another thread")
        return super().save(project, about, by, files)


class ClosesOnce(Plain):
    closed = False

    def close(self):
        if self.closed:
            raise ProjectError("it is closed")
        self.closed = True
