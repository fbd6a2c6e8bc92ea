"""Which paths an app's files may have."""

import random

import pytest

from solovox.studio.paths import DEEPEST, LONGEST, doubles, kind_of, wrong_with_path

GOOD = [
    "index.html", "style.css", "app.js", "js/parts/list.mjs", "data/prices 2026.csv", "Ünï.json", "a-b_c.1.svg",
    "README.md", "x" * (LONGEST - 4) + ".txt", "a/b/c/d/e/f.js", "con.d/file.js".replace("con.d", "cond"),
]  # fmt: skip
BAD = [
    "", "/", "/etc/passwd.txt", "//host/a.js", "../a.js", "a/../b.js", "a/./b.js", "..", ".", "a/..", "a//b.js", "a/",
    "C:\\x.js", "C:/x.js", "a:b.js", "a\\b.js", ".env", ".git/config.txt", "a/.hidden.js", "a.js.", "a.js ", " a.js",
    "a\x00.js", "a\n.js", "a\u202e.js", "a\u2028.js", "a.sh", "a.py", "a.exe", "a.html.php", "a", "Makefile", "con.js", "a/NUL.txt",
    "lpt1.html", "x" * LONGEST + ".js", "/".join("a" * (DEEPEST + 1)) + ".js", "a*.js", "a?.js", 'a".js', "a<b.js", "a|b.js",
    "\ud800.js",
]  # fmt: skip


@pytest.mark.parametrize("path", GOOD)
def test_P1_what_an_app_has(path):
    assert wrong_with_path(path) == ""


@pytest.mark.parametrize("path", BAD)
def test_P1_what_leads_elsewhere_is_refused_in_one_line(path):
    wrong = wrong_with_path(path)
    assert wrong
    assert wrong.isprintable()


def test_P1_no_path_that_is_taken_leads_out_of_a_folder(tmp_path):
    chance = random.Random(3)
    parts = ["..", ".", "/", "\\", "a", "B", ":", ".js", "index.html", "%2e", "~", "\0", " ", "é", "-"]
    taken = 0
    for _ in range(5_000):
        path = "".join(chance.choices(parts, k=chance.randrange(1, 7)))
        if not wrong_with_path(path):
            taken += 1
            assert (tmp_path / path).resolve().is_relative_to(tmp_path.resolve())
            assert not any(one.startswith(".") for one in path.split("/"))
    assert taken > 50


@pytest.mark.parametrize(
    ("paths", "found"),
    [
        (["a.js", "b.js"], []),
        (["A.js", "a.js"], [("A.js", "a.js")]),
        (["caf\u00e9.js", "cafe\u0301.js"], [("cafe\u0301.js", "caf\u00e9.js")]),
        (["stra\u00dfe.js", "strasse.js"], [("strasse.js", "stra\u00dfe.js")]),
        (["a.js", "a.js/b.js"], [("a.js", "a.js/b.js")]),
    ],
)
def test_P1_no_two_are_one_file_elsewhere(paths, found):
    assert doubles(paths) == found


def test_what_a_file_is_served_as():
    assert [kind_of(one) for one in ("a.HTML", "b/c.mjs", "x")] == [
        "text/html",
        "text/javascript",
        "text/plain",
    ]
