"""Changes of how an app looks: the CSS variables that each of them sets. Text stays readable on what is behind it."""

import re
from typing import Final, assert_never

from solovox.core.errors import SolovoxError
from solovox.studio.templates.changes import (
    LookPart,
    Recolour,
    Resize,
    SetColumns,
    SetCorners,
    SetScheme,
    SetStyle,
)  # fmt: skip
from solovox.studio.templates.colours import READABLE, contrast, is_light, on, readable, rgb
from solovox.studio.templates.stylesheet import set_variable, uses, variable

Look = Recolour | SetScheme | Resize | SetCorners | SetStyle | SetColumns
LIGHT: Final = {"--background": "#f3f4f9", "--surface": "#ffffff", "--text": "#1a1e29", "--muted": "#545c6f"}
DARK: Final = {"--background": "#0f1219", "--surface": "#191d28", "--text": "#eef1f7", "--muted": "#a9b2c4"}
GLOW: Final = "color-mix(in oklab, var(--accent) 16%, transparent)"
ROUND: Final = "26px"
SQUARE: Final = "0px"
WIDE: Final = 64
"""Rem of a page with two columns; each further one takes half of it."""
_SIZES: Final = {
    LookPart.TEXT: "--font-size", LookPart.TITLE: "--title-size", LookPart.BUTTONS: "--button-height", LookPart.SPACE: "--gap", LookPart.PAGE: "--width",
}  # fmt: skip
_SIZE: Final = re.compile(r"(\d+(?:\.\d+)?)(px|rem|em)")
_HEX: Final = re.compile(r"#[0-9a-fA-F]{6}")


class NoSuchLook(SolovoxError):
    """The style has no such variable. One clear line."""


