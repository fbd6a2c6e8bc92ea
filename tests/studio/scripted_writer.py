"""A writer that writes what it was given, in pieces, and keeps what it was asked."""

import asyncio

from solovox.ports.studio import WritingError

PAGE = "<!doctype html>\n<title>Tips</title>\n<link rel='stylesheet' href='style.css'>\n<p>{}</p>\n"
APP = f"""A tip calculator. It splits the bill.
<file path="index.html">
{PAGE.format("20 %")}</file>
<file path="style.css">
:root {{ --accent: red; }}
</file>
"""
BLUE = """I made it blue.
<edit path="style.css">
<<<<<<< SEARCH
--accent: red
=======
--accent: blue
>>>>>>> REPLACE
</edit>
"""


class ScriptedWriter:
    """Writes one answer for each asking, the last one for ever. `seconds`: between its pieces."""

    name = "scripted"

    def __init__(self, *answers, piece=7, seconds=0.0):
        self.answers = [*answers]
        self.asked = []
        self.closed = 0
        self._piece, self._seconds = piece, seconds

    async def write(self, order):
        self.asked.append(order)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        try:
            for at in range(0, len(answer), self._piece):
                await asyncio.sleep(self._seconds)
                yield answer[at : at + self._piece]
        finally:
            self.closed += 1

    async def aclose(self):
        self.closed += 1_000


REFUSED = WritingError("the service refuses the key")
