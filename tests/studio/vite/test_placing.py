"""What of an app Vite takes in, and what it only copies."""

import json
from pathlib import Path

import pytest

import house_rules as house
from solovox.studio.catalogue.shelf import tools
from solovox.studio.templates.shelf import apps, files_of
from solovox.studio.vite.placing import place_files
from solovox.studio.vite.project import vite_project

PAGE = "<!doctype html>\n<html><head>{0}</head>\n<body>{1}</body></html>\n"
STRICT = "// An app.\n'use strict'\n"
SVG = "<svg xmlns='http://www.w3.org/2000/svg'/>"


def app(head="", body="", **files):
    """An app by its page's parts and its files; `js_a_js` is js/a.js."""
    return {
        "index.html": PAGE.format(head, body),
        **{name.replace("__", "/"): one for name, one in files.items()},
    }


def of(files):
    made = place_files(files)
    return sorted(made.taken), sorted(made.copied), made


@pytest.mark.parametrize("one", apps(), ids=lambda one: one.id)
def test_an_app_made_without_a_model_is_taken_in_as_a_whole(one):
    files = files_of(one.id)
    taken, copied, made = of(files)
    assert (taken, copied) == (["main.js", "style.css"], [])
    assert made.taken["main.js"] == files["app.js"]
    assert made.page.count("<script") == 1
    assert '<link rel="stylesheet" href="/src/style.css">' in made.page


def test_scripts_are_joined_as_they_run_and_those_that_are_deferred_come_last():
    made = place_files(
        app(
            "<script src='late.js' defer></script>",
            "<script src='one.js'></script><script src='two.js'></script>",
            **{"late.js": STRICT + "late()", "one.js": STRICT + "one()", "two.js": STRICT + "two()"},
        )
    )
    main = made.taken["main.js"]
    assert main.index("one()") < main.index("two()") < main.index("late()")


CLASSIC = {
    "it is not strict": ("", "let a = 1"),
    "the page calls it": ("<button onclick='go()'>Go</button>", STRICT + "function go() {}"),
    "the page calls it by a link": ("<a href='javascript:go()'>Go</a>", STRICT + "function go() {}"),
    "a script stands in the page": ("<script>go()</script>", STRICT + "function go() {}"),
    "it asks the window for its own": ("", STRICT + "function go() {}\nwindow.go()"),
    "it asks the window by a name": ("", STRICT + "window['go']()"),
    "it is handed the window": ("", STRICT + "(function (w) {})(this)"),
    "it runs whenever it comes": ("<script src='b.js' async></script>", STRICT),
}


@pytest.mark.parametrize(("body", "text"), CLASSIC.values(), ids=CLASSIC)
def test_a_script_that_would_notice_stays_what_it_is(body, text):
    made = place_files(app("", f"{body}<script src='a.js'></script>", **{"a.js": text, "b.js": STRICT}))
    assert made.copied["a.js"] == text
    assert "<script src='a.js' vite-ignore></script>" in made.page
    assert made.taken["main.js"].startswith("// Import packages here.")
    assert made.page.index("src='a.js'") < made.page.index('src="/src/main.js"')


def test_a_module_goes_with_what_it_imports_and_what_is_drawn_stays():
    taken, copied, made = of(
        app(
            "<link rel='stylesheet' href='./a.css'><link rel='stylesheet' href='b.css'>",
            "<img src='i.svg' alt=''><a href='d.csv'>d</a><script type='module' src='js/app.js'></script>",
            **{
                "a.css": "p { color: red }",
                "b.css": "p { background: url(i.svg) }",
                "i.svg": SVG,
                "d.csv": "a,b",
                "js/app.js": "import { x } from '../lib/x.js'",
                "lib/x.js": "export const x = 1",
                "work.js": "0",
            },
        )
    )
    assert taken == ["a.css", "js/app.js", "lib/x.js", "main.js"]
    assert copied == ["b.css", "d.csv", "i.svg", "work.js"]
    assert 'src="/src/js/app.js"' in made.page
    assert "<link rel='stylesheet' href='b.css' vite-ignore>" in made.page
    assert "src='i.svg' alt='' vite-ignore>" in made.page
    assert "<a href='d.csv'>" in made.page


def test_an_app_with_further_pages_is_only_copied():
    files = app("<link rel='stylesheet' href='a.css'>", "", **{"a.css": "p {}", "two.html": PAGE})
    assert of(files)[:2] == (["main.js"], ["a.css", "two.html"])


def test_a_module_of_the_same_name_is_not_written_over():
    files = app("", "<script type=module src='main.js'></script>", **{"main.js": "0"})
    assert of(files)[0] == ["main.js", "start.js"]


def test_the_project_has_exact_versions_and_says_what_its_lock_does_not_have():
    chosen = [one for one in tools() if one.package in ("chart.js", "vite")]
    plain, more = (vite_project(" Tips “ä” & co ", app(), some) for some in ((), chosen))
    assert (
        json.loads(plain["package.json"])["name"]
        == json.loads(plain["package-lock.json"])["name"]
        == "tips-a-co"
    )
    assert "dependencies" not in json.loads(plain["package.json"])
    assert "`npm ci` installs" in plain["README.md"]
    [found] = [one for one in chosen if one.package == "chart.js"]
    assert json.loads(more["package.json"])["dependencies"] == {"chart.js": found.version}
    assert "and chart.js: these are not in the lock yet" in more["README.md"]
    assert json.loads(vite_project("…", app())["package.json"])["name"] == "app"


def test_its_vite_is_the_one_that_builds_our_own_page():
    own = json.loads(Path(house.ROOT, "web/package.json").read_text())["devDependencies"]["vite"]
    assert json.loads(vite_project("x", app())["package.json"])["devDependencies"] == {"vite": own}