def changed(css: str, look: Look) -> tuple[str, str]:
    """The style, and what was done. Raises `NoSuchLook`."""
    match look:
        case Recolour(part, value, called):
            return _recoloured(
                css, part, value
            ), f"made {part.value if part is not LookPart.ACCENT else 'it'} {called}"
        case SetScheme(dark):
            return _schemed(css, dark), f"made it {'dark' if dark else 'light'}"
        case Resize(part, by):
            larger = "larger" if by > 1 else "smaller"
            return _resized(css, part, by), f"made {part.value} {larger}"
        case SetCorners(round=rounded):
            value = ROUND if rounded else SQUARE
            return _set(
                css, {"--radius": _rounder(css) if rounded else value}
            ), f"made the corners {'round' if rounded else 'square'}"
        case SetStyle(name, value, done):
            return _set(css, {name: value}), done
        case SetColumns(count):
            css = _set(css, {"--columns": str(count)})
            wide = {1: 44}.get(count, WIDE + (count - 2) * WIDE // 2)
            return _set(css, {"--width": f"{wide}rem"}), f"made it {count} column{'s' if count > 1 else ''}"
        case _:
            assert_never(look)


def _set(css: str, values: dict[str, str]) -> str:
    for name in values:
        if not uses(css, name):
            raise NoSuchLook(f"The style of this app has no {name}: that look is not mine to change.")
    for name, value in values.items():
        css = set_variable(css, name, value)
    return css


def _rounder(css: str) -> str:
    size = _SIZE.fullmatch(variable(css, "--radius") or "")
    now = float(size[1]) if size else 0
    return ROUND if now < float(ROUND.removesuffix("px")) else f"{now * 1.4:.0f}px"


def _resized(css: str, part: LookPart, by: float) -> str:
    name = _SIZES.get(part)
    if name is None:
        raise NoSuchLook(f"I cannot change the size of {part.value}.")
    size = _SIZE.fullmatch(variable(css, name) or "")
    if size is None:
        raise NoSuchLook(f"The style of this app has no {name}: that size is not mine to change.")
    value = min(max(float(size[1]) * by, 0.2), 200)
    return _set(css, {name: f"{value:.2f}".rstrip("0").rstrip(".") + size[2]})


def _ground(css: str, name: str) -> tuple[str, ...]:
    """The colours that a variable may have: one, or that of light and that of dark, where the scheme leaves that open."""
    found = _HEX.findall(variable(css, name) or "")
    match variable(css, "--scheme"):
        case "light":
            return tuple(found[:1])
        case "dark":
            return tuple(found[-1:])
        case _:
            return tuple(found)


def _recoloured(css: str, part: LookPart, value: str) -> str:
    match part:
        case LookPart.ACCENT:
            return _set(css, {"--accent": value, "--on-accent": on(value)})
        case LookPart.BUTTONS:
            return _set(
                css, {"--button": value, "--on-button": on(value), "--quiet": value, "--on-quiet": on(value)}
            )
        case LookPart.BACKGROUND:
            return _on_background(css, value)
        case LookPart.CARDS:
            return _on_cards(css, value)
        case LookPart.TEXT:
            return _set(css, {"--text": _letters(css, value)})
        case LookPart.TITLE:
            return _set(
                css,
                {
                    "--title-colour": _pair(
                        [readable(value, one) for one in _ground(css, "--background")], value
                    )
                },
            )
        case LookPart.SPACE | LookPart.PAGE | LookPart.CORNERS:
            raise NoSuchLook(f"{part.value.capitalize()} has no colour.")
        case _:
            assert_never(part)


def _pair(values: list[str], otherwise: str) -> str:
    if len(values) == 2 and values[0] != values[1]:
        return f"light-dark({values[0]}, {values[1]})"
    return values[0] if values else otherwise


def _letters(css: str, value: str) -> str:
    """The colour of letters, made readable on the cards. Refused: white or grey that would have to be another colour."""
    grounds = _ground(css, "--surface") or ("#ffffff",)
    shades = [readable(value, ground) for ground in grounds]
    if len(set(rgb(value))) == 1 and any(shade != value for shade in shades):
        wanted = "dark" if is_light(value) else "light"
        raise NoSuchLook(f"Letters of that colour cannot be read here: make it {wanted} first.")
    return _pair(shades, value)


def _on_background(css: str, value: str) -> str:
    """Another background: the cards take the scheme that goes with it, and what stands beside them can be read."""
    scheme = "light" if is_light(value) else "dark"
    plain = LIGHT if scheme == "light" else DARK
    values = {"--scheme": scheme, "--background": value, "--glow": "transparent", "--page-text": on(value)}
    title = variable(css, "--title-colour") or ""
    if not _HEX.fullmatch(title) or contrast(title, value) < READABLE:
        values["--title-colour"] = on(value)
    surface = variable(css, "--surface") or ""
    cards = surface if _HEX.fullmatch(surface) else plain["--surface"]
    letters = _HEX.findall(variable(css, "--text") or "")
    if letters and contrast(letters[0 if scheme == "light" else -1], cards) < READABLE:
        values["--text"] = on(cards)  # what was chosen before cannot be read now
    return _set(css, values)


def _on_cards(css: str, value: str) -> str:
    """Other cards; the title stays as it can be read on the background."""
    values = {"--surface": value, "--text": on(value), "--muted": on(value)}
    for name, follows in (("--title-colour", "--text"), ("--page-text", "--muted")):
        if variable(css, name) == f"var({follows})":
            values[name] = f"light-dark({LIGHT[follows]}, {DARK[follows]})"
    return _set(css, values)


def _schemed(css: str, dark: bool) -> str:
    values = {"--scheme": "dark" if dark else "light", "--glow": GLOW}
    values |= {"--title-colour": "var(--text)", "--page-text": "var(--muted)"}
    for name in LIGHT:
        if _HEX.fullmatch(variable(css, name) or ""):  # a colour of its own goes; what has both stays
            values[name] = f"light-dark({LIGHT[name]}, {DARK[name]})"
    return _set(css, values)
