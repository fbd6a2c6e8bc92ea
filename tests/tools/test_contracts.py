"""Every tool keeps the contract that is shipped for the tools of others."""

from datetime import UTC, datetime

import pytest

from solovox.testing.contracts_tool import ToolContract
from solovox.tools.arithmetic import Arithmetic, Units
from solovox.tools.echo import Echo
from solovox.tools.files import ListFiles, ReadFileHead, SearchFiles
from solovox.tools.status import ProjectStatus
from solovox.tools.time_of_day import DateTool, GetTime
from solovox.tools.workspace import Workspace
from studio.rooms import room
from tools.test_studio_tools import working


def now():
    return datetime(2026, 11, 21, 0, 5, tzinfo=UTC)


def held(name, make, good=None, bad=None, room=ToolContract):
    """The contract over one tool. `good`, `bad`: arguments with which it works, and with which it cannot."""
    given = {"good": good or {}} | ({} if bad is None else {"bad": bad})
    return type(
        f"Test{name}", (room,), {"make": staticmethod(make), "fresh": lambda self: make(self), **given}
    )


class InAWorkspace(ToolContract):
    @pytest.fixture(autouse=True)
    def _place(self, tmp_path):
        (tmp_path / "a.txt").write_text("hello\n")
        self.workspace = Workspace(tmp_path)


class InAStudio(ToolContract):
    """A tool of a session that has a project, in a workshop that works."""

    @pytest.fixture(autouse=True)
    async def _studio(self):
        session = room()
        async with working(session):
            self.tools = {one.name: one for one in session.tools}
            session.now.project = session.studio.store.make("Tips").id
            yield


PLAIN = (
    ("Time", lambda _: GetTime(now), {"place": "Tokyo"}, {"place": "Atlantis"}),
    ("Date", lambda _: DateTool(now)),
    ("Arithmetic", lambda _: Arithmetic(), {"sum": "12 * 7"}, {"sum": "1 / 0"}),
    ("Units", lambda _: Units(), {"value": 5, "from": "miles", "to": "km"}, {"value": 5, "from": "miles", "to": "kg"}),
    ("Echo", lambda _: Echo(), {"text": "one two"}, {"text": " "}),
)  # fmt: skip
LOOKING = (
    ("ListFiles", lambda at: ListFiles(at.workspace), {}, {"path": "../.."}),
    ("ReadFileHead", lambda at: ReadFileHead(at.workspace), {"path": "a.txt", "lines": 3}, {"path": "missing.txt"}),
    ("SearchFiles", lambda at: SearchFiles(at.workspace), {"text": "hello"}),
    ("ProjectStatus", lambda at: ProjectStatus(at.workspace)),
)  # fmt: skip
STUDIO = (
    ("recommend_tools", {"project_context": "charts"}), ("search_tools", {"query": "maps", "domain": "charts and maps"}),
    ("add_tool", {"tool_id": "Chart.js"}, {"tool_id": "the second one"}),
    ("generate_app", {"prompt": "a tip calculator"}, {"prompt": " "}), ("navigate_ui", {"target": "preview"}),
    ("get_project_status",),
)  # fmt: skip
globals().update({f"Test{one[0]}": held(*one) for one in PLAIN})
globals().update({f"Test{one[0]}": held(*one, room=InAWorkspace) for one in LOOKING})
globals().update(
    {
        f"Test{name}": held(name, lambda at, name=name: at.tools[name], *given, room=InAStudio)
        for name, *given in STUDIO
    }
)


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
