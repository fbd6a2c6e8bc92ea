"""Write the tables of settings into the documents: what a field of a struct says of itself stands nowhere else.

A table stands between `<!-- settings: WHAT -->` and `<!-- end -->`. WHAT is `session` (the keys of every session), `variables` (those of
other programs), or an adapter: `brain.sse`. `python scripts/settings_tables.py` writes all of them; a test holds that it has.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from solovox.config.choosing import CORRECTOR, TEMPLATES
from solovox.config.declaring import Words
from solovox.config.fields import NO_NAMES, Option, OptionKind
from solovox.config.keys import KEYS
from solovox.config.mcp_servers import OPTIONS
from solovox.config.profile import profiles
from solovox.parts.registry import BUILT_IN, GROUP_OF, NO_WRITERS, SECTION_OF, STUDIO, WORDS, declaration

ROOT: Final = Path(__file__).parent.parent
TABLE: Final = re.compile(r"(<!-- settings: (?P<what>[\w.]+) -->\n).*?(<!-- end -->)", re.DOTALL)
HOMES: Final = ("HOME", "XDG_STATE_HOME")
"""Variables that every machine has."""


def written(text: str) -> str:
    """A document with its tables as they are now."""
    return TABLE.sub(lambda found: f"{found[1]}{table(found['what'])}{found[3]}", text)


def table(what: str) -> str:
    """The rows of one."""
    match what:
        case "session":
            rows = [("key", "values", "if not given", "what it decides"), *_session()]
        case "variables":
            rows = [("variable", "is", "is sent to"), *_variables()]
        case "mcp":
            rows = [("key", "values", "if not given", "what it decides"), *_mcp()]
        case _:
            rows = [("key", "values", "if not given", "what it decides"), *_own(*what.split("."))]
    head, *body = (f"| {' | '.join(one.replace('|', chr(92) + '|') for one in row)} |" for row in rows)
    return "\n".join([head, f"|{'---|' * len(rows[0])}", *body, ""])


def _session() -> Iterator[Sequence[str]]:
    chosen = {
        key for one in profiles().values() for part in (one.always, one.live, one.offline) for key in part
    }
    for key, option in KEYS.items():
        default = "the profile's" if key in {*chosen, "brain.kind", "wake.phrase"} else _default(option)
        yield (
            f"`{key}`",
            _kinds(key) if option.kind is OptionKind.KIND else _values(option),
            default,
            option.about,
        )


def _kinds(key: str) -> str:
    """What is built in."""
    section = key.partition(".")[0]
    group = GROUP_OF[section]
    there = [*WORDS.get(group, ()), *BUILT_IN[group]]
    if section == STUDIO:
        there = [*(one for one in there if one not in NO_WRITERS), TEMPLATES]
    if section == CORRECTOR:
        there = [*(one for one in there if declaration(group, one).words is not Words.NEVER), NO_NAMES]
    return f"{', '.join(f'`{one}`' for one in there)}, or what a package adds"


def _own(section: str, name: str) -> Iterator[Sequence[str]]:
    for option in declaration(GROUP_OF[section], name).options.values():
        key = f"{section}.{option.name}"
        also = [f"Also `{one}`." for one in option.variables]
        about = " ".join([option.about, *also])
        yield (
            f"`{key if key in KEYS else f'{section}.{name}.{option.name}'}`",
            _values(option),
            _default(option),
            about,
        )


def _mcp() -> Iterator[Sequence[str]]:
    for name, option in OPTIONS.items():
        yield f"`{name}`", _values(option), _default(option), option.about


def _variables() -> Iterator[Sequence[str]]:
    found: dict[str, tuple[list[str], str]] = {}
    for group, section in SECTION_OF.items():
        for name in BUILT_IN[group]:
            for option in declaration(group, name).options.values():
                for variable in option.variables:
                    found.setdefault(variable, ([], option.host))[0].append(
                        f"`{section}.{name}.{option.name}`"
                    )
    for variable, (keys, host) in found.items():
        if variable not in HOMES:
            yield f"`{variable}`", ", ".join(keys), f"`{host}`" if host else ""


def _values(option: Option) -> str:
    return option.write or ", ".join(f"`{one}`" for one in option.among) or option.values


def _default(option: Option) -> str:
    text = option.text(option.default) if option.default not in (None, "", ()) else ""
    return f"`{text}`" if text else ""


def main() -> None:
    """Write all."""
    for path in sorted(ROOT.glob("docs/**/*.md")):
        before = path.read_text()
        if (after := written(before)) != before:
            path.write_text(after)
            print(f"written: {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
