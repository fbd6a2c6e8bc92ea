"""What a writer streamed, made into files: as much of the form as the tests need."""

import re

from solovox.ports.writing import WritingOrder

_PIECE = re.compile(r'<(file|edit) path="([^"]+)">(.*?)</\1>|<remove path="([^"]+)"/>', re.DOTALL)
_EDIT = re.compile(r"<<<<<<< SEARCH\n(.*?)\n=======\n(.*?)\n>>>>>>> REPLACE", re.DOTALL)


def applied(files, text):
    """The line, and the files after it."""
    files = dict(files)
    for kind, path, body, removed in _PIECE.findall(text):
        match kind:
            case "file":
                files[path] = body
            case "edit":
                ((search, replacement),) = _EDIT.findall(body)
                assert files[path].count(search) == 1
                files[path] = files[path].replace(search, replacement)
            case _:
                del files[removed]
    return _PIECE.sub("", text).strip(), files


async def asked(writer, prompt, files=None):
    """What a writer makes of a prompt."""
    order = WritingOrder(prompt=prompt, name="An app", files=files or {})
    return applied(order.files, "".join([piece async for piece in writer.write(order)]))
