"""The house rules hold for the tree, and each of them can fail.

The rules are in `scripts/house_rules.py`; here every rule meets a sample that breaks it and one that
comes close without breaking it.
"""

import ast
import re
from pathlib import Path

import pytest

import house_core
import house_rules as house
from house_exceptions import Allowed, idle
from house_rules import Source

pytestmark = pytest.mark.slow

TREE = house.tracked()
SPEC = house.ROOT / "docs" / "spec.md"

PACKAGE = "src/solovox/brains/sample.py"
TEST = "tests/brains/test_sample.py"


def long_function(lines):
    return "def long():\n" + "    x = 1\n" * (lines - 1)


def wide_class(fields):
    return '"""Doc."""\nclass Wide:\n' + "".join(f"    f{n}: int\n" for n in range(fields))


def wide_init(fields):
    assigned = "".join(f"        self.f{n} = {n}\n" for n in range(fields))
    return f'"""Doc."""\nclass Wide:\n    def __init__(self):\n{assigned}'


def tall_class(methods):
    return '"""Doc."""\nclass Tall:\n' + "".join(f"    def m{n}(self): ...\n" for n in range(methods))


def taking(count):
    return "def f(self, " + ", ".join(f"a{n}" for n in range(count)) + "): ..."


@pytest.mark.parametrize(
    ("exception", "wrong"),
    [
        (Allowed("sizes", PACKAGE, "one for each of the protocol's", "2026-11-27"), []),
        (Allowed("sizes", PACKAGE, "it is long", "2026-11-27"), ["say why"]),
        (Allowed("sizes", PACKAGE, "one for each of the protocol's", "today"), ["say why"]),
        (Allowed("sizes", TEST, "one for each of the protocol's", "2026-11-27"), ["no longer needed"]),
    ],
)
def test_every_exception_says_why_and_excuses_something(exception, wrong):
    told = idle([("sizes", f"{PACKAGE}:7")], (exception,))
    assert len(told) == len(wrong)
    assert all(said in line for said, line in zip(wrong, told, strict=True))


def test_the_core_stays_small():
    core = {s.path: house_core.statements(s.text) for s in TREE if s.path.startswith("src/solovox/core/")}
    assert core.keys() >= house_core.STATELESS, "this test looks in the wrong place"
    counted = sum(count for path, count in core.items() if path not in house_core.VOCABULARIES)
    assert counted <= house_core.CORE_STATEMENTS, core


