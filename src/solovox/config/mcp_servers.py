"""MCP servers as they are configured: tables `[mcp.NAME]`.

Rule 1: a server is started (`command`) or reached (`url`), never both.
Rule 2: what `env` and `headers` say is shown nowhere. `${NAME}` in them, in `args` and in `url` is a variable of the
environment or of `.env`, and one that is not set is an error.
Rule 3: no shell reads a command: a text is taken apart by its quotes, a list is taken as it is.
"""

import json
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from msgspec import Struct

from solovox.config.beside import in_clear
from solovox.config.fields import Address, Command, Folder, OptionKind, Secret, Value, options_of, setting
from solovox.config.keys import McpServer, ServerRisk
from solovox.config.load import Setting, Settings
from solovox.config.schema import MASK, MCP, ConfigError, is_mcp, mcp_name, suggestion

LONGEST_TIMEOUT: Final = 3_600.0
_NAME: Final = re.compile(r"[a-z0-9_]{1,32}")
_VARIABLE: Final = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


class McpKeys(Struct, frozen=True, kw_only=True):
    """What a table may say."""

    command: Command = ""
    """The program, and perhaps its arguments: a list, or a text with quotes as in a terminal. No shell reads it."""
    args: Command = ""
    """More arguments."""
    env: dict[str, str] = {}
    """Variables for it beside those that every server gets, as a table: `env = { GITHUB_TOKEN = "${GITHUB_TOKEN}" }`."""
    cwd: Folder | None = None
    """Where it is started; else in the `workspace`."""
    url: Address | None = None
    """In place of `command`: where it is (streamable HTTP)."""
    headers: dict[str, str] = {}
    """What is sent with each request, as a table."""
    risk: Annotated[str, setting(choices=ServerRisk)] = "ask"
    """`ask`: each tool asks for your yes. `hinted`: those ask that do not say of themselves that they only look
    (`readOnlyHint`). `free`: none asks. `never`: each call is refused."""
    tools: tuple[str, ...] = ()
    """The names of those tools that are used, as the server calls them; else all."""
    timeout: Annotated[
        float, setting(write=f"a number of seconds, up to {LONGEST_TIMEOUT:g}", ge=0.001, le=LONGEST_TIMEOUT)
    ] = 60
    """Seconds without a sign of life after which a call has failed. Progress counts as a sign."""


OPTIONS: Final = options_of(McpKeys)


def mcp_servers(found: Settings, variables: Mapping[str, str]) -> Mapping[str, McpServer]:
    """The servers that are configured, by name. `variables`: of the environment and `.env`. Raises `ConfigError`."""
    tables: dict[str, dict[str, Setting]] = {}
    for key, said in found.items():
        if is_mcp(key):
            name, option = _parts(key, said.said_in)
            tables.setdefault(name, {})[option] = said
    return {name: _server(name, said, variables) for name, said in tables.items()}


def printed_mcp(found: Settings) -> Mapping[str, str]:
    """The values of these keys as they may be shown."""
    return {key: _show_value(key, one.text) for key, one in found.items() if is_mcp(key)}


def for_session(
    servers: Mapping[str, McpServer], tools: Sequence[str], *, said: bool
) -> tuple[tuple[str, ...], Mapping[str, McpServer]]:
    """The tools without the names of servers, and the servers of a session: all of them, or those that `tools` names where
    the person `said` which tools there are."""
    named = {mcp_name(one): one for one in tools if mcp_name(one) in servers}
    there = {name: one for name, one in servers.items() if not said or name in named}
    return tuple(one for one in tools if one not in named.values()), there


def _parts(key: str, said_in: str) -> tuple[str, str]:
    """The server's name, and the option, or `table.key`. Raises `ConfigError`."""
    _, name, *rest = key.split(".", 3)
    option = rest[0] if rest else ""
    if not _NAME.fullmatch(name):
        raise ConfigError(
            f"[mcp.{name}] cannot be ({said_in}): a server's name has up to 32 letters, digits, - and _"
        )
    if not option:
        raise ConfigError(
            f"{key} cannot be ({said_in}): write a table [mcp.{name}] with command or url in it"
        )
    if option not in OPTIONS:
        raise ConfigError(f"unknown key {key!r} ({said_in}): {suggestion(option, OPTIONS)}")
    table, deep = OPTIONS[option].kind is OptionKind.TABLE, len(rest) > 1
    if table != deep:
        raise ConfigError(
            f"{MCP}.{name}.{option} is {'a table' if table else 'no table'} ({said_in}): write "
            + (f'{option} = {{ NAME = "text" }}' if table else f'{option} = "…"')
        )
    return name, ".".join(rest)


