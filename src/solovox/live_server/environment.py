"""How clients find the live server: its addresses, and the variables that point each kind of client at it.

Rule 1: one set of variables, `any`, serves every kind at once. Python needs TLS, and JavaScript takes it; who has no key needs one of any text.
Rule 2: nothing that is printed holds a key. A command that we start is given one, in its environment.
Rule 3: what a command trusted and reached before, it trusts and reaches still: authorities are added, and a proxy is passed by only for this machine.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from solovox.server.certificates import Certificates, bundle
from solovox.wire.loopback import LOOPBACK

ANY_KEY: Final = "any"
KEYS: Final = ("GEMINI_API_KEY", "GOOGLE_API_KEY")
"""The variables in which clients look for a key."""
WHERE: Final = "SOLOVOX_LIVE_SERVER"
"""The printed line, for a program that we start."""
NODE_TRUSTS: Final = "NODE_EXTRA_CA_CERTS"
PROXIES: Final = ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY")
ANY: Final = "any"
"""The kind of client that has the variables of all."""


@dataclass(frozen=True, slots=True)
class ServedAt:
    """Where the server listens."""

    host: str
    plain: int
    """The port of ws:// and http://."""
    tls: int | None
    """That of wss:// and https://, if there is one."""


def everywhere(host: str) -> bool:
    """Whether the host means all addresses of this machine."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def describe_server(
    at: ServedAt, made: Certificates | None, environment: Mapping[str, str], *, keyed: bool
) -> Mapping[str, Any]:
    """The printed description of the server: addresses, certificates, and the environment that points each client here, where it was
    `environment` before. `keyed`: clients must have a key, which is not told here. Raises `StateTrouble`: one line.
    """
    host = LOOPBACK[0] if everywhere(at.host) else at.host
    name = f"[{host}]" if ":" in host else host
    key = {} if keyed else {"GEMINI_API_KEY": ANY_KEY}
    found: dict[str, Any] = {"ws": f"ws://{name}:{at.plain}", "http": f"http://{name}:{at.plain}"}
    env = {"javascript": {"GOOGLE_GEMINI_BASE_URL": found["http"], **key}}
    if at.tls is not None and made is not None:
        found |= {"wss": f"wss://{name}:{at.tls}", "https": f"https://{name}:{at.tls}"}
        found |= {"ca": str(made.authority), "bundle": str(made.bundle)}
        address = {"GOOGLE_GEMINI_BASE_URL": found["https"]}
        trust = {"SSL_CERT_FILE": str(made.bundle)}
        more = {NODE_TRUSTS: str(made.authority)}
        env["python"] = {**address, **trust, **key}
        env["javascript over TLS"] = {**address, **more, **key}
        keys = {} if keyed else dict.fromkeys(KEYS, ANY_KEY)
        env[ANY] = {**address, **trust, **more, **_keep_trust(made.authority, environment), **keys}
    return {**found, "env": env}


def for_command(
    told: Mapping[str, Any], environment: Mapping[str, str], key: str = ANY_KEY
) -> Mapping[str, str]:
    """The environment of a command whose every client is to come here. `told` is the printed description, `key` what clients must have."""
    return {**environment, **told["env"][ANY], **dict.fromkeys(KEYS, key), WHERE: json.dumps(told)}


def _keep_trust(authority: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """What was trusted and reached before (rule 3)."""
    found: dict[str, str] = {}
    trusted = Path(environment.get(NODE_TRUSTS) or "")
    if trusted.is_file():
        found[NODE_TRUSTS] = str(_node_trusts(authority, trusted))
    if any(environment.get(one) or environment.get(one.lower()) for one in PROXIES):
        found |= {name: _past_proxy(environment) for name in ("NO_PROXY", "no_proxy")}
    return found


def _node_trusts(authority: Path, before: Path) -> Path:
    """What Node was told to trust, and ours: its variable names one file."""
    both = authority.with_name("authority-and-nodes.pem")
    bundle(authority, before, both)
    return both


def _past_proxy(environment: Mapping[str, str]) -> str:
    before = environment.get("NO_PROXY") or environment.get("no_proxy") or ""
    return ",".join([*filter(None, [before]), *LOOPBACK])
