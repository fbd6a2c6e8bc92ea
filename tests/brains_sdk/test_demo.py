"""The tour through Claude Code's real program: its five tasks, each allowed and refused, what is given back, and what is beside it."""

import itertools
import subprocess
import sys

import pytest

from brains_sdk.claude_double import program, text
from solovox.demo.project import FILES, project_in
from solovox.demo.tour import TOUR, TourModel
from solovox.ports import Consent, Question, Step
from solovox.testing.contracts_brain import ScriptedHost

EXPLAIN, FIND, FIX, RENAME, DELETE = (task.says for task in TOUR)
RENAMED = {name: FILES[name].replace("total_price", "sum_of_prices") for name in ("basket.py", "bill.py")}


class Person(ScriptedHost):
    """Says yes to the first `yeses` acts, and no to the rest."""

    def __init__(self, yeses):
        super().__init__()
        self._yeses = yeses

    async def needs_yes(self, act):
        if len(self.acts) >= self._yeses:
            return await super().needs_yes(act)
        self.acts.append(act)
        return Consent(allowed=True, arguments=act.arguments)


class Tour:
    """A talk in the project. `files` is what is there now."""

    def __init__(self, brain, folder):
        self._brain, self.folder, self.asked, self.steps = brain, folder, [], []

    async def says(self, words, yeses=0):
        person = Person(yeses)
        pieces = [one async for one in self._brain.answer(Question(words), person)]
        self.asked = [act.text for act in person.acts]
        self.steps = [one for one in pieces if isinstance(one, Step)]
        return text(pieces)

    @property
    def files(self):
        return {one.name: one.read_text() for one in self.folder.iterdir()}

    def tests_pass(self):
        run = [sys.executable, "-B", "-m", "unittest"]
        return subprocess.run(run, cwd=self.folder, capture_output=True, check=False).returncode == 0


@pytest.fixture
async def tour(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    folder = tmp_path / "tea-shop"
    folder.mkdir()
    project_in(folder)
    async with program(folder, TourModel(word=0, thought=0), state=tmp_path / "state") as brain:
        yield Tour(brain, folder)


async def test_what_only_looks_is_explained_and_found_without_a_yes(tour):
    assert "tea shop" in await tour.says(EXPLAIN)
    assert [one.title for one in tour.steps if one.state.value == "done"] == [
        "Read README.md",
        "Read basket.py",
    ]
    assert "The shipping cost is 5, in `settings.py`, line 2." in await tour.says(FIND)
    assert tour.asked == []
    assert tour.files == FILES


async def test_the_test_is_fixed_and_undo_that_gives_it_back(tour):
    assert not tour.tests_pass()
    told = await tour.says(FIX, yeses=2)
    assert "the tests pass" in told
    assert "take that back" in told
    assert tour.asked == ["Edit", "Bash"]
    assert tour.tests_pass()
    assert (await tour.says("take that back")).startswith("Undone")
    assert tour.files == FILES


async def test_the_name_is_changed_in_both_files(tour):
    assert "`sum_of_prices` now, in `basket.py` and `bill.py`" in await tour.says(RENAME, yeses=2)
    assert tour.files == FILES | RENAMED
    assert "already" in await tour.says(RENAME)
    assert tour.asked == []


async def test_the_deletion_is_asked_for_and_a_refusal_leaves_the_file(tour):
    told = await tour.says(DELETE)
    assert "I did not delete `old_prices.txt`: you said no. It is still there." in told
    assert "undo" not in told
    assert tour.asked == ["Bash"]
    assert not any(step.effects for step in tour.steps)
    assert tour.files == FILES
    assert "is deleted" in await tour.says(DELETE, yeses=1)
    assert "old_prices.txt" not in tour.files
    await tour.says("take that back")
    assert tour.files == FILES


@pytest.mark.parametrize(
    ("task", "yeses", "told", "changed"),
    [
        (FIX, 0, "I did not change anything: you said no. The test still fails.", {}),
        (FIX, 1, "I did not run the tests: you said no.", {"basket.py": FILES["basket.py"].replace("price + price", "price - price")}),
        (RENAME, 0, "you said no. Nothing is renamed.", {}),
        (RENAME, 1, "It is renamed in `basket.py` only", {"basket.py": RENAMED["basket.py"]}),
    ],
)  # fmt: skip
async def test_what_was_refused_on_the_way_is_told_as_it_is(tour, task, yeses, told, changed):
    assert told in await tour.says(task, yeses=yeses)
    assert tour.files == FILES | changed


async def test_what_is_beside_the_tour_is_answered_with_what_comes_next(tour):
    for said in ("What is the weather?", "Delete the settings file.", "Do not delete the old price list."):
        told = await tour.says(said, yeses=9)
        assert told == "This is a tour, and knows five requests. Next, say: “Explain this project.”"
        assert tour.asked == []
    for task, following in itertools.pairwise(TOUR):
        assert f"“{following.says}”" in await tour.says(task.says)
    await tour.says(DELETE)
    assert (await tour.says("Thanks.")).endswith("say any of the five again.")
    assert tour.files == FILES
