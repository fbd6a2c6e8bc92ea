"""The settings of adapters' own: found in what was set, checked by what the adapter declares.

Rule 1: a table is checked if its adapter is installed, chosen or not. That of an adapter that is not installed, an
unknown key and a bad value are errors of one line.
Rule 2: what was set later wins, whether it is `brain.model` or `brain.mine.model`; of the same place the adapter's own.
Then comes the profile, then a variable of another program, then the default.
"""

from collections.abc import Iterator, Mapping
from typing import Final
from urllib.parse import urlsplit

from solovox.config.beside import IN_CLEAR, Beside, host_of, in_clear, is_pages
from solovox.config.declaring import Declaration, Installed, args_of
from solovox.config.errors import ConfigError
from solovox.config.fields import Option, OptionKind, Secret, Value, options_of, suggestion
from solovox.config.keys import KEYS, AnyEar
from solovox.config.load import BORROWED, Setting, Settings
from solovox.config.mcp_servers import printed_mcp
from solovox.config.schema import Own, is_own, own_key

ANY: Final = options_of(AnyEar)
GENERAL: Final[Mapping[str, Mapping[str, Option]]] = {
    "ear": ANY,
    "brain": {name: ANY[name] for name in ("url", "model", "api_key")},
    "narrator": {"url": ANY["url"]},
}
"""What every adapter of a section may be given, declared or not: `brain.model` is for whichever brain is chosen."""


def options(section: str, declaration: Declaration) -> Mapping[str, Option]:
    """By name: what an adapter can be given. Its own declaration goes before what all have."""
    return {**GENERAL.get(section, {}), **declaration.options}


def resolve_own(
    place: tuple[str, str],
    declaration: Declaration,
    found: Settings,
    variables: Mapping[str, str],
    under: Settings | None = None,
    kind: Setting | None = None,
) -> Own:
    """The settings of the adapter `place` (section, name). `under`: what is lent to it, below what was set. `kind`: what chose it,
    where that is another side than what keys of the section are of. Raises `ConfigError`."""
    under = under or {}
    values: dict[str, Value] = {}
    secrets: dict[str, Secret] = {}
    said: dict[str, str] = {}
    apart: dict[str, str] = {}
    there = options(place[0], declaration)
    beside = Beside(address(place, declaration, found, variables, under), under.get("url"), kind)
    for option in there.values():
        if option.kind is OptionKind.SECRET:
            key, secret = _key(place, option, found, variables, under, beside, apart)
            if secret is not None:
                secrets[option.name] = Secret(secret.text)
                said |= {option.name: key} if key else {}
            continue
        key, setting = _find_setting(place, option, found, variables, under)
        if setting is not None:
            values[option.name] = option.parse(key, setting.text, setting.said_in)
            said |= {option.name: key} if key else {}
        elif option.default is not None and option.default not in ("", ()):
            values[option.name] = option.default
    addresses = [
        str(values[one.name])
        for one in there.values()
        if one.kind is OptionKind.ADDRESS and one.name in values
    ]
    clear = next(filter(in_clear, addresses), "") if secrets else ""
    name = next((said.get(one, one) for one in secrets), "")
    return Own(values, secrets, said, apart, IN_CLEAR.format(name, host_of(clear)) if clear else "")


def lacking(installed: Installed, place: tuple[str, str], own: Own, said: Declaration) -> str:
    """What an adapter needs and has not. An address that a variable of another program gives needs a key beside it: that variable alone
    is for that program. Empty: it is ready."""
    if lacks := said.lacks(f"{place[0]}.kind = {place[1]}", args_of(own)):
        return lacks
    by = own.said.get("url", "")
    if by not in installed.variables or own.secrets:
        return ""
    keys = [one for one in said.options.values() if one.kind is OptionKind.SECRET]
    is_set = any(installed.variables.get(one) for option in keys for one in option.variables)
    return "" if is_set else f"a key beside {by}"


def address(
    place: tuple[str, str],
    declaration: Declaration,
    found: Settings,
    variables: Mapping[str, str],
    under: Settings | None = None,
) -> Setting | None:
    """Where an adapter is, as it was set or lent. None: nothing says so. Raises `ConfigError`."""
    option = options(place[0], declaration).get("url")
    return None if option is None else _find_setting(place, option, found, variables, under or {})[1]


