"""The style of an app: variables on `:root`, and rules of single elements. Lines are changed where they stand; new rules go to the end."""

import re
from typing import Final

_ROOT: Final = re.compile(r"(^|\})(\s*:root\s*\{)(?P<body>[^{}]*)\}", re.MULTILINE)
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)


def variable(css: str, name: str) -> str | None:
    """The value of a variable on `:root`; None: it has none."""
    root = _ROOT.search(css)
    found = re.search(_line(name), root["body"]) if root else None
    return found["value"].strip() if found else None


def _line(name: str) -> str:
    return rf"(?<![\w-])(?P<name>{re.escape(name)}\s*:\s*)(?P<value>[^;]*);"


def set_variable(css: str, name: str, value: str) -> str:
    """Another value for a variable on `:root`; one that is not there is added. Values come out of tables, never out of what was said."""
    root = _ROOT.search(css)
    if root is None:
        return f":root {{\n  {name}: {value};\n}}\n\n{css}"
    body = root["body"]
    pattern = re.compile(_line(name))
    if pattern.search(body):
        changed = pattern.sub(lambda found: f"{found['name']}{value};", body, count=1)
    else:
        changed = f"{body.rstrip()}\n  {name}: {value};\n"
    return css[: root.start("body")] + changed + css[root.end("body") :]


def set_rule(css: str, selector: str, properties: dict[str, str]) -> str:
    """A rule of one element, at the end; it replaces the one that was put there before."""
    rule = f"{selector} {{ {' '.join(f'{name}: {value};' for name, value in properties.items())} }}"
    before = re.compile(rf"^{re.escape(selector)} \{{ [^{{}}]* \}}\n", re.MULTILINE)
    if before.search(css):
        return before.sub(lambda _: f"{rule}\n", css, count=1)
    return (
        f"{css.rstrip()}\n\n{rule}\n"
        if not css.rstrip().endswith("}") or "\n\n#" not in css
        else f"{css.rstrip()}\n{rule}\n"
    )


def uses(css: str, name: str) -> bool:
    """Whether a variable has an effect."""
    return f"var({name}" in _COMMENT.sub("", css)
