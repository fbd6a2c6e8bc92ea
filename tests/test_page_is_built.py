"""The page that a checkout builds by itself: when it is built, what is shipped of it, and what is said where it is missing."""

import gzip
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import house_rules as house
from cli.running import one_line, variables
from installing import built, run
from solovox.http.site import KINDS, NOT_BUILT, PAGE

BUDGET = 250_000
"""Bytes of all that a browser loads to show the page, as they are sent by a server that compresses them."""
PLACE = "src/solovox/surfaces/web/page"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A folder with what the page is built from, and nothing built."""
    folder = tmp_path_factory.mktemp("checkout")
    run("scripts/page", "--tools")
    for one in ("scripts", "requirements", "protocol"):
        shutil.copytree(house.ROOT / one, folder / one)
    shutil.copytree(house.ROOT / "web", folder / "web", ignore=shutil.ignore_patterns("node_modules"))
    (folder / "web" / "node_modules").symlink_to(house.ROOT / "web" / "node_modules")
    (folder / PLACE).parent.mkdir(parents=True)
    return folder


def names(folder):
    return {one.name for one in (folder / PLACE).iterdir()}


def test_it_is_built_when_its_contents_have_changed_and_only_then(checkout):
    def told():
        return run(checkout / "scripts" / "page", cwd=checkout)

    assert told() == "building the page\n"
    first = names(checkout)
    assert told() == ""
    app = checkout / "web" / "src" / "app.tsx"
    os.utime(app, (1, 1))
    assert told() == "", "another time is no change"
    app.write_text(app.read_text() + "document.title = 'another'\n")
    assert told() == "building the page\n"
    assert names(checkout) != first, "a browser that kept the old one asks for the new one"


@pytest.mark.wide
def test_a_build_that_fails_is_not_taken_for_one_that_went_well(checkout):
    app = checkout / "web" / "src" / "app.tsx"
    right = app.read_text()
    app.write_text("import './not-there.ts'\n")
    for _ in range(2):
        done = subprocess.run([checkout / "scripts" / "page"], capture_output=True, text=True)
        assert done.returncode != 0
        assert "not-there.ts" in done.stderr
    app.write_text(right)
    assert run(checkout / "scripts" / "page") == "building the page\n"


def test_it_weighs_little_and_loads_nothing_from_elsewhere():
    run("scripts/page")
    files = [one for one in PAGE.iterdir() if one.suffix in KINDS]
    weight = sum(len(gzip.compress(one.read_bytes())) for one in files)
    assert 10_000 < weight <= BUDGET, {one.name: one.stat().st_size for one in files}
    assert "//" not in (PAGE / "index.html").read_text().replace("http://www.w3.org", "")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    """The source as it is shipped, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    fixed = ("--sdist", "--no-build-isolation", "--python", sys.executable, "--out-dir", folder)
    run("scripts/uv", "build", *fixed, ".")
    (packed,) = folder.glob("*.tar.gz")
    with tarfile.open(packed) as held:
        held.extractall(folder, filter="data")
    (unpacked,) = (one for one in folder.iterdir() if one.is_dir())
    return unpacked


def test_it_is_in_the_wheel_and_in_the_source_that_is_shipped(tmp_path, sdist):
    with zipfile.ZipFile(built(tmp_path)) as held:
        shipped = {Path(one).name for one in held.namelist() if one.startswith("solovox/surfaces/web/page/")}
    assert shipped == names(sdist) == {one.name for one in PAGE.iterdir() if one.suffix in KINDS}
    assert "index.html" in shipped


@pytest.mark.wide
def test_no_package_is_built_without_it(tmp_path, sdist):
    """The source has nothing that builds the page: what is shipped has it built."""
    bare = shutil.copytree(sdist, tmp_path / "source", ignore=shutil.ignore_patterns("index.html"))
    wheel = ("--wheel", "--no-build-isolation", "--python", sys.executable, "--out-dir", tmp_path)
    done = subprocess.run(
        [house.ROOT / "scripts" / "uv", "build", *wheel, bare], capture_output=True, text=True
    )
    assert done.returncode != 0
    assert "solovox: the page is not built: run scripts/page in the checkout, then build again" in done.stderr
    assert not list(tmp_path.glob("*.whl"))


def test_a_server_without_it_says_what_to_do(tmp_path):
    package = Path(
        shutil.copytree(house.ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("page"))
    )
    serve = [sys.executable, "-m", "solovox", "serve", "--port", "0"]
    own = variables(tmp_path, PYTHONPATH=str(package))
    done = subprocess.run(serve, cwd=tmp_path, env=own, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert one_line(done) == f"solovox: {NOT_BUILT}"
