"""What the documents show is true: their links lead somewhere, and their code runs.

A block of Python runs as a program. One below `<!-- from: path -->` is a quotation, and must stand
in that file. One below `<!-- run with: names -->` is a program of strangers, run by `tests/strangers/`, or a shell of CI, or what is pasted into a browser's console, by `tests/browser/`. A block of shell is held against what there is: every `make` target, script and
`solovox` command in it must exist. A block of TOML is a `solovox.toml`, or a file of answers, and is loaded. A block is
left alone only if the line above it says so: `<!-- not run: reason -->`.
"""

import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass

import pytest

import house_rules as house
from settings_tables import written
from solovox.cli.main import COMMANDS
from solovox.config.load import settings
from solovox.core.sense import WISHES, Context
from solovox.lang.en.words import ENGLISH
from solovox.lang.understanding import classify
from solovox.server.answers import read_answers

PAGES = sorted(s.path for s in house.tracked() if s.path.endswith(".md"))
FENCE = re.compile(
    r"(?:^<!-- (?P<note>not run|run with|from): (?P<about>[^\n]+) -->\n)?^```(?P<kind>\w*)[^\n]*\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?P<to>[^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    page: str
    line: int
    kind: str
    body: str
    note: str | None
    about: str | None


def blocks_of(page, text):
    return [
        Block(page, text[: m.start("body")].count("\n") + 1, m["kind"], m["body"], m["note"], m["about"])
        for m in FENCE.finditer(text)
    ]


def anchors(text):
    """The names that a page's headings get: lower case, words joined by hyphens."""
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in HEADING.findall(text)}


def dead_links(page, text, root=house.ROOT):
    """Links to files and headings of ours that are not there. Links to the world are not followed."""
    dead = []
    for found in LINK.finditer(FENCE.sub("", text)):
        target, _, heading = found["to"].partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        file = ((root / page).parent / target).resolve() if target else root / page
        if not file.exists() or (heading and heading not in anchors(file.read_text())):
            dead.append(found["to"])
    return dead


def unknown_commands(body):
    """Make targets, scripts and programs that a block of shell names and that do not exist."""
    targets = set(re.findall(r"^([\w-]+):(?!=)", (house.ROOT / "Makefile").read_text(), re.MULTILINE))
    wrong = []
    for line in body.splitlines():
        words = line.split("#", 1)[0].split()
        while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):
            words = words[1:]
        match words:
            case ["make", *rest]:
                wrong += [f"make {word}" for word in rest if "=" not in word and word not in targets]
            case [program, *_] if program.startswith(("scripts/", "./")):
                wrong += [] if (house.ROOT / program).exists() else [program]
            case ["solovox" | ".venv/bin/solovox", command, *_] if (
                not command.startswith("-") and command not in COMMANDS
            ):
                wrong.append(f"solovox {command}")
            case _:
                pass
    return wrong


def is_quoted(body, text):
    return body.strip("\n") in text


def run_python(body, folder):
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", body], cwd=folder, capture_output=True, text=True
    )


BLOCKS = [block for page in PAGES for block in blocks_of(page, (house.ROOT / page).read_text())]


def test_the_pages_are_found():
    assert {"README.md", "ARCHITECTURE.md", "docs/spec.md"} <= set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    assert dead_links(page, (house.ROOT / page).read_text()) == []


@pytest.mark.parametrize("block", BLOCKS, ids=lambda b: f"{b.page}:{b.line}")
def test_code_in_documents_runs(block, tmp_path):
    if block.note == "from":
        assert is_quoted(block.body, (house.ROOT / block.about).read_text()), f"{block.about} says otherwise"
    elif block.kind == "python" and block.note is None:
        done = run_python(block.body, tmp_path)
        assert done.returncode == 0, done.stderr
    if block.kind in ("js", "javascript"):
        assert block.note is not None, "say what runs it"
    if block.note == "run with":
        assert set(block.about.split()) <= {"genai-3", "genai-2", "js", "serve", "console", "ci"}, (
            "no such stranger"
        )
    if block.kind == "toml" and "[[answer]]" in block.body:
        assert read_answers(block.body, block.page)
    elif block.kind == "toml" and block.note is None:
        (tmp_path / "solovox.toml").write_text(block.body)
        assert settings(folder=tmp_path, variables={})
    if block.kind in ("sh", "shell", "bash"):
        assert unknown_commands(block.body) == []


def test_the_readme_is_read_in_three_minutes():
    assert len((house.ROOT / "README.md").read_text().split()) <= 700


def test_the_glossary_has_at_most_sixty_words():
    rows = [
        line for line in (house.ROOT / "docs/glossary.md").read_text().splitlines() if line.startswith("| **")
    ]
    assert 0 < len(rows) <= 60


