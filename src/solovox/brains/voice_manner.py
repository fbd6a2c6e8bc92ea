"""How the offline brain begins and ends a talk in voice, where it has the actions for it. By rules, in English.

Rule 1: only a whole request counts: "join us in voice", not "why did they join us in voice".
Rule 2: it says what came of the action, and nothing else.
"""

import re
from collections.abc import Collection
from typing import Final

from solovox.brains.requests import bare
from solovox.ports import Host
from solovox.ports.places import START_VOICE, STOP_VOICE

_US: Final = r"(?:us|me|everyone|everybody)"
_WHERE: Final = (
    r"(?:the |our |my |this |your |a )?(?:live )?(?:voice|vc|call|talk)(?: (?:channel|chat|call|talk|room))?"
)
_IN: Final = rf"(?: (?:in|into|on|over|by|to) {_WHERE}| out loud| aloud| live)"
_COME: Final = r"(?:come (?:over )?(?:and |here and )?|let's |lets )?"
START: Final = re.compile(
    rf"{_COME}(?:(?:join|call) {_US}{_IN}?"
    rf"|(?:join|enter|come (?:to|into|in)|get (?:in|into|on)|hop (?:in|into|on)|jump (?:in|into|on)) {_WHERE}"
    rf"|(?:talk|speak|chat) (?:with|to) {_US}{_IN}?|(?:talk|speak|chat){_IN}"
    rf"|(?:start|begin|open) {_WHERE}|(?:turn|switch) on {_WHERE}|(?:turn|switch) {_WHERE} on|go live)"
    rf"|come{_IN}|come (?:and |over )?(?:here )?(?:to )?(?:talk|speak)"
)
STOP: Final = re.compile(
    rf"(?:stop|end|finish|quit|close|leave|exit|hang up|get out of|go out of) {_WHERE}"
    rf"|(?:turn|switch) off {_WHERE}|(?:turn|switch) {_WHERE} off|(?:stop|quit) (?:talking|speaking|listening) (?:with|to) {_US}{_IN}?"
    rf"|(?:stop|quit) (?:talking|speaking|listening){_IN}|hang up|leave {_US}|stop listening|you (?:can|may) (?:go|leave)"
)


class VoiceManner:
    """What it does when it is asked to talk, or to talk no more. `name`: what it may be called."""

    def __init__(self, name: str = "") -> None:
        self._name = name

    async def answer(self, said: str, tools: Collection[str], host: Host) -> str | None:
        """What came of it; None: that was not asked, or it has no such action."""
        text = bare(said, self._name)
        for wish, action in ((START, START_VOICE), (STOP, STOP_VOICE)):
            if action in tools and wish.fullmatch(text):
                line = (await host.call(action, {})).text.strip()
                return f"{line[:1].upper()}{line[1:]}{'' if line.endswith('.') else '.'}"
        return None
