"""What is recommended to a project, and why."""

import pytest

from solovox.studio.catalogue.recommending import Need, context_of, needs

pytestmark = pytest.mark.slow


def told(found):
    return {one.tool.id: one.why for one in found}


BUDGET = context_of(
    "Budget",
    ["I'd like a bar chart of my spending, and export to Excel"],
    {"app.js": "localStorage.setItem('rows', text)", "index.html": "<table></table>"},
    "calm and exact",
)


def test_each_names_what_calls_for_it(catalogue):
    found = told(catalogue.recommend(BUDGET, most=8))
    assert found["chartjs"] == "because you asked for “bar chart of my spending”"
    assert found["exceljs"] == "because you asked for “export to Excel”"
    assert any(why.startswith("because your project ") for why in found.values())


def test_different_needs_come_before_second_choices(catalogue):
    found = catalogue.recommend(BUDGET, most=3)
    assert len({one.why for one in found}) == 3


@pytest.mark.parametrize("has", ["chartjs", "Chart.js", "chart.js"])
def test_nothing_is_recommended_that_the_project_has_nor_another_for_the_same(catalogue, has):
    found = told(catalogue.recommend(BUDGET, [has], most=8))
    assert "chartjs" not in found
    assert not any("bar chart" in why for why in found.values())
    assert "exceljs" in found


def test_what_it_has_and_the_catalogue_does_not_know_changes_nothing(catalogue):
    assert catalogue.recommend(BUDGET, ["left-pad"]) == catalogue.recommend(BUDGET)


@pytest.mark.parametrize("nothing", ["", "\n\n", "asked: make me an app", "called: My app"])
def test_without_a_reason_there_is_no_recommendation(catalogue, nothing):
    assert catalogue.recommend(nothing) == []


def test_plain_words_of_a_model_are_a_context_too(catalogue):
    found = told(
        catalogue.recommend(
            "I would like cards that are moved by dragging; confetti to celebrate a birthday."
        )
    )
    assert found["sortable"] == "because you asked for “moved by dragging”"
    assert found["confetti"] == "because you asked for “confetti to celebrate a birthday”"


def test_a_context_is_taken_apart_in_the_order_of_its_kinds():
    assert needs("looks: quiet\ndoes: plays sounds\nI want to draw charts, and maps. Charts of data!") == [
        Need("asked", "draw charts"),
        Need("asked", "maps"),
        Need("asked", "Charts of data"),
        Need("does", "plays sounds"),
        Need("looks", "quiet"),
    ]


def test_a_long_wish_is_quoted_in_part():
    (need,) = needs("charts " + "of very many numbers " * 20)
    assert len(need.said) <= 62
    assert need.said.endswith(" …")


def test_a_context_says_what_the_files_do():
    files = {
        "index.html": '<input type="range"><canvas id="c"></canvas><input type="file">',
        "app.js": "fetch('/x'); new Audio('a.mp3'); addEventListener('keydown', f); text.split(',')",
    }
    assert context_of("Pad", ["draw"], files).splitlines() == [
        "asked: draw",
        "does: reads CSV data in columns",
        "does: draws shapes on a canvas",
        "does: plays sounds",
        "does: takes files",
        "does: has a slider",
        "does: has keyboard shortcuts",
        "does: calls an API",
        "called: Pad",
    ]
    assert context_of() == ""