BREAKS = [
    ("sizes", PACKAGE, "x = 1\n" * (house.FILE_LINES + 1)),
    ("sizes", "CHANGELOG.md", "## 1\n" + "- more\n" * house.PAGE_LINES),
    ("sizes", PACKAGE, long_function(house.FUNCTION_LINES + 1)),
    ("sizes", TEST, long_function(house.FUNCTION_LINES + 1)),
    ("sizes", PACKAGE, wide_class(house.CLASS_FIELDS + 1)),
    ("sizes", PACKAGE, wide_init(house.CLASS_FIELDS + 1)),
    ("sizes", PACKAGE, tall_class(house.CLASS_METHODS + 1)),
    ("sizes", PACKAGE, taking(house.PARAMETERS + 1)),
    ("late_imports", PACKAGE, "def f():\n    from solovox.core import units\n"),
    ("late_imports", PACKAGE, "async def f():\n    import solovox.ports\n"),
    ("late_imports", PACKAGE, "def f():\n    from . import other\n"),
    ("reach_ins", PACKAGE, "self.session._turn = 1"),
    ("reach_ins", PACKAGE, "f(a.b._private)"),
    ("reach_ins", PACKAGE, "get()._private"),
    ("clocks", PACKAGE, "import time\nt = time.monotonic()"),
    ("clocks", PACKAGE, "import time as _time\nt = _time.time_ns"),
    ("clocks", PACKAGE, "from time import perf_counter"),
    ("clocks", PACKAGE, "import datetime\nt = datetime.datetime.now()"),
    ("clocks", PACKAGE, "from datetime import date\nt = date.today()"),
    ("clocks", PACKAGE, "t = asyncio.get_running_loop().time()"),
    ("task_starts", PACKAGE, "asyncio.create_task(f())"),
    ("task_starts", PACKAGE, "asyncio.get_running_loop().create_task(f())"),
    ("task_starts", PACKAGE, "self.loop.create_task(f())"),
    ("task_starts", PACKAGE, "from asyncio import gather"),
    ("rooms", "src/solovox/speech/utils.py", "x = 1"),
    ("rooms", "src/solovox/common/sound.py", "x = 1"),
    ("openings", PACKAGE, "x = 1"),
    ("core_imports", "src/solovox/core/sample.py", "import asyncio"),
    ("core_imports", "src/solovox/core/sample.py", "from collections import deque"),
    ("core_imports", "src/solovox/core/sample.py", "from solovox.ports import Brain"),
    ("core_imports", "src/solovox/core/sample.py", "def f():\n    import random"),
    ("few_friends", "src/solovox/testing/sample.py", "from solovox.brains.local import LocalBrain"),
    ("few_friends", "src/solovox/testing/sample.py", "from solovox.text import sentences"),
    ("few_friends", "src/solovox/wire/sample.py", "import solovox.coreless"),
    ("honest_tests", TEST, "from unittest import mock"),
    ("honest_tests", TEST, "from unittest.mock import Mock"),
    ("honest_tests", TEST, "monkeypatch.setattr(a, 'b', 1)"),
    ("honest_tests", TEST, "time.sleep(1)"),
    ("honest_tests", TEST, "pytest.skip('later')"),
    ("honest_tests", TEST, "@pytest.mark.skipif(True)\ndef test_x(): ..."),
    ("honest_tests", TEST, "pytestmark = pytest.mark.xfail"),
    ("honest_tests", TEST, "np = pytest.importorskip('numpy')"),
    ("leaks", "README.md", "from https://" + "py" + "pi.org/simple"),
    ("leaks", "docs/x.md", "look in /ho" + "me/ada/solovox"),
    ("locks", "requirements/dev.txt", "--index-url somewhere"),
    ("locks", "src/solovox/weights/locks/claude.txt", "--index-url somewhere"),
    ("locks", "requirements/dev.txt", "numpy @ https://example.org/numpy.whl"),
    ("phrases", PACKAGE, '"""A handle."""\n\nTRIES = 3\n"""So often a handle is tried."""'),
    ("phrases", PACKAGE, "x = 1  # nobody waits"),
    ("phrases", "docs/x.md", "Words.\n\nA setup is met with a close."),
    ("phrases", "web/src/io/x.ts", "const x = 1 // nobody waits"),
    ("phrases", "web/src/ui/x.css", "a {}\n/* so many\n pieces */"),
    ("names", PACKAGE, "def told(): ..."),
    ("names", PACKAGE, "class Room:\n    async def listed(self): ..."),
    ("vendor_names", "src/solovox/cli/checks.py", "if config.ear.kind == 'gemini': x()"),
    ("vendor_names", "src/solovox/parts/policies.py", "from solovox.live.gemini import GEMINI"),
]

HOLDS = [
    ("sizes", PACKAGE, "x = 1\n" * house.FILE_LINES),
    ("sizes", "CHANGELOG.md", ("## 1\n" + "- more\n" * (house.PAGE_LINES - 1)) * 2),
    ("sizes", PACKAGE, long_function(house.FUNCTION_LINES)),
    ("sizes", PACKAGE, wide_class(house.CLASS_FIELDS)),
    ("sizes", PACKAGE, taking(house.PARAMETERS)),
    ("sizes", PACKAGE, wide_class(house.CLASS_FIELDS) + "    LIMIT: ClassVar[int] = 1\n"),
    ("late_imports", PACKAGE, "def f():\n    import onnxruntime\n"),
    ("reach_ins", PACKAGE, "self._turn = other._turn"),
    ("clocks", PACKAGE, "self._clock.now()"),
    ("clocks", PACKAGE, "frame.time"),
    ("clocks", "src/solovox/shell/clock.py", "import time\nt = time.monotonic()"),
    ("clocks", TEST, "import time\nt = time.perf_counter()"),
    ("task_starts", PACKAGE, "tasks.create_task(f())"),
    ("task_starts", TEST, "asyncio.create_task(f())"),
    ("task_starts", "src/solovox/shell/session.py", "asyncio.create_task(f())"),
    ("rooms", "src/solovox/speech/energy.py", "x = 1"),
    ("openings", PACKAGE, '"""What it is."""'),
    ("core_imports", "src/solovox/core/sample.py", "from collections.abc import Iterator\nimport math"),
    ("core_imports", "src/solovox/core/sample.py", "from solovox.core.units import Instant"),
    ("few_friends", "src/solovox/testing/sample.py", "from solovox.core.units import Instant\nimport numpy"),
    ("few_friends", PACKAGE, "from solovox.text import sentences"),
    ("honest_tests", TEST, "monkeypatch.setenv('A', 'b')\npytest.mark.slow"),
    ("leaks", "docs/x.md", "mean work/time of /works/of/art"),
    ("locks", "requirements/dev.txt", "numpy==2.4.6 \\\n    --hash=sha256:00"),
    (
        "phrases",
        PACKAGE,
        '"""So far, all the same length; "thank you so much" is a phrase."""\nSAID = "is anybody there"',
    ),
    ("phrases", "docs/x.md", "It waits so long that it fails.\n```\nnobody\n```\n"),
    ("phrases", "CHANGELOG.md", "nobody"),
    ("phrases", "web/src/ui/x.tsx", "const said = 'nobody'"),
    ("vendor_names", "src/solovox/parts/registry.py", "EARS = {'gemini': 1}"),
    ("vendor_names", "src/solovox/live/gemini.py", "GOOGLE = 1"),
    ("vendor_names", "docs/x.md", "Google's service"),
]


