"""A small workspace and an asking of the local brain, for the tests of what it understands."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from solovox.brains.local import LocalBrain
from solovox.ports import Question, Step, Wrote
from solovox.tools.arithmetic import Arithmetic, Units
from solovox.tools.catalog import Catalog
from solovox.tools.echo import Echo
from solovox.tools.files import ListFiles, ReadFileHead, SearchFiles
from solovox.tools.status import ProjectStatus
from solovox.tools.time_of_day import DateTool, GetTime
from solovox.tools.workspace import Workspace

FILES = {
    "README.md": "# Weather\n\nA small station that measures rain.\n",
    "LICENSE": "Apache License\n",
    "pyproject.toml": '[project]\nname = "weather"\n',
    "CHANGELOG.md": "# Changes\n\n- 1.0 first release\n",
    "src/main.py": "import os\n\n\ndef measure_rain():\n    return 3  # TODO calibrate\n",
    "src/rain_sensor.py": "class RainSensor:\n    retry_limit = 5\n",
    "src/config.json": '{"timeout": 30}\n',
    "docs/setup.md": "Install the sensor on the roof.\n",
    "tests/test_main.py": "def test_rain():\n    assert True\n",
    ".env": "KEY=hidden\n",
}


def workspace(root: Path) -> Workspace:
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return Workspace(root)


def tools(root: Path) -> Catalog:
    files = workspace(root)

    def now():
        return datetime(2026, 11, 21, 15, 5, tzinfo=UTC)

    looking = (ListFiles(files), ReadFileHead(files), SearchFiles(files), ProjectStatus(files))
    return Catalog([GetTime(now), DateTool(now), *looking, Arithmetic(), Units(), Echo()])


class Heard:
    """Asks the brain, and remembers the last tool that gave an answer."""

    def __init__(self, root: Path) -> None:
        self.catalog = tools(root)
        self.tool = "none"

    async def call(self, name, arguments):
        result = await self.catalog.call(name, arguments)
        if not result.failed:
            self.tool = name
        return result

    async def needs_yes(self, act):
        raise AssertionError(f"it wants to do something: {act}")

    async def _answer(self, instruction: str) -> str:
        brain, text = LocalBrain(), ""
        async for event in brain.answer(Question(instruction, tools=list(self.catalog)), self):
            match event:
                case Wrote(text=piece):
                    text += piece
                case Step():
                    pass
        await brain.aclose()
        return text

    def answer(self, instruction: str) -> tuple[str, str]:
        """(the tool that answered or "none", the answer)."""
        self.tool = "none"
        text = asyncio.run(self._answer(instruction))
        return ("none" if text.startswith(("I can't", "I have")) else self.tool), text
