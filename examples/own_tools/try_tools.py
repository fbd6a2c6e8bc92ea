"""A brain that calls the tool that is typed."""

import json


async def agent(text, host):
    """Calls the tool that is typed: `remind {"what": "tea"}`. It stands where a model would."""
    name, _, arguments = text.partition(" ")
    result = await host.call(name, json.loads(arguments or "{}"))
    yield f"{name}: {result.text}"
