"""`solovox demo`: what it cannot begin with is one line."""

from importlib.util import find_spec

from cli.running import one_line


def test_without_the_agents_sdk_it_says_what_to_install(run):
    assert find_spec("claude_agent_sdk") is None
    done = run("demo", "--no-open")
    assert done.returncode == 2
    assert "needs the extra [web,claude]" in one_line(done)
