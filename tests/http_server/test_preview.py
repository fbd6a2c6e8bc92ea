"""Where apps are shown: another origin, paths that cannot be guessed, and a policy that lets nothing out (laws P2 to P5)."""

import asyncio

import httpx2 as httpx
import pytest

from solovox.config.schema import Secret
from solovox.http.auth.door import WebDoor
from solovox.http.auth.guard import Allowed, Guard
from solovox.http.preview import MOST_PATHS, Preview, preview_addresses, with_reports
from solovox.testing.memory_projects import MemoryProjects

PAGES = ("http://127.0.0.1:8765", "http://localhost:8765", "http://[::1]:8765", "https://192.168.1.5:8766")
FILES = {"index.html": "<!doctype html><p>1", "art/a.svg": "<svg/>", "app.js": "1", "more.html": "<p>2"}


@pytest.fixture
def shown():
    store = MemoryProjects()
    preview = Preview(store)
    preview.addresses = preview_addresses(PAGES, 4001, 4002)
    project = store.make("Tips").id
    store.save(project, "x", "y", FILES)
    return preview, store, project


def asked(preview, url, method="GET", **headers):
    async def main():
        transport = httpx.ASGITransport(app=preview)
        async with httpx.AsyncClient(transport=transport) as client:
            return await client.request(
                method, url, headers={key.replace("_", "-"): value for key, value in headers.items()}
            )

    return asyncio.run(main())


def test_P2_each_page_has_its_apps_at_another_origin(shown):
    assert dict(shown[0].addresses.of_page) == {
        "http://127.0.0.1:8765": "http://localhost:4001",
        "http://localhost:8765": "http://127.0.0.1:4001",
        "https://192.168.1.5:8766": "https://192.168.1.5:4002",
    }
    assert dict(preview_addresses(PAGES[3:], 4001, None).of_page) == {}
    assert shown[0].url("http://[::1]:8765", shown[2], 1) is None


def test_P3_a_version_has_its_files_and_nothing_else(shown):
    preview, store, project = shown
    url = preview.url(PAGES[0], project, 1)
    store.save(project, "x", "y", {"index.html": "<p>new", "new.js": ""})
    assert asked(preview, url).text.startswith("<!doctype html><script>")
    assert asked(preview, url).text.endswith("<p>1")
    assert asked(preview, f"{url}app.js").text == "1"
    kinds = {path: asked(preview, url + path).headers["content-type"] for path in FILES}
    assert kinds == {
        "index.html": "text/html; charset=utf-8",
        "art/a.svg": "image/svg+xml; charset=utf-8",
        "app.js": "text/javascript; charset=utf-8",
        "more.html": "text/html; charset=utf-8",
    }
    for path in (
        "new.js",
        "art",
        "art/",
        "../app.js",
        "..%2fapp.js",
        "%2e%2e/app.js",
        "APP.js",
        "app.js/",
        "//app.js",
    ):
        assert asked(preview, url + path).status_code == 404
    for other in ("http://localhost:4001/", "http://localhost:4001/x/", url.rstrip("/"), f"{url[:-2]}/"):
        assert asked(preview, other).status_code == 404
    preview.forget(project)
    assert asked(preview, url).status_code == 404
    store.remove(project)


def test_P3_only_reading_under_its_own_names_and_within_a_page(shown):
    preview, _, project = shown
    url = preview.url(PAGES[0], project, 1)
    head = asked(preview, url, "HEAD")
    assert (head.status_code, head.text, int(head.headers["content-length"]) > 100) == (200, "", True)
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
        assert asked(preview, url, method).status_code == 405
    for host in ("evil.example", "evil.example:4001", "localhost", "localhost:8765", "", "127.0.0.1:4002"):
        assert asked(preview, url, host=host).status_code == 421
    assert asked(preview, url, sec_fetch_dest="document").status_code == 403
    assert asked(preview, url, sec_fetch_dest="iframe").status_code == 200


def test_P2_P4_every_answer_is_strict_and_sets_no_cookie(shown):
    preview, _, project = shown
    url = preview.url(PAGES[0], project, 1)
    answers = [
        asked(preview, url, cookie="solovox=x"), asked(preview, f"{url}app.js"), asked(preview, f"{url}none"),
        asked(preview, url, "POST"), asked(preview, url, host="evil.example"),
    ]  # fmt: skip
    for one in answers:
        assert "set-cookie" not in one.headers
        assert one.headers["x-content-type-options"] == "nosniff"
        assert one.headers["referrer-policy"] == "no-referrer"
        assert one.headers["connection-allowlist"] == "(response-origin)"
        policy = dict(
            part.strip().partition(" ")[::2] for part in one.headers["content-security-policy"].split(";")
        )
        assert policy["default-src"] == "'none'"
        assert "allow-same-origin" not in policy["sandbox"]
        assert "script-src" not in policy or one is answers[0]
    policy = dict(
        part.strip().partition(" ")[::2] for part in answers[0].headers["content-security-policy"].split(";")
    )
    assert policy["script-src"] == f"'unsafe-inline' {url}"
    assert policy["connect-src"] == url
    assert policy["frame-ancestors"] == PAGES[0]
    assert policy["sandbox"] == "allow-scripts allow-forms"
    assert (policy["form-action"], policy["base-uri"], policy["frame-src"]) == ("'none'", "'none'", "'none'")


def test_P3_paths_are_few_and_the_first_go(shown):
    preview, _, project = shown
    first = preview.url(PAGES[0], project, 1)
    for number in range(2, MOST_PATHS + 2):
        preview.url(PAGES[0], project, number)
    assert asked(preview, first).status_code == 404
    assert preview.url(PAGES[0], project, 1) != first


def test_P4_a_page_of_ours_frames_its_apps_and_nothing_else(shown):
    async def inside(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x"})

    door = WebDoor(Secret("a" * 20), PAGES)
    guard = Guard(inside, door, lambda: 0, Allowed(frames=shown[0].frames))
    for page, frames in (
        (PAGES[0], "http://localhost:4001"),
        (PAGES[2], "'none'"),
        ("http://other:1", "'none'"),
    ):
        answer = asked(guard, f"{page}/", authorization=f"Bearer {'a' * 20}")
        assert f"; frame-src {frames};" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("page", "before"),
    [
        ("<!doctype html><html><head><p>", "<!doctype html>"),
        (" \n<!DOCTYPE html >\n<p>", " \n<!DOCTYPE html >"),
        ("<html><head><p>", ""),
        ("<!-- <!doctype html> <head> --><p>", ""),
        ("", ""),
    ],
)
def test_P5_the_script_that_tells_is_before_all_others(page, before):
    made = with_reports(page, 7)
    assert made.startswith(f"{before}<script>")
    assert made.endswith(page.removeprefix(before))
    assert "version: 7" in made
