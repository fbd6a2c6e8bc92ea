"""Many strangers in one process: so many connections at once, and one more. Tells how many were open, what became of the
one more, and whether the others still answer.
"""

import asyncio
import json
import sys
from contextlib import AsyncExitStack

from google import genai
from google.genai import errors, types

MODEL = "gemini-live-2.5-flash-preview"
CONFIG = types.LiveConnectConfig(response_modalities=["TEXT"])


async def answered(session, n):
    await session.send_client_content(turns={"role": "user", "parts": [{"text": f"What is {n} plus {n}?"}]})
    text = ""
    async for message in session.receive():
        text += message.text or ""
    return str(2 * n) in text


async def main(count):
    client = genai.Client()
    async with AsyncExitStack() as stack:
        opened = [client.aio.live.connect(model=MODEL, config=CONFIG) for _ in range(count)]
        sessions = await asyncio.gather(*(stack.enter_async_context(one) for one in opened))
        refused = None
        try:
            async with client.aio.live.connect(model=MODEL, config=CONFIG):
                pass
        except errors.APIError as error:
            refused = str(error)
        answers = await asyncio.gather(*(answered(one, n) for n, one in enumerate(sessions)))
    async with client.aio.live.connect(model=MODEL, config=CONFIG) as session:
        again = await answered(session, 21)
    print(json.dumps({"open": len(sessions), "refused": refused, "answered": sum(answers), "again": again}))


asyncio.run(main(int(sys.argv[1])))
