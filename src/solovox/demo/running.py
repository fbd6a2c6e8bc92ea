"""Commands: each is one that the agent's program asks the person for. Pure."""

import re
import shlex
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Final

from solovox.demo.conversation import Ended, UseOutcome
from solovox.demo.desk import Desk, Hit, Work
from solovox.demo.finding import named_file
from solovox.demo.names import stands_for
from solovox.demo.telling import at, count, joined
from solovox.demo.wishes import RunIt, unquoted

SIGNS: Final = r"^test[A-Za-z_-]*:|\"test\": *\"|^\s*(import|from) (unittest|pytest)|^(async )?def test_|^func Test|#\[test\]"
"""A search for what says how the tests are run."""
PROGRAMS: Final = frozenset(
    "ls git make npm npx node python python3 pytest cargo go echo date cat pwd whoami uname rm mv cp mkdir touch curl sh bash df du head"
    " tail wc sleep".split()
)
BY: Final = {".py": "python3", ".js": "node", ".sh": "sh", ".ts": "npx tsx", ".rb": "ruby"}
SHOWN: Final = 12
_SUMMARY: Final = re.compile(
    r"^=*\s*(\d+ (?:passed|failed|error).*?)\s*=*$|^(Ran \d+ tests?) in .*$", re.MULTILINE
)
_FAILING: Final = re.compile(r"^(?:FAIL|ERROR|FAILED)[: ]+(?:\S*::)?(\w+)", re.MULTILINE)
_AT: Final = re.compile(r"^\s*File \"([^\"]+)\", line (\d+)|^(\S+\.py):(\d+): ", re.MULTILINE)
_SAYS: Final = re.compile(r"^(?:E\s+)?(\w*(?:Error|Exception)\b.*|assert .*)$", re.MULTILINE)


def tests_command(hits: Sequence[Hit]) -> str | None:
    """How the tests are run, by what was found: what the project itself says goes before what its files look like."""
    by = {PurePosixPath(one.path).name: one for one in reversed(hits)}
    if "Makefile" in by:
        return f"make {by['Makefile'].text.partition(':')[0]}"
    if "package.json" in by:
        return "npm test"
    endings = {PurePosixPath(one.path).suffix for one in hits}
    python = [one for one in hits if one.path.endswith(".py")]
    if any("pytest" in one.text or re.match(r"(?:async )?def test_", one.text) for one in python):
        return "python3 -m pytest -q"
    if python:
        folder = python[0].path.rpartition("/")[0]
        return f"python3 -m unittest discover -s {shlex.quote(folder)}" if folder else "python3 -m unittest"
    if ".rs" in endings:
        return "cargo test"
    return "go test ./..." if ".go" in endings else None


def run_tests(desk: Desk) -> Work[str]:
    """All tests, and what they say."""
    command = tests_command((yield from desk.find(SIGNS)))
    if command is None:
        return "I found no tests here."
    got = yield from desk.run(command, "Run the tests", f"I would run `{command}`.")
    if got.ended is Ended.REFUSED:
        return f"I did not run the tests: {_lower(got.why_not)}"
    if not ran(got):
        return f"I could not run the tests. {got.why_not}"
    return _result(desk, got.text)


def fix_test(desk: Desk) -> Work[str]:
    """What fails is told: to find out why takes more than this model has."""
    told = yield from run_tests(desk)
    return (
        joined(told, "I cannot find a fault by myself. Tell me what to change.")
        if " failed: " in told
        else told
    )


def ran(outcome: UseOutcome) -> bool:
    """Whether a command ran at all; it may have ended with an error code of its own."""
    return outcome.done or bool(re.search(r"Exit code \d", outcome.text))


def _result(desk: Desk, text: str) -> str:
    """What tests wrote, in sentences."""
    found = _SUMMARY.search(text)
    summary = next((one for one in found.groups() if one), "") if found else ""
    failing = list(dict.fromkeys(_FAILING.findall(text)))
    if not failing:
        return joined(
            f"The tests pass. {summary + '.' if summary else ''}".strip(), "" if summary else _block(text)
        )
    where, says = _AT.findall(text), _SAYS.findall(text)
    told = f"{count(len(failing), 'test')} failed: `{failing[0]}`."
    if where:
        path, line = next(((a or c), int(b or d)) for a, b, c, d in reversed(where))
        path = desk.short(path)
        desk.about(failing[0], path, line)
        told = f"{told[:-1]}, in {at(path, line)}."
    return joined(
        f"{told} {summary + '.' if summary else ''}".strip(),
        f"It says:\n\n```\n{says[-1]}\n```" if says else "",
    )


def run_it(desk: Desk, wish: RunIt) -> Work[str]:
    """A program of the workspace, or a command as it was said."""
    what = (unquoted(wish.what) or wish.what).strip()
    command = what if what.split()[0].lower() in PROGRAMS else None
    if command and command[0].isupper():  # a sentence begins so
        command = command[0].lower() + command[1:]
    if command is None:
        files = yield from desk.files()
        path = desk.subject.path if stands_for(what) else named_file(what, files)
        by = BY.get(PurePosixPath(path).suffix) if path else None
        if path is None or by is None:
            return f"I do not know how to run {what!r}. Name a file of this folder, or the whole command."
        command = f"{by} {shlex.quote(path)}"
        desk.about("", path)
    got = yield from desk.run(command, f"Run {command}", f"I would run `{command}`.")
    if got.ended is Ended.REFUSED:
        return f"I did not run `{command}`: {_lower(got.why_not)}"
    wrote = got.text.strip()
    if not got.done:
        return joined(f"`{command}` failed.", _block(wrote))
    if not wrote or wrote.startswith("(Bash completed"):
        return f"I ran `{command}`. It wrote nothing."
    return joined(f"I ran `{command}`. It wrote {count(len(wrote.splitlines()), 'line')}:", _block(wrote))


def _block(text: str) -> str:
    lines = text.splitlines()
    return "```\n" + "\n".join([*lines[:SHOWN], *(["…"] if len(lines) > SHOWN else [])]) + "\n```"


def _lower(why: str) -> str:
    return why if why.startswith("I ") else why[0].lower() + why[1:]
