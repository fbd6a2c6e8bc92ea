"""What the live server says before it begins."""

import pytest

from solovox.cli.main import main
from solovox.server.faults.table import FAULTS


def test_all_faults_are_listed(capsys):
    assert main(["live-server", "--list-faults"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in FAULTS)


@pytest.mark.parametrize(
    ("words", "says"), [("closed@tool", "did you mean 'close'"), ("close@tol", "did you mean 'tool'")]
)
def test_a_fault_that_there_is_not_is_one_line_and_nothing_is_loaded(words, says, capsys):
    assert main(["live-server", "--fault", words]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1
