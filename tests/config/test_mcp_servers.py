"""Tables `[mcp.NAME]`: what they mean, what is refused, and what is shown of them."""

import pytest

from solovox.config.choosing import choose
from solovox.config.keys import McpServer, ServerRisk
from solovox.config.load import printable, settings
from solovox.config.own import print_own
from solovox.config.schema import ConfigError, Secret, who
from solovox.core.policy import Risk
from solovox.parts.registry import ThisMachine
from solovox.parts.tools.selection import choose_tools, describe_server, mcp_set, missing_of

THREE = """
[mcp.My-Files]
command = ["npx", "-y", "server files", "."]
timeout = 5

[mcp.git]
command = "python 'my server.py'"
args = ["--repository", "${REPO}"]
cwd = "~"
env = { TOKEN = "${KEY}", Level = "1", OTHER = "a-literal-secret" }

[mcp.web]
url = "https://tools.example/mcp?k=in-the-query"
headers = { Authorization = "Bearer ${KEY}" }
risk = "hinted"
tools = ["look", "repo.find"]
"""
VARIABLES = {"REPO": "/repo", "KEY": "a-key-of-mine"}


@pytest.fixture
def config(tmp_path):
    def made(text, *flags, **variables):
        (tmp_path / "solovox.toml").write_text(text)
        there = {**VARIABLES, **variables}
        return choose("talk", settings(flags, tmp_path, there), ThisMachine(there))

    return made


def test_a_server_is_started_or_reached_as_its_table_says(config):
    files, git, web = config(THREE).mcp.values()
    assert files == McpServer(name="my_files", command=("npx", "-y", "server files", "."), timeout=5)
    assert git.command == ("python", "my server.py", "--repository", "/repo")
    assert {name: one.reveal() for name, one in git.env.items()} == {
        "TOKEN": "a-key-of-mine", "Level": "1", "OTHER": "a-literal-secret",
    }  # fmt: skip
    assert web.headers == {"Authorization": Secret("Bearer a-key-of-mine")}
    assert (web.risk, web.tools, web.timeout) == (ServerRisk.HINTED, ("look", "repo.find"), 60)


@pytest.mark.parametrize(
    ("tools", "servers", "names"),
    [
        ("", ["my_files", "git", "web"], None),
        ('tools = ["date", "git", "my-files"]\n', ["my_files", "git"], ("date",)),
        ('tools = "date"\n', [], ("date",)),
        ("tools = []\n", [], ()),
    ],
)
def test_a_server_that_is_configured_is_used_unless_tools_leaves_it_out(config, tools, servers, names):
    found = config(tools + THREE)
    assert list(found.mcp) == servers
    assert sorted([*found.mcp, *found.mcp_idle]) == ["git", "my_files", "web"]
    assert names is None or found.tools == names


