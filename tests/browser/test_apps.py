"""Apps of the Studio, made offline and used as a person uses them: what each does, how it looks, and forty spoken changes of each."""

import asyncio
import colorsys
import csv
import json
import os
import re
import shutil
import subprocess
from datetime import date

import pytest

import house_rules as house
from browser.conftest import AXE, HERE, PATIENCE
from solovox.ports.writing import WritingError
from solovox.studio.templates.elements import parts
from solovox.studio.templates.markup import parsed
from solovox.studio.templates.template import templates
from solovox.studio.templates.writer import TemplateWriter
from studio.templates.streams import asked

pytestmark = pytest.mark.slow
TODAY = date(2026, 11, 25)
TWELVE = "tip-calculator timer todo quiz chart unit-converter drawing-pad flash-cards budget countdown notes palette".split()
TABLE = house.ROOT / "tests" / "studio" / "templates" / "changes_first.tsv"
VALUES = {
    "tip-calculator": "95", "timer": "9", "todo": "Milk", "quiz": "Is it late? = Yes | No", "chart": "Cats, 12",
    "unit-converter": "Weight", "drawing-pad": "20", "flash-cards": "un = one", "budget": "3100", "countdown": "2031-05-01",
    "notes": "Good morning", "palette": "dark green", "tally": "7", "poll": "Chess", "stopwatch": "Round",
}  # fmt: skip
"""What the first field of each app is set to."""
HOLDS = {"unit-converter": "weight", "palette": "#0f4a25"}
"""What it then holds, where that is another word."""


def names(id):  # noqa: A002 - the template's own word
    """What a person calls the last part, a button and the first field of an app."""
    page = parsed(next(one.files["index.html"] for one in templates() if one.id == id))
    button = page.select_one("#actions button").get_text()
    field = page.select_one(".field label").get_text()
    return {
        "part": [one for one in parts(page) if one != "buttons"][-1],
        "button": button,
        "field": field,
        "value": VALUES[id],
    }


def changes():
    """The frozen table: said, where, seen."""
    lines = [line for line in TABLE.read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


async def everything():
    """Every app, and every change of each: its files, or why it was refused."""
    writer = TemplateWriter(lambda: TODAY)
    apps = {one.id: (await asked(writer, f"build me a {one.name}"))[1] for one in templates()}
    tried = []
    for id, files in apps.items():  # noqa: A001
        for row in changes():
            said, seen = (row[key].format(**names(id)) for key in ("said", "seen"))
            one = {"id": id, "said": said, "row": row["said"], "seen": seen, "where": row["where"]}
            try:
                line, changed = await asked(writer, said, files)
                presses = re.search(r"a button (Reset|Dark mode)", seen)
                tried.append(
                    one | {"line": line, "files": changed, "presses": presses.group(1) if presses else ""}
                )
            except WritingError as why:
                tried.append(one | {"refused": str(why)})
    return apps, tried


@pytest.fixture(scope="module")
def tried():
    return asyncio.run(everything())


@pytest.fixture(scope="module")
def seen(chromium, tried, tmp_path_factory):
    """What the browser showed."""
    folder = tmp_path_factory.mktemp("apps")
    for script in ("apps.mjs", "app_uses.mjs"):
        shutil.copy(HERE / script, folder)
    (folder / "node_modules").symlink_to(chromium / "node_modules")
    apps, changed = tried
    plan = {
        "apps": apps,
        "changed": [one for one in changed if "files" in one],
        "axe": str(AXE),
        "pictures": os.environ.get("PICTURES", ""),
        "chromium": shutil.which("chromium"),
    }
    done = subprocess.run(
        [chromium / "node", folder / "apps.mjs"],
        input=json.dumps(plan),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    return json.loads(done.stdout)
