"""Names become factories: ours, and those of packages that add an entry point."""

import pytest

from cli.running import solovox
from solovox.app import registry
from solovox.config.schema import ConfigError
from solovox.ports import AdapterArgs

MINE = """
from solovox.ports import Wrote

class Mine:
    async def answer(self, question, call):
        yield Wrote("mine")
    async def aclose(self):
        pass

def make(given):
    return Mine()
"""


@pytest.fixture
def package(tmp_path):
    """Another package, as pip would install it, in `tmp_path`."""
    (tmp_path / "my_package.py").write_text(MINE)
    info = tmp_path / "my_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[solovox.brains]\nmine = my_package:make\nlocal = my_package:make\nbroken = no_such_module:make\n"
    )
    return tmp_path


@pytest.mark.parametrize("group", registry.BUILT_IN)
def test_every_built_in_name_has_a_factory(group):
    for name in registry.BUILT_IN[group]:
        assert callable(registry.factory(group, name))


@pytest.mark.parametrize("group", registry.BUILT_IN)
def test_an_unknown_name_is_refused_with_what_there_is(group):
    with pytest.raises(ConfigError) as error:
        registry.factory(group, "af_bela")
    assert registry.NAMES_OF[group] in str(error.value)
    assert ("did you mean af_bella?" in str(error.value)) == (group == registry.VOICES)


def test_the_local_brain_is_made_of_nothing():
    assert registry.make(registry.BRAINS, "local", AdapterArgs({})) is not None


def test_another_packages_brain_can_be_chosen_and_takes_no_name_of_ours(package):
    program = (
        "from solovox.app.registry import BRAINS, factory, names; "
        "print(names(BRAINS)); print(factory(BRAINS, 'mine').__module__, factory(BRAINS, 'local').__module__)"
    )
    done = solovox(cwd=package, program=("-c", program), PYTHONPATH=str(package))
    assert done.stdout.splitlines() == [
        "('local', 'openai_compatible', 'broken', 'mine')",
        "my_package solovox.app.brains",
    ]


def test_a_package_that_cannot_be_loaded_is_named(package):
    done = solovox(
        "ask", "q.wav", "--out", "a.wav", "--set", "brain.kind=broken",
        cwd=with_question(package), PYTHONPATH=str(package),
    )  # fmt: skip
    assert done.returncode == 2
    assert (
        "brain.kind = broken of my-package cannot be loaded: No module named 'no_such_module'" in done.stderr
    )


def with_question(folder):
    (folder / "q.wav").write_bytes(
        b"RIFF\x28\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0data\x04\0\0\0\0\0\0\0"
    )
    return folder