BAD = [
    ('[mcp.x]\ncomand = "a"', r"^unknown key 'mcp.x.comand' \(.*\): did you mean command\?$"),
    ('[mcp]\nx = "y"', r"^mcp.x cannot be \(.*\): write a table \[mcp.x\] with command or url in it$"),
    ('[mcp."a b"]\nurl = "http://h"', r"^\[mcp.a b\] cannot be \(.*\): a server's name has up to 32 letters"),
    ("[mcp.x]\ntimeout = 5", r"^\[mcp.x\] has neither command, which starts it, nor url, where it is: say one$"),
    ('[mcp.x]\nurl = "http://h"\ncommand = "x"', r"has command and url: it is started or reached, so leave one out$"),
    ("[mcp.x]\ncommand = []", r"^mcp.x.command is empty: name the program that starts it$"),
    ('[mcp.x]\ncommand = "a \'b"', r"^mcp.x.command cannot be used \(.*\): No closing quotation; check its quotes$"),
    ('[mcp.x]\ncommand = "a"\nenv = "b"', r"^mcp.x.env is a table \(.*\): write env = \{ NAME = \"text\" \}$"),
    ('[mcp.x.command]\na = "b"', r"^mcp.x.command is no table \(.*\): write command = "),
    ('[mcp.x]\ncommand = "a"\nheaders = { A = "b" }', r"^mcp.x.headers is for a server with url$"),
    ('[mcp.x]\nurl = "http://h"\ncwd = "b"', r"^mcp.x.cwd is for a server with command$"),
    ('[mcp.x]\nurl = "h/mcp"', r"it begins with http:// or https:// and names a host$"),
    ('[mcp.x]\nurl = "http://me:word@h"', r"a name or password does not belong there: use headers$"),
    ('[mcp.x]\nurl = "https://h"\nheaders = { A = "${NONE}" }', r"the variable NONE is not set, here or in .env$"),
    ('[mcp.x]\nurl = "https://h"\nheaders = { A = "a\\nb" }', r"check it for stray line breaks$"),
    ('[mcp.x]\ncommand = "a"\nrisk = "fre"', r"mcp\.x\.risk cannot be 'fre' .*: did you mean free\?$"),
    ('[mcp.x]\ncommand = "a"\ntimeout = 0', r"write a number of seconds, up to 3600$"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line"), BAD)
def test_what_cannot_be_is_one_line_that_says_what_to_do(config, text, line):
    with pytest.raises(ConfigError, match=line):
        config(text)


def test_W_what_env_and_headers_say_is_shown_nowhere(config, tmp_path):
    made = config(THREE)
    found = settings((), tmp_path, VARIABLES)
    shown = {key: value for key, (value, _) in printable(found, print_own(found, ThisMachine())).items()}
    assert shown["mcp.git.env.OTHER"] == "********"
    assert shown["mcp.git.env.TOKEN"] == "${KEY}", "a variable's name is no secret"
    assert shown["mcp.web.url"] == "https://tools.example/mcp?k=********"
    assert {"a-key-of-mine", "a-literal-secret", "Bearer a-key-of-mine", "in-the-query"} <= set(made.secrets)
    assert "1" not in made.secrets, "of so short a text every other is full"
    for text in (
        repr(made),
        who(made),
        repr(describe_server(made.mcp["git"], made)),
        repr(describe_server(made.mcp["web"], made)),
    ):
        assert not [one for one in made.secrets if one in text]


def test_its_tools_ask_unless_it_is_said_otherwise(config):
    table = '[mcp.x]\ncommand = "x"\nrisk = "{}"'
    made = [config(table.format(risk)) for risk in ("ask", "free", "never", "hinted")]
    found = [describe_server(one.mcp["x"], one) for one in made]
    assert [(one.risk, one.hinted) for one in found] == [
        (Risk.ASK, False), (Risk.FREE, False), (Risk.NEVER, False), (Risk.ASK, True),
    ]  # fmt: skip


def test_a_program_that_is_not_there_is_an_error_before_the_talk(config):
    made = config('[mcp.x]\ncommand = "no-such-program"')
    line = "the program no-such-program of mcp.x.command; it is not there"
    assert missing_of(made.mcp["x"]) == line
    with pytest.raises(ConfigError, match=rf"^\[mcp.x\] needs {line}$"):
        choose_tools(made)


def test_a_program_with_a_path_is_found_from_here_and_no_link_is_followed(config, tmp_path, monkeypatch):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to("/bin/true")
    monkeypatch.chdir(tmp_path)
    made = config('[mcp.x]\ncommand = "bin/python -m server"\ncwd = "/"')
    assert missing_of(made.mcp["x"]) == ""
    assert describe_server(made.mcp["x"], made).command == (str(tmp_path / "bin" / "python"), "-m", "server")


def test_what_is_configured_is_a_set_of_the_session(config):
    made = config(
        'tools = ["date", "x"]\n[mcp.x]\nurl = "http://127.0.0.1:1/mcp"\n[mcp.y]\ncommand = "no-such-program"'
    )
    found = choose_tools(made)
    assert ([one.name for one in found.tools], list(found.sets)) == (["date"], ["x"])
    assert type(found.sets["x"]) is type(mcp_set(made.mcp["x"], made))
