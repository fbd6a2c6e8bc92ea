"""`solovox serve`: what it cannot begin with is one line that says what to do, and shows no secret."""

import json

import pytest

from cli.running import one_line

SECRET = "hunter2-hunter"

WRONG = [
    (
        ["--origin", "voice.example"],
        {},
        "'voice.example' is not an address of this server: write https://NAME",
    ),
    (["--proxy", "my-proxy"], {}, "'my-proxy' is neither an address nor a network: write"),
    (["--host", "0.0.0.0"], {}, "say by --origin under which one it is opened"),
    (
        [],
        {"SOLOVOX_TOKEN": SECRET},
        "the token of SOLOVOX_TOKEN is shorter than 16 characters: make one with: openssl",
    ),
    ([], {"SOLOVOX_TOKEN_FILE": "/not/there"}, "SOLOVOX_TOKEN_FILE names /not/there, which is not there"),
    ([], {"SOLOVOX_TOKEN": SECRET, "SOLOVOX_TOKEN_FILE": "x"}, "are both set: take one of them away"),
    (["--host", "203.0.113.1"], {}, "choose another with --host, --port"),
]


@pytest.mark.parametrize(("options", "variables", "says"), WRONG)
def test_what_it_cannot_begin_with_is_one_line(run, options, variables, says):
    done = run("serve", "--port", "0", *options, **variables)
    assert done.returncode == 2
    assert says in one_line(done)
    assert SECRET not in done.stderr + done.stdout


@pytest.mark.parametrize(("options", "variables", "says"), WRONG)
def test_with_log_json_it_is_a_line_of_json(run, options, variables, says):
    done = run("serve", "--port", "0", "--log-json", *options, **variables)
    assert done.returncode == 2
    (line,) = [json.loads(line) for line in done.stderr.splitlines()]
    assert says in line["message"]
    assert line["level"] == "error"
    assert SECRET not in done.stderr + done.stdout


def test_the_token_may_stand_in_the_file_of_variables(run, tmp_path):
    (tmp_path / ".env").write_text(f"SOLOVOX_TOKEN={SECRET}\n")
    assert "the token of SOLOVOX_TOKEN is shorter" in one_line(run("serve", "--port", "0"))