def _server(name: str, said: Mapping[str, Setting], variables: Mapping[str, str]) -> McpServer:
    here = _Table(name, said, variables)
    if "url" in said and "command" in said:
        raise ConfigError(f"[mcp.{name}] has command and url: it is started or reached, so leave one out")
    if "url" not in said and "command" not in said:
        raise ConfigError(f"[mcp.{name}] has neither command, which starts it, nor url, where it is: say one")
    only = ("args", "env", "cwd") if "url" in said else ("headers",)
    for option in only:
        if any(one.partition(".")[0] == option for one in said):
            raise ConfigError(
                f"mcp.{name}.{option} is for a server with {'command' if 'url' in said else 'url'}"
            )
    command = (*here.words("command"), *map(here.fill_variables("args"), here.words("args")))
    if "command" in said and not (command and command[0].strip()):
        raise ConfigError(f"mcp.{name}.command is empty: name the program that starts it")
    return McpServer(
        name=name,
        command=command,
        env=here.table("env"),
        cwd=said["cwd"].text if "cwd" in said else None,
        url=here.url(),
        headers=here.table("headers"),
        risk=ServerRisk(here.value("risk")),
        tools=here.words("tools"),
        timeout=float(str(here.value("timeout"))),
    )


class _Table:
    """What was said of one server, option by option. Each raises `ConfigError`."""

    def __init__(self, name: str, said: Mapping[str, Setting], variables: Mapping[str, str]) -> None:
        self._name, self._said, self._variables = name, said, variables

    def words(self, option: str) -> tuple[str, ...]:
        """A list; a text as a shell would take it apart."""
        text = self._said[option].text if option in self._said else ""
        try:
            if text.startswith("["):
                return tuple(map(str, json.loads(text)))
            return tuple(text.replace(",", " ").split() if option == "tools" else shlex.split(text))
        except ValueError as error:
            raise self._wrong(option, f"{error}; check its quotes") from None

    def table(self, option: str) -> Mapping[str, Secret]:
        """Its keys with their values."""
        there = {key.partition(".")[2]: key for key in self._said if key.startswith(f"{option}.")}
        found = {name: self.fill_variables(key)(self._said[key].text) for name, key in there.items()}
        for name, text in found.items():
            if not (name.isascii() and name.isprintable() and name.strip()) or "=" in name or "\0" in text:
                raise self._wrong(f"{option}.{name}", "no variable and no header is like that")
            if option == "headers" and not (text.isascii() and text.isprintable()):
                raise self._wrong(f"{option}.{name}", "check it for stray line breaks")
        return {name: Secret(text) for name, text in found.items()}

    def fill_variables(self, option: str) -> Any:
        """What puts the variables that a text names into it."""

        def value(found: re.Match[str]) -> str:
            if (text := self._variables.get(found[1])) is None:
                raise self._wrong(option, f"the variable {found[1]} is not set, here or in .env")
            return text

        return lambda text: _VARIABLE.sub(value, text)

    def url(self) -> Secret | None:
        """The address."""
        if "url" not in self._said:
            return None
        text = str(self.fill_variables("url")(self._said["url"].text)).strip()
        try:
            parts = urlsplit(text)
            good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            good = False
        if not good or any(sign.isspace() for sign in text):
            raise self._wrong("url", "it begins with http:// or https:// and names a host")
        if in_clear(text) and any(one.startswith("headers.") for one in self._said):
            raise self._wrong("url", "headers go over the network with TLS only: begin it with https://")
        if parts.username or parts.password:
            raise self._wrong("url", "a name or password does not belong there: use headers")
        return Secret(text)

    def value(self, option: str) -> Value | None:
        """What is said, or the default."""
        said = self._said.get(option)
        if said is None:
            return OPTIONS[option].default
        return OPTIONS[option].parse(f"mcp.{self._name}.{option}", said.text, said.said_in)

    def _wrong(self, option: str, why: str) -> ConfigError:
        said_in = self._said[option].said_in if option in self._said else "the table"
        return ConfigError(f"mcp.{self._name}.{option} cannot be used ({said_in}): {why}")


def _show_value(key: str, text: str) -> str:
    option = OPTIONS.get(key.split(".")[2] if key.count(".") > 1 else "")
    if option is not None and option.kind is OptionKind.TABLE:
        return text if _VARIABLE.fullmatch(text) else MASK
    return text if option is None else option.show(text)


def masked_values(servers: Iterable[McpServer]) -> set[Secret]:
    """What of them must be masked in texts: not the shortest, such as `1`, of which every text is full."""
    shortest = 6
    return {one for server in servers for one in server.secrets if len(one.reveal()) >= shortest}
