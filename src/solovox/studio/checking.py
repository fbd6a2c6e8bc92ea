"""What is wrong with an app's files before they are shown: each finding is a line that a writer can act upon.

What is `grave` keeps the app from working, and no version is made of it. What is not is told to the writer once, and to
the person: the app works without it, such as one that asks for a font of another site.

What only shows when the app runs is found elsewhere: the preview tells the errors of its console (`http/preview.py`).
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from posixpath import dirname, join, normpath
from textwrap import shorten
from typing import Final
from urllib.parse import unquote, urlsplit

from solovox.ports.projects import Files, wrong_with_files
from solovox.studio.markup import Markup, read_markup
from solovox.studio.paths import doubles, wrong_with_path

PAGE: Final = "index.html"
MOST: Final = 12
"""Findings that are told at a time."""
_CSS_URL: Final = re.compile(
    r"""url\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^)"'\s]*))\s*\)|@import\s+["']([^"'\n]+)["']""", re.IGNORECASE
)
_IMPORT: Final = re.compile(
    r"""(?:^|[;}\s])(?:import|export)\b(?:[\w*{}\s,$]*?\bfrom)?\s*["']([^"'\n]+)["']|\bimport\(\s*["']([^"'\n]+)["']\s*\)"""
)
_NETWORK: Final = re.compile(
    r"""\b(?:fetch|WebSocket|EventSource|importScripts|open)\(\s*["'`]((?:https?:|wss?:)?//[^"'`\s]+)"""
)
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_HARMLESS: Final = ("data:", "blob:", "#", "mailto:", "tel:", "javascript:", "about:")
OUTSIDE: Final = "{0} asks for {1}, and there is no network: bring it in a file of the app, or do without"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong. `grave`: the app cannot work with it."""

    line: str
    grave: bool = True


def findings(files: Files) -> Sequence[Finding]:
    """What is wrong with an app, the gravest first. Empty: nothing that can be known here."""
    found = dict.fromkeys(_all(files))
    return sorted(found, key=lambda one: not one.grave)[:MOST]


def _all(files: Files) -> Iterator[Finding]:
    for path in files:
        if wrong := wrong_with_path(path):
            yield Finding(f"{shorten(path, 60)!a}: {wrong}")
    for one, other in doubles(files):
        yield Finding(f"{one} and {other} cannot both be there: on some machines they are one")
    if wrong := wrong_with_files(files):
        yield Finding(wrong)
        return
    if PAGE not in files:
        yield Finding(f"there is no {PAGE}: the app begins with it")
    for path, text in files.items():
        yield from _in_file(path, text, files)


def _in_file(path: str, text: str, files: Files) -> Iterator[Finding]:
    match path.rpartition(".")[2].lower():
        case "html" | "htm":
            yield from _in_page(path, read_markup(text), files)
        case "css":
            yield from _in_style(path, text, files)
        case "js" | "mjs":
            yield from _in_script(path, text, files, module=path.endswith(".mjs"))
        case "json" | "webmanifest":
            yield from _in_json(path, text)
        case _:
            return


def _in_page(path: str, page: Markup, files: Files) -> Iterator[Finding]:
    if path == PAGE and not page.has_content:
        yield Finding(f"{path} is empty")
    for wrong in page.wrong:
        yield Finding(f"{path}: {wrong}")
    for tag, address in page.loads:
        yield from _reference(path, address, files, grave=tag in ("script", "link", "iframe"))
    for script in page.scripts:
        yield from _in_script(path, script.text, files, module=script.module)
    for style in page.styles:
        yield from _in_style(path, style, files)
    for address in page.sends:
        if _is_outside(address):
            yield Finding(OUTSIDE.format(path, address), grave=False)


def _in_style(path: str, text: str, files: Files) -> Iterator[Finding]:
    plain = _COMMENT.sub("", text)
    for found in _CSS_URL.finditer(plain):
        address = next(filter(None, found.groups()), "")
        yield from _reference(path, address, files, grave=False)
    opened, closed = plain.count("{"), plain.count("}")
    if opened != closed and '"' not in plain and "'" not in plain:
        yield Finding(f"{path} has {opened} {{ and {closed} }}", grave=False)


def imports(text: str) -> Iterator[str]:
    """The addresses that a script imports."""
    for found in _IMPORT.finditer(_COMMENT.sub("", text)):
        yield found[1] or found[2]


def _in_script(path: str, text: str, files: Files, *, module: bool) -> Iterator[Finding]:
    for address in imports(text):
        if _is_outside(address):
            yield Finding(OUTSIDE.format(path, address))
        elif not address.startswith((".", "/")):
            yield Finding(
                f"{path} imports {address!r}, and there are no packages here: write it as a file of the app"
            )
        else:
            yield from _reference(path, address, files, grave=True)
    for found in _NETWORK.finditer(text):
        yield Finding(OUTSIDE.format(path, shorten(found[1], 80, placeholder="…")), grave=False)


def _in_json(path: str, text: str) -> Iterator[Finding]:
    try:
        json.loads(text)
    except (ValueError, RecursionError) as error:
        yield Finding(f"{path} is no JSON: {error}", grave=False)


def _reference(path: str, address: str, files: Files, *, grave: bool) -> Iterator[Finding]:
    """Whether what a file asks for is there."""
    address = address.strip()
    if not address or address.lower().startswith(_HARMLESS):
        return
    if _is_outside(address):
        yield Finding(OUTSIDE.format(path, shorten(address, 100, placeholder="…")), grave=False)
        return
    if address.startswith("/"):
        yield Finding(
            f"{path} asks for {shorten(address, 80, placeholder='…')}: write it without the first /", grave
        )
        return
    wanted = resolve_address(path, address)
    if wanted not in files and f"{wanted.rstrip('/')}/{PAGE}".removeprefix("./") not in files:
        line = f"{path} asks for {shorten(address, 80, placeholder='…')}, which is not there: write {wanted}, or leave it out"
        yield Finding(line, grave=grave)


def resolve_address(path: str, address: str) -> str:
    """Which file an address means, that stands in a file: without query and fragment."""
    plain = unquote(address.partition("#")[0].partition("?")[0])
    return normpath(join(dirname(path), plain)) if plain else path


def _is_outside(address: str) -> bool:
    plain = address.strip().lower()
    if plain.startswith("//"):
        return True
    try:
        return urlsplit(plain).scheme in ("http", "https", "ws", "wss", "ftp", "file")
    except ValueError:
        return True
