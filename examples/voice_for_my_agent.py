"""A voice for an agent of your own: a page opens, and you talk with it. Ctrl-C ends it."""

import solovox


async def agent(text):
    yield f"You said: {text}. "  # call yours here: what it yields is shown at once, and read sentence by sentence


solovox.run(agent)