def test_the_readme_shows_exactly_two_commands_first():
    first, *_ = [b for b in BLOCKS if b.page == "README.md" and b.kind == "sh"]
    commands = [line.split("#")[0].strip() for line in first.body.splitlines() if line.strip()]
    assert commands == ["make talk", "make test"]
    assert first.line < 25, "not on the first screen"


def test_no_hint_asks_an_index_for_a_package_of_our_name():
    asks = re.compile(r"""pip install [^`'"\n]*['"]?solovox\b""")
    found = [s.path for s in house.tracked() if asks.search(s.text) and not s.path.startswith("tests/")]
    assert found == []


def table_rows(page, header):
    """The first cell of each row of the table that begins with `header`, its words in backquotes."""
    rows = (house.ROOT / page).read_text().split(f"| {header} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [re.findall(r"`([^`]+)`", row.split("|")[1]) for row in rows]


def test_the_reference_lists_every_command_and_no_other():
    listed = {words[0].split()[1] for words in table_rows("docs/reference/commands.md", "command")}
    assert listed == set(COMMANDS)


@pytest.mark.parametrize(
    "page", [one for one in PAGES if "<!-- settings: " in (house.ROOT / one).read_text()]
)
def test_a_table_of_settings_is_what_their_fields_say(page):
    text = (house.ROOT / page).read_text()
    assert written(text) == text, "run: .venv/bin/python scripts/settings_tables.py"


def wanted():
    """The names of what the base and each extra or group asks for, by the lock that must hold them."""
    project = tomllib.loads((house.ROOT / "pyproject.toml").read_text())
    base = project["project"]["dependencies"]
    extra = project["project"]["optional-dependencies"]["talk"]
    dev = [entry for entry in project["dependency-groups"]["dev"] if isinstance(entry, str)]
    names = {"base.txt": base, "local.txt": base + extra, "dev.txt": base + extra + dev}
    return {lock: {re.match(r"[\w-]+", entry)[0] for entry in entries} for lock, entries in names.items()}


@pytest.mark.parametrize("lock", ["base.txt", "local.txt", "dev.txt"])
def test_the_locks_hold_what_is_asked_for(lock):
    held = set(re.findall(r"^([\w.-]+)==", (house.ROOT / "requirements" / lock).read_text(), re.MULTILINE))
    assert wanted()[lock] <= held, "run scripts/lock"


def test_every_dependency_says_what_it_is_for():
    page = (house.ROOT / "docs" / "dependencies.md").read_text()
    assert {
        name for name in wanted()["dev.txt"] if not re.search(rf"\b{name}\b", page, re.IGNORECASE)
    } == set()


# Each check above can fail.


def test_a_dead_link_is_found():
    assert dead_links("README.md", "see [there](docs/nowhere.md)") == ["docs/nowhere.md"]
    assert dead_links("README.md", "see [there](docs/spec.md#no-such-part)") == ["docs/spec.md#no-such-part"]
    assert dead_links("README.md", "see [gate](docs/spec.md#gate), [web](https://example.org)") == []


def test_an_unknown_command_is_found():
    assert unknown_commands("solovox brew\nsolovox ask a.wav\nsolovox --version") == ["solovox brew"]
    assert unknown_commands("make tea\nmake talk WAV=a.wav  # fine\nscripts/nothing") == [
        "make tea",
        "scripts/nothing",
    ]


def test_python_that_fails_is_found(tmp_path):
    (block,) = blocks_of("x.md", "text\n\n```python\nraise SystemExit(3)\n```\n")
    assert (block.line, block.note) == (4, None)
    assert run_python(block.body, tmp_path).returncode == 3
    (left,) = blocks_of("x.md", "<!-- not run: needs a key -->\n```python\nimport nothing\n```\n")
    assert (left.note, left.about) == ("not run", "needs a key")


def test_a_false_quotation_is_found():
    (block,) = blocks_of("x.md", "<!-- from: a.py -->\n```python\n    return False\n```\n")
    assert (block.note, block.about) == ("from", "a.py")
    assert is_quoted(block.body, "def f():\n    return False\n")
    assert not is_quoted(block.body, "def f():\n    return True\n")


def phrases(page):
    """What a page says can be said: the quoted words in the table below `<!-- phrases -->`, with what they are."""
    (table,) = re.findall(r"^<!-- phrases -->\n((?:\|.*\n)+)", page, re.MULTILINE)
    return [said for row in table.splitlines()[2:] for said in re.findall(r'"([^"]+)"', row.split("|")[1])]


def test_N6_N7_what_the_page_says_can_be_said_is_in_the_language_pack():
    said = phrases((house.ROOT / "docs/howto/talk-at-the-page.md").read_text())
    held_back = Context(rest=True, cut=True)
    heard = {one: classify(one, held_back).kind for one in said}
    heeded = [one for one in said if heard[one] in WISHES]
    assert heeded == [one for one in said if not (ENGLISH.is_stop(one) or ENGLISH.is_quiet(one))]
    assert {*heard.values()} >= WISHES, "there is more that can be said"
