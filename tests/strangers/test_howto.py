"""What the howto shows to users of other SDKs works as it stands there: two variables, and their code."""

import pytest

from strangers.clients import installed, printed
from test_docs_examples import BLOCKS

pytestmark = [pytest.mark.weights, pytest.mark.slow]

SHOWN = [
    (block, name)
    for block in BLOCKS
    if block.note == "run with"
    and block.about not in ("serve", "console", "ci")  # test_studio, browser/, test_ci
    for name in block.about.split()
]


def test_there_are_programs_for_every_stranger():
    assert {name for _, name in SHOWN} == {"genai-3", "genai-2", "js"}


@pytest.mark.parametrize(("block", "name"), SHOWN, ids=lambda value: value if isinstance(value, str) else "")
def test_the_program_answers(serve, tmp_path, block, name):
    server, home = serve(), installed(name)
    program = tmp_path / ("program.mjs" if name == "js" else "program.py")
    program.write_text(block.body)
    if name == "js":
        (tmp_path / "node_modules").symlink_to(home / "node_modules")
        command, language = [home / "node", program], "javascript"
    else:
        command, language = [home / "bin" / "python", program], "python"
    assert "42" in printed(command, tmp_path, server.environment(language))