def findings_of(rule, path, text):
    return [f for check in house.RULES for f in check(Source(path, text)) if f.rule == rule]


@pytest.mark.parametrize(("rule", "path", "text"), BREAKS)
def test_a_rule_finds_what_breaks_it(rule, path, text):
    assert findings_of(rule, path, text)


@pytest.mark.parametrize(("rule", "path", "text"), HOLDS)
def test_a_rule_leaves_what_keeps_it_alone(rule, path, text):
    assert findings_of(rule, path, text) == []


def test_every_rule_has_a_sample_that_breaks_it():
    rules = {rule.__name__ for rule in house.RULES} - {"words"} | {*house.WORDS}
    assert rules == {rule for rule, _, _ in BREAKS}


def test_an_exception_covers_one_rule_in_one_place():
    finding = house.Finding("sizes", "src/solovox/a.py:long", "46 lines")
    other = house.Finding("sizes", "src/solovox/a.py:longer", "46 lines")
    allowed = (Allowed("sizes", "src/solovox/a.py:long", "one row for each state", "2026-11-21"),)
    assert house.excused(finding, allowed)
    assert not house.excused(other, allowed)
    assert not house.excused(house.Finding("clocks", finding.where, ""), allowed)


def test_a_statement_counts_once():
    text = '"""A docstring\nof two lines."""\nimport re\n\n# a comment\nx = (\n    1\n)\n\n\ndef f():\n    "says so"\n'
    assert house_core.statements(text + "    match x:\n        case 1:\n            return x  # why\n") == 5


SHARED = {"Scheduling", "Tool"}
"""Names of the wire's own, which the core and the ports have too."""


def test_no_two_classes_share_a_name():
    found = {}
    for source in TREE:
        if source.in_package:
            for node in house._tree(source.text).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found.setdefault(node.name, []).append(source.path)
    later = ("src/solovox/core/", "src/solovox/shell/")
    twice = {
        name: at for name, at in found.items() if len(at) > 1 and not all(one.startswith(later) for one in at)
    }
    assert twice.keys() == SHARED, twice


def laws_in_tests():
    names = "\n".join(re.findall(r"def (test_\w+)", "\n".join(s.text for s in TREE if s.in_tests)))
    return set(re.findall(r"_([A-Z]\d+)(?=_|$)", names, re.MULTILINE))


def test_every_law_is_named_by_a_test():
    laws = set(re.findall(r"^\*\*([A-Z]\d+)\*\*", SPEC.read_text(), re.MULTILINE))
    assert len(laws) == 88, sorted(laws)
    assert laws - laws_in_tests() == set()


def test_the_specification_has_every_law_once():
    ids = re.findall(r"^\*\*([A-Z]\d+)\*\*", SPEC.read_text(), re.MULTILINE)
    assert sorted(ids) == sorted(set(ids))


def test_the_scripts_can_be_run():
    for name in ("lock", "uv", "python", "system-packages", "part", "make-example", "sim", "bench"):
        assert Path(house.ROOT / "scripts" / name).stat().st_mode & 0o111, name
