"""The OpenAPI page: it needs no script and nothing of others, it can be read aloud, and it has every route."""

import itertools
from html.parser import HTMLParser
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from solovox.http.metrics import TimedStep
from solovox.http.rest.openapi import page

pytestmark = pytest.mark.slow

REFERENCE = Path(__file__).parents[3] / "docs" / "reference" / "rest.md"


class Page(HTMLParser):
    """Every tag with its attributes, the text, and what is open."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.text, self.open = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)

    def all(self, tag):
        return [attrs for name, attrs in self.tags if name == tag]


@pytest.fixture
def found(shared):
    answer = shared.get("/api/docs")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return Page(answer.text)


def test_the_page_keeps_the_strictest_policy(shared, found):
    assert not [tag for tag, _ in found.tags if tag in ("script", "style", "img", "iframe", "object", "form")]
    for _, attrs in found.tags:
        assert not [name for name in attrs if name == "style" or name.startswith("on")]
        for name in ("href", "src"):
            assert attrs.get(name, "#").startswith(("#", "/api/"))
    (sheet,) = found.all("link")
    answer = shared.get(sheet["href"])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/css; charset=utf-8")
    assert "url(" not in answer.text
    assert "@import" not in answer.text


def test_the_page_can_be_read_without_seeing_it(found):
    assert found.open == []
    assert found.all("html") == [{"lang": "en"}]
    assert len(found.all("title")) == len(found.all("h1")) == len(found.all("main")) == 1
    assert found.all("nav")[0]["aria-label"]
    assert all("scope" in one for one in found.all("th"))
    assert len(found.all("caption")) == len(found.all("table"))
    ids = [attrs["id"] for _, attrs in found.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    links = [one["href"][1:] for one in found.all("a") if one["href"].startswith("#")]
    named = [one["aria-labelledby"] for one in found.all("article") if "aria-labelledby" in one]
    assert set(links) | set(named) <= set(ids)
    levels = [int(tag[1]) for tag, _ in found.tags if tag in ("h1", "h2", "h3")]
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


def test_every_route_is_on_the_page_and_every_body_is_explained(shared, found):
    schema = shared.get("/api/openapi.json").json()
    text = "".join(found.text)
    for path, methods in schema["paths"].items():
        for method, route in methods.items():
            assert f"{method.upper()} {path}" in text
            assert route["summary"] in text
    for name in schema["components"]["schemas"]:
        assert f"body-{name}" in [attrs.get("id") for _, attrs in found.tags]
    assert "HTTPValidationError" not in text  # the schema says what really comes


def test_a_body_that_is_taken_is_one_that_must_be_there(shared):
    bodies = [
        (method, path, route["requestBody"])
        for path, methods in shared.app.schema["paths"].items()
        for method, route in methods.items()
        if "requestBody" in route
    ]
    assert len(bodies) > 9
    for method, path, body in bodies:
        assert body["required"] is True
        if path == "/api/settings" or path.endswith("/parts"):
            answer = shared.client.request(method, path)
            assert (answer.status_code, answer.json()) == (
                422,
                {"error": "the body is no JSON: Input data was truncated"},
            )


def test_no_address_is_told_of_a_path_with_a_slash_too_many(shared):
    answer = shared.client.get("/api/settings/", follow_redirects=False)
    assert answer.status_code == 404
    assert answer.json()["error"].startswith("there is nothing at /api/settings/")


def test_what_a_schema_says_is_text_and_never_markup(shared):
    evil = "<script>alert(1)</script>\"' onload=x"
    schema = shared.app.schema | {"info": {"title": evil, "version": evil, "description": evil}}
    route = {"tags": [evil], "summary": evil, "description": evil, "operationId": evil, "responses": {}}
    route["parameters"] = [{"name": evil, "in": evil, "schema": {"type": evil}, "description": evil}]
    route["responses"] = {evil: {"description": evil, "content": {evil: {"schema": {"enum": [evil]}}}}}
    schema["paths"] = {f"/{evil}": {"get": route}}
    schema["components"] = {"schemas": {evil: {"properties": {evil: {"$ref": evil}}, "description": evil}}}
    assert not Page(page(schema)).all("script")
    assert not [name for _, attrs in Page(page(schema)).tags for name in attrs if name == "onload"]


def rows(title):
    """The rows of a table of the reference, as lists of cells."""
    part = REFERENCE.read_text().split(f"## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_reference_has_each_route_with_its_summary(shared):
    schema = shared.app.schema
    real = {
        (f"`{method.upper()} {path}`", route["summary"])
        for path, methods in schema["paths"].items()
        for method, route in methods.items()
    }
    assert {(one[0], one[1]) for one in rows("Routes")} == real


def test_the_reference_has_each_count_with_its_labels(shared):
    for step in TimedStep:
        shared.metrics.took(step, 0)
    families = list(text_string_to_metric_families(shared.metrics.exposition().decode()))
    real = {}
    for family in families:
        if family.name.startswith("solovox_"):
            name = f"{family.name}_total" if family.type == "counter" else family.name
            labels = {key: set() for one in family.samples for key in one.labels if key != "le"}
            for one in family.samples:
                for key in labels:
                    labels[key].add(one.labels[key])
            real[f"`{name}`"] = labels
    told = {one[0]: one for one in rows("Counts")}
    assert told.keys() == real.keys()
    for name, labels in real.items():
        for label, values in labels.items():
            assert f"`{label}`" in told[name][1]
            assert all(f"`{value}`" in told[name][1] for value in values), (name, values)
