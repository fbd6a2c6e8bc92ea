"""What a writer streamed, made into files: as much of the form as the tests need."""

import re

from solovox.ports.studio import WritingOrder

_PIECE = re.compile(r'<file path="([^"]+)">(.*?)</file>|<remove path="([^"]+)"/>', re.DOTALL)


def applied(files, text):
    """The line, and the files after it."""
    files = dict(files)
    for path, body, removed in _PIECE.findall(text):
        if removed:
            del files[removed]
        else:
            files[path] = body
    return _PIECE.sub("", text).strip(), files


async def asked(writer, prompt, files=None):
    """What a writer makes of a prompt."""
    order = WritingOrder(prompt=prompt, name="An app", files=files or {})
    return applied(order.files, "".join([piece async for piece in writer.write(order)]))
