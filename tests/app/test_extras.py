"""An extra is installed whole or not at all, by version and hash, and nothing that is installed is changed: with the real installers."""

import sys
import tomllib

import pytest
from packaging.requirements import Requirement

import house_rules as house
from app.toy_extras import MODULE, NEEDED, extra, into, links, toy, wheel
from solovox.weights.extras import (
    EXTRAS,
    UNWRITABLE,
    CannotInstall,
    install_extra,
    missing,
    packages,
    plain,
    refusal,
    requirements,
)

__all__ = ["into", "links"]


def versions(text):
    """Names and versions of a lock; one for each Python, where they differ."""
    return {(name, block.partition("==")[2].split()[0]) for name, block in requirements(text)}


def test_every_extra_can_be_installed_by_its_name():
    project = tomllib.loads((house.ROOT / "pyproject.toml").read_text())["project"]
    assert {*EXTRAS, "all"} == {*project["optional-dependencies"]}


@pytest.mark.parametrize("name", EXTRAS)
def test_what_ships_is_in_step_with_the_extra_and_with_what_is_tested(name):
    shipped = versions(EXTRAS[name].pins())
    ours = tomllib.loads((house.ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for text in ours["talk"] * ("solovox[talk]" in ours[name]) + ours[name]:
        asked = Requirement(text)
        assert (
            text == "solovox[talk]"
            or asked.specifier.contains(dict(shipped)[plain(asked.name)])
            or asked.marker
        )
    assert shipped <= versions((house.ROOT / "requirements" / "brains.txt").read_text())


def test_a_line_without_a_version_or_a_hash_is_no_pin():
    for text in ("toy", "toy>=1 \\\n    --hash=sha256:00", "toy==1.0", "--index-url somewhere"):
        with pytest.raises(ValueError, match="has no exact version or no hash"):
            list(requirements(text))


def test_what_is_installed_in_whatever_version_is_not_asked_for(links):
    pins = "\n".join((wheel(links, "click", version="0.1"), wheel(links, NEEDED)))
    assert [name for name, _ in requirements(missing(pins))] == [plain(NEEDED)]


@pytest.mark.slow
def test_only_what_is_missing_comes_and_can_be_loaded(links, into):
    told = []
    pins = (wheel(links, MODULE, f"import {NEEDED}, click\n"), wheel(links, NEEDED), wheel(links, "click"))
    install_extra(one := extra(*pins), into, lambda done, total: told.append((done, total)))
    assert {entry.name for entry in into.iterdir()} == {
        *(f"{name}{end}" for name in (MODULE, NEEDED) for end in ("", "-1.0.dist-info")),
        ".solovox-installing.lock",
    }
    assert one.is_there
    assert missing(one.pins()) == ""
    assert all(0 <= done <= total for done, total in told)
    assert sys.modules.get(MODULE) is None, "it is loaded by what needs it, and not before"


@pytest.mark.slow
def test_what_several_packages_share_is_joined(links, into):
    (into / "shared").mkdir()
    (into / "shared" / "first.py").write_text("")
    pins = wheel(links, MODULE, more={"shared/second.py": ""})
    install_extra(extra(pins), into, lambda *_: None)
    assert {one.name for one in (into / "shared").glob("*.py")} == {"first.py", "second.py"}


def stop(*_):
    raise CannotInstall("it was stopped")


def in_the_way(links, into):
    (into / MODULE).mkdir()
    (into / MODULE / "__init__.py").write_text("mine = True\n")
    return toy(links)


def another_hash(links, into):
    one = toy(links)
    (links / f"{MODULE}-1.0-py3-none-any.whl").unlink()
    wheel(links, MODULE, "other = True\n")
    return one


@pytest.mark.slow
@pytest.mark.parametrize(
    ("made", "told", "says"),
    [
        (lambda links, into: toy(links, "import no_such_module\n"), None, "No module named 'no_such_module'"),
        (another_hash, None, "could not fetch Toy: "),
        (lambda links, into: extra("toy==9 \\\n    --hash=sha256:00"), None, "could not fetch Toy: "),
        (in_the_way, None, f"{MODULE} is there already"),
        (lambda links, into: toy(links), stop, "it was stopped"),
    ],
)
def test_what_cannot_be_installed_is_one_line_and_leaves_all_as_it_was(links, into, made, told, says):
    one = made(links, into)
    before = {entry: entry.read_bytes() for entry in into.rglob("*.py")}
    with pytest.raises(CannotInstall) as raised:
        install_extra(one, into, told or (lambda *_: None))
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)
    (into / ".solovox-installing.lock").unlink()
    assert {entry: entry.read_bytes() for entry in into.rglob("*") if entry.is_file()} == before


def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_fetched(tmp_path):
    assert refusal(packages()) == ""
    assert refusal(tmp_path / "nowhere") == UNWRITABLE
    with pytest.raises(CannotInstall, match=UNWRITABLE):
        install_extra(extra("toy==1 --hash=sha256:00"), tmp_path / "nowhere", stop)