def _find_setting(
    place: tuple[str, str],
    option: Option,
    found: Settings,
    variables: Mapping[str, str],
    under: Settings,
) -> tuple[str, Setting | None]:
    """What an option is, and by which key or variable it was said; that is empty for what is lent."""
    for key, setting in _chosen(place, option, found):
        return key, setting
    if option.name in under:
        return "", under[option.name]
    name = next((one for one in option.variables if variables.get(one)), "")
    return name, Setting(variables[name], name, BORROWED) if name else None


def _key(
    place: tuple[str, str],
    option: Option,
    found: Settings,
    variables: Mapping[str, str],
    under: Settings,
    beside: Beside,
    apart: dict[str, str],
) -> tuple[str, Setting | None]:
    """The same of a secret: the first that may go where the adapter is. Why one may not goes into `apart`."""
    for key, setting in _chosen(place, option, found):
        if not (why := beside.why_not(key, setting, general=not is_own(key))):
            return key, setting
        apart[option.name] = why
    if (lent := under.get(option.name)) is not None:
        if not (why := beside.why_not(option.name, lent, lent=True)):
            return "", lent
        apart[option.name] = why
    name = _find_variable(option, variables, beside.url)
    return (name, Setting(variables[name], name, BORROWED)) if name else ("", None)


def _chosen(place: tuple[str, str], option: Option, found: Settings) -> list[tuple[str, Setting]]:
    """What was set for an option, and by which key; what counts first is the first."""
    section = place[0]
    keys = [own_key(*place, option.name)]
    keys += [f"{section}.{option.name}"] if f"{section}.{option.name}" in KEYS else []
    there = [(key, found[key]) for key in keys if key in found]
    return sorted(there, key=lambda one: -one[1].place)


def _find_variable(option: Option, variables: Mapping[str, str], url: Setting | None) -> str:
    """The variable of another program from which a secret is taken. Empty: it is of none that may go there."""
    if url is not None and (in_clear(url.text) or (is_pages(url) and not option.host)):
        return ""
    if option.host and url is not None and not _within(url.text, option.host):
        return ""
    return next((name for name in option.variables if variables.get(name)), "")


def _within(url: str, host: str) -> bool:
    try:
        found = urlsplit(url).hostname or ""
    except ValueError:
        return False
    return found == host or found.endswith(f".{host}")


def tables(found: Settings, installed: Installed) -> Iterator[tuple[str, str, Mapping[str, Option]]]:
    """Each adapter that has a table, with what it may be given. Raises `ConfigError` (rule 1)."""
    seen: dict[tuple[str, str], Mapping[str, Option]] = {}
    for key, setting in found.items():
        if is_own(key):
            section, name = _owner(key, setting, installed)
            if (section, name) not in seen:
                seen[section, name] = options(section, installed.declaration(section, name))
            there, option = seen[section, name], key.rpartition(".")[2]
            if option not in there:
                there_is = suggestion(option, there) if there else f"{name} has no settings of its own"
                raise ConfigError(f"unknown key {key!r} ({setting.said_in}): {there_is}")
            there[option].parse(key, setting.text, setting.said_in)
    yield from ((*place, there) for place, there in seen.items())


def _owner(key: str, setting: Setting, installed: Installed) -> tuple[str, str]:
    """Section and name of the adapter whose key it is."""
    section = key.partition(".")[0]
    table = key.rpartition(".")[0]
    names = {own_key(section, name): name for name in installed.kinds(section)}
    if table not in names:
        word, known = table.partition(".")[2], [one.partition(".")[2] for one in names]
        raise ConfigError(
            f"[{table}] is set ({setting.said_in}), and no {section} of that name is installed: {suggestion(word, known)}"
        )
    return section, names[table]


def print_own(found: Settings, installed: Installed) -> Mapping[str, str]:
    """The values of adapters' own keys, and of servers', as they may be shown. Raises `ConfigError`."""
    keyed = (
        (own_key(section, name, one.name), one)
        for section, name, there in tables(found, installed)
        for one in there.values()
    )
    return {**printed_mcp(found), **{key: one.show(found[key].text) for key, one in keyed if key in found}}
