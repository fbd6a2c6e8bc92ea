"""Classic scripts as one module, where it makes no difference. Pure.

Classic scripts share their names with each other, with the page's attributes (`onclick`) and with `window`; a module shares
nothing, and is strict. So they are joined only where all of this holds:

Rule 1: each is a file of the app that says "use strict" first, and none runs whenever it came (`async`).
Rule 2: nothing but these scripts can call their names: no script stands in the page, no attribute is code, and what they make
global by `var` or `function` is not asked of `window`.
Rule 3: what a module has not is not used: `this` of the whole script, `document.currentScript`, `document.write`, `eval`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from posixpath import normpath
from typing import Final

from solovox.ports.projects import Files
from solovox.studio.vite.page import AppPage, PageTag

_STRICT: Final = re.compile(r"\s*(?:(?://[^\n]*\n|/\*.*?\*/)\s*)*[\"']use strict[\"']", re.DOTALL)
_CLASSIC: Final = frozenset({"", "text/javascript", "application/javascript"})
_NOT_IN_MODULES: Final = re.compile(
    r"\)\(\s*this\b|^this\b|\bdocument\.(?:currentScript|write)|\beval\(|\bnew Function\(|\bimportScripts\("
    r"|\b(?:window|self|globalThis)\s*\[",
    re.MULTILINE,
)
_GLOBAL: Final = re.compile(r"\b(?:var|function\*?)\s+([\w$]+)")
_ASKED: Final = re.compile(r"\b(?:window|self|globalThis|this)\.([\w$]+)")


@dataclass(frozen=True, slots=True)
class JoinedScripts:
    """`paths`: in the order in which they run. `tags`: where they stand in the page."""

    paths: Sequence[str]
    tags: Sequence[PageTag]


def joined(page: AppPage, files: Files) -> JoinedScripts | None:
    """The classic scripts of a page. None: they must stay what they are."""
    tags = [one for one in page.named("script") if one.attrs.get("type", "").lower() in _CLASSIC]
    late = [one for one in tags if "defer" in one.attrs]
    ordered = [*(one for one in tags if one not in late), *late]
    paths = [normpath(one.attrs.get("src", "")) for one in ordered]
    texts = [files.get(path, "") for path in paths]
    made = {name for text in texts for name in _GLOBAL.findall(text)}
    asked = {name for text in texts for name in _ASKED.findall(text)}
    stays = (
        any("async" in one.attrs for one in tags)
        or any(not _STRICT.match(text) or _NOT_IN_MODULES.search(text) for text in texts)
        or len({*paths}) < len(paths)
        or made & asked
        or _page_calls(page)
    )
    return None if stays else JoinedScripts(paths, ordered)


def _page_calls(page: AppPage) -> bool:
    """Whether the page itself has code that could call a name."""
    inline = any(not one.attrs.get("src") and one.text.strip() for one in page.named("script"))
    return inline or any(
        name.startswith("on") or value.lower().lstrip().startswith("javascript:")
        for tag in page.tags
        for name, value in tag.attrs.items()
    )
