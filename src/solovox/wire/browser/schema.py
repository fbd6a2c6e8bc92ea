"""The JSON schema of both directions: `protocol/browser/schema.json` is made of it, and both sides' tests read that."""

from typing import Any

import msgspec

from solovox.wire.browser.down import DownFrame
from solovox.wire.browser.up import UpFrame


def schema() -> dict[str, Any]:
    """JSON Schema 2020-12: `up` is what a client may send, `down` what a server may."""
    (up, down), named = msgspec.json.schema_components((UpFrame, DownFrame), ref_template="#/$defs/{name}")
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Frames of a socket at /api/vox/live",
        "properties": {"up": up, "down": down},
        "$defs": dict(sorted(named.items())),
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(whole))
    return plain
