"""What is wrong with an app before it is shown: lines that a writer can act upon."""

import pytest

from solovox.ports.projects import LARGEST_FILE, MOST_FILES
from solovox.studio.checking import MOST, findings, resolve_address

pytestmark = pytest.mark.slow

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tips</title><link rel="stylesheet" href="style.css">
<link rel="icon" href="data:,"></head>
<body><main><p>One<p>Two<ul><li>a<li>b</ul><br><input><img src="data:image/png;base64,AA==" alt="">
<a href="https://example.org">x</a><svg><path d="M0 0"/></svg></main>
<script type="module" src="./app.js?v=1"></script><script type="application/json">{"a": "import 'x'"}</script></body></html>
"""
GOOD = {
    "index.html": PAGE,
    "style.css": ":root { --accent: red; } /* url(gone.png) */ body { background: url('art/a.svg'); }",
    "app.js": "import { a } from './lib/a.js'\nexport * from './lib/a.js'\nconst text = 'from \"x\"'\n",
    "lib/a.js": "export const a = 1\n",
    "art/a.svg": "<svg/>",
}


def lines(files):
    return [one.line for one in findings(files)]


def test_a_good_app_has_nothing_wrong():
    assert lines(GOOD) == []


WRONG = [
    ({"index.html": None}, "there is no index.html", True),
    ({"index.html": "<!doctype html><head></head>"}, "index.html is empty", True),
    ({"style.css": None}, "index.html asks for style.css, which is not there: write style.css", True),
    ({"lib/a.js": None}, "app.js asks for ./lib/a.js, which is not there: write lib/a.js", True),
    ({"art/a.svg": None}, "style.css asks for art/a.svg, which is not there", False),
    ({"lib/a.js": "import '../../app.js'"}, "lib/a.js asks for ../../app.js, which is not there", True),
    ({"app.js": "import('./gone.js')"}, "app.js asks for ./gone.js", True),
    ({"app.js": "import React from 'react'"}, "app.js imports 'react', and there are no packages here", True),
    ({"app.js": "import x from 'https://cdn.example/x.js'"}, "app.js asks for https://cdn.example/x.js, and there is no network", True),
    ({"app.js": "fetch('https://api.example/x')"}, "app.js asks for https://api.example/x", False),
    ({"app.js": "new WebSocket(`wss://api.example/x`)"}, "app.js asks for wss://api.example/x", False),
    ({"style.css": "@import '//fonts.example/x.css';"}, "style.css asks for //fonts.example/x.css", False),
    ({"index.html": PAGE.replace("style.css", "/style.css")}, "index.html asks for /style.css: write it without the first /", True),
    ({"index.html": PAGE.replace("style.css", "https://cdn.example/a.css")}, "index.html asks for https://cdn.example/a.css", False),
    ({"index.html": PAGE.replace("</main>", "</div></main>")}, "index.html: </div> at line 5 closes nothing", True),
    ({"index.html": PAGE.replace("</main>", "<div>")}, "index.html: <div> of line 5 is not closed", True),
    ({"index.html": PAGE + "<script>let a = 1"}, "index.html: <script> of line 7 is not closed", True),
    ({"index.html": PAGE.replace("<body>", "<body><form action='https://x.example/'></form>")}, "index.html asks for https://x.example/", False),
    ({"index.html": PAGE + "<script>import './gone.js'</script>"}, "index.html asks for ./gone.js", True),
    ({"data.json": "{"}, "data.json is no JSON", False),
    ({"../up.js": ""}, "'../up.js': a name does not begin with a dot", True),
    ({"APP.js": ""}, "APP.js and app.js cannot both be there", True),
    ({"big.txt": "x" * (LARGEST_FILE + 1)}, f"big.txt has more than {LARGEST_FILE} characters", True),
    ({f"{n}.txt": "" for n in range(MOST_FILES)}, f"an app has at most {MOST_FILES} files", True),
]  # fmt: skip


@pytest.mark.parametrize(("change", "line", "grave"), WRONG, ids=[one[1][:60] for one in WRONG])
def test_what_is_wrong_is_a_line(change, line, grave):
    files = {path: text for path, text in {**GOOD, **change}.items() if text is not None}
    found = [one for one in findings(files) if one.line.startswith(line)]
    assert [one.grave for one in found] == [grave], lines(files)
    assert all(one.line.isprintable() for one in findings(files))


def test_the_gravest_come_first_and_no_more_than_can_be_read():
    files = GOOD | {
        "app.js": "\n".join(f"fetch('https://api.example/{n}')" for n in range(50)) + "\nimport 'x'"
    }
    found = findings(files)
    assert len(found) == MOST
    assert [one.grave for one in found[:2]] == [True, False]


@pytest.mark.parametrize(
    ("path", "address", "found"),
    [
        ("index.html", "a.js", "a.js"),
        ("index.html", "./a%20b.js?x#y", "a b.js"),
        ("lib/a.js", "../b.js", "b.js"),
        ("lib/a.js", "b.js", "lib/b.js"),
        ("index.html", "../b.js", "../b.js"),
        ("index.html", "?x", "index.html"),
    ],
)
def test_which_file_an_address_means(path, address, found):
    assert resolve_address(path, address) == found


@pytest.mark.parametrize("sign", ["<", "</", "<!--", "<![CDATA[", "<a ", "&#x110000;", "\0", '"', "<script>"])
def test_whatever_a_page_is_it_is_read(sign):
    findings({"index.html": sign * 2_000, "style.css": sign * 2_000, "app.js": sign * 2_000})
