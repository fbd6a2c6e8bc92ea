"""The tables of docs/reference/browser.md, from the frames in src/solovox/wire/browser: `scripts/protocol` writes them."""

import ast
import inspect
from itertools import pairwise
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, get_args

import msgspec

from solovox.wire.browser import down, up

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "browser.md"
BEGINS, ENDS = "<!-- frames: {} -->\n", "\n<!-- end of frames -->\n"
PLAIN = {
    "StrType": "text", "IntType": "whole number", "BoolType": "yes or no", "AnyType": "anything",
    "DictType": "object", "DataclassType": "object", "NoneType": "null",
    "VarTupleType": "list",
}  # fmt: skip


def remarks(module: ModuleType, name: str) -> dict[str, str]:
    """What the source says below each field of a class."""
    classes = (one for one in ast.parse(inspect.getsource(module)).body if isinstance(one, ast.ClassDef))
    body = next(one.body for one in classes if one.name == name)
    found = {}
    for field, below in pairwise(body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=key)), ast.Expr(value=ast.Constant(value=str(text))):
                found[key] = " ".join(text.split())
    return found


def kind(found: msgspec.inspect.Type) -> str:
    """A type in words."""
    if isinstance(found, msgspec.inspect.Metadata):
        return kind(found.type)
    if isinstance(found, msgspec.inspect.IntType) and found.le is not None:
        return f"whole number from {found.ge} to {found.le}"
    if isinstance(found, msgspec.inspect.StrType) and found.max_length is not None:
        return f"text of at most {found.max_length} characters"
    if isinstance(found, msgspec.inspect.LiteralType):
        return " or ".join(f'`"{value}"`' for value in found.values)
    if isinstance(found, msgspec.inspect.UnionType):
        return " or ".join(map(kind, found.types))
    return PLAIN[type(found).__name__]


def key(field: Any, remark: str) -> str:
    """One key of a frame."""
    told = f"`{field.encode_name}`{'' if field.required else '?'} {kind(field.type)}"
    return f"{told}: {remark}" if remark else told


def row(module: ModuleType, frame: Any) -> str:
    """One frame."""
    about = msgspec.inspect.type_info(frame)
    said = remarks(module, frame.__name__)
    keys = "<br>".join(key(field, said.get(field.name, "")) for field in about.fields)
    return f"| `{about.tag}` | {' '.join(frame.__doc__.split())} | {keys} |"


def table(side: str) -> str:
    """All frames of a side, in the order of its union."""
    module, union = {"up": (up, up.UpFrame), "down": (down, down.DownFrame)}[side]
    frames: UnionType = union
    return "\n".join(
        ["| type | meaning | keys |", "|---|---|---|", *(row(module, one) for one in get_args(frames))]
    )


def written(page: str) -> str:
    """The page with its tables as the frames are now."""
    for side in ("up", "down"):
        before, rest = page.split(BEGINS.format(side), 1)
        page = before + BEGINS.format(side) + table(side) + ENDS + rest.split(ENDS, 1)[1]
    return page


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text()))
