"""Every tool keeps the contract that is shipped for the tools of others."""

from datetime import UTC, datetime
from typing import ClassVar

import pytest

from app.studio.rooms import room
from solovox.testing.contracts_tool import ToolContract
from solovox.tools.arithmetic import Arithmetic, Units
from solovox.tools.echo import Echo
from solovox.tools.files import ListFiles, ReadFileHead, SearchFiles
from solovox.tools.status import ProjectStatus
from solovox.tools.time_of_day import DateTool, GetTime
from solovox.tools.workspace import Workspace
from tools.test_studio_tools import working


def now():
    return datetime(2026, 11, 21, 0, 5, tzinfo=UTC)


class TestTime(ToolContract):
    good: ClassVar = {"place": "Tokyo"}
    bad: ClassVar = {"place": "Atlantis"}

    def fresh(self):
        return GetTime(now)


class TestDate(ToolContract):
    def fresh(self):
        return DateTool(now)


class TestArithmetic(ToolContract):
    good: ClassVar = {"sum": "12 * 7"}
    bad: ClassVar = {"sum": "1 / 0"}

    def fresh(self):
        return Arithmetic()


class TestUnits(ToolContract):
    good: ClassVar = {"value": 5, "from": "miles", "to": "km"}
    bad: ClassVar = {"value": 5, "from": "miles", "to": "kg"}

    def fresh(self):
        return Units()


class InAWorkspace(ToolContract):
    @pytest.fixture(autouse=True)
    def _place(self, tmp_path):
        (tmp_path / "a.txt").write_text("hello\n")
        self.workspace = Workspace(tmp_path)


class TestListFiles(InAWorkspace):
    bad: ClassVar = {"path": "../.."}

    def fresh(self):
        return ListFiles(self.workspace)


class TestReadFileHead(InAWorkspace):
    good: ClassVar = {"path": "a.txt", "lines": 3}
    bad: ClassVar = {"path": "missing.txt"}

    def fresh(self):
        return ReadFileHead(self.workspace)


class TestEcho(ToolContract):
    good: ClassVar = {"text": "one two"}
    bad: ClassVar = {"text": " "}

    def fresh(self):
        return Echo()


class TestSearchFiles(InAWorkspace):
    good: ClassVar = {"text": "hello"}

    def fresh(self):
        return SearchFiles(self.workspace)


class TestProjectStatus(InAWorkspace):
    def fresh(self):
        return ProjectStatus(self.workspace)


class InAStudio(ToolContract):
    """A tool of a session that has a project, in a workshop that works."""

    name: ClassVar = ""

    @pytest.fixture(autouse=True)
    async def _studio(self):
        session = room()
        async with working(session):
            self.tools = {one.name: one for one in session.tools}
            session.now.project = session.studio.store.make("Tips").id
            yield

    def fresh(self):
        return self.tools[self.name]


class TestRecommendTools(InAStudio):
    name = "recommend_tools"
    good: ClassVar = {"project_context": "charts"}


class TestSearchTools(InAStudio):
    name = "search_tools"
    good: ClassVar = {"query": "maps", "domain": "charts and maps"}


class TestAddTool(InAStudio):
    name = "add_tool"
    good: ClassVar = {"tool_id": "Chart.js"}
    bad: ClassVar = {"tool_id": "the second one"}


class TestGenerateApp(InAStudio):
    name = "generate_app"
    good: ClassVar = {"prompt": "a tip calculator"}
    bad: ClassVar = {"prompt": " "}


class TestNavigateUi(InAStudio):
    name = "navigate_ui"
    good: ClassVar = {"target": "preview"}


class TestStudioStatus(InAStudio):
    name = "get_project_status"


@pytest.mark.parametrize(
    ("hour", "day", "time", "date"),
    [
        (0, 1, "12:05 AM", "Sunday, November 1st, 2026"),
        (12, 2, "12:05 PM", "Monday, November 2nd, 2026"),
        (13, 3, "1:05 PM", "Tuesday, November 3rd, 2026"),
        (11, 11, "11:05 AM", "Wednesday, November 11th, 2026"),
        (23, 22, "11:05 PM", "Sunday, November 22nd, 2026"),
    ],
)
async def test_the_clock_that_is_handed_in_is_told(hour, day, time, date):
    def clock():
        return datetime(2026, 11, day, hour, 5, tzinfo=UTC)

    assert (await GetTime(clock).run({})).text == f"The time is {time}."
    assert (await DateTool(clock).run({})).text == date
