"""What a server answered, as a result.

Rule 1: it is text. What is no text is said (`ASIDE`): an image, a sound, a link.
Rule 2: only what succeeded, of a tool with effects, has a receipt (law C4): what the server answered.
"""

import json
from collections.abc import Iterator

from mcp import types

from solovox.ports import ASIDE, ToolResult
from solovox.tools.answered import receipt_of


def result_of(server: str, name: str, answer: types.CallToolResult, *, effects: bool) -> ToolResult:
    """The result of a call of the server's tool `name`."""
    text = "\n".join(one for one in (*map(_text, answer.content), *_structure(answer)) if one.strip())
    if answer.is_error:
        return ToolResult(text or f"{name} of {server} failed and did not say why", failed=True)
    receipt = receipt_of(f"{server} answered {name}", text) if effects else None
    return ToolResult(text or f"{ASIDE}{name} of {server} is done, and gave no text", receipt)


def _text(block: types.ContentBlock) -> str:
    match block:
        case types.TextContent(text=text):
            return text
        case types.ImageContent(mime_type=kind, data=data):
            return f"{ASIDE}an image ({kind}, {_size(data)}), which cannot be shown here"
        case types.AudioContent(mime_type=kind, data=data):
            return f"{ASIDE}a sound ({kind}, {_size(data)}), which cannot be played here"
        case types.ResourceLink(uri=uri, name=name):
            return f"{ASIDE}a link to {name}: {uri}"
        case types.EmbeddedResource(resource=types.TextResourceContents(uri=uri, text=text)):
            return f"{ASIDE}the content of {uri}:\n{text}"
        case types.EmbeddedResource(resource=inside):
            return f"{ASIDE}the content of {inside.uri} ({inside.mime_type or 'bytes'}), which is no text"
        case _:
            return f"{ASIDE}something that is no text"


def _size(data: str) -> str:
    return f"{max(1, len(data) * 3 // 4000)} kB"


def _structure(answer: types.CallToolResult) -> Iterator[str]:
    """What it gave as a structure, if its text does not say the same."""
    given = answer.structured_content
    if given is None or any(
        _same(one.text, given) for one in answer.content if isinstance(one, types.TextContent)
    ):
        return
    yield json.dumps(given, ensure_ascii=False)


def _same(text: str, given: object) -> bool:
    """Whether the text is the structure; servers wrap what is no object into one of one key."""
    inner = next(iter(given.values())) if isinstance(given, dict) and len(given) == 1 else given
    if text == inner:
        return True
    try:
        return json.loads(text) in (given, inner)
    except (ValueError, RecursionError):
        return False
