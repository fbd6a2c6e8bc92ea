"""What a stranger told of its talk, and the order of the real service that it is held against.

A talk is written as letters, one for each thing in a message, in order; what was in one message stands in brackets.
"""

import base64
import re

KINDS = {
    "inputTranscription": "H",  # heard
    "outputTranscription": "O",
    "generationComplete": "G",
    "turnComplete": "E",  # end
    "interrupted": "I",
}
OTHERS = {"setupComplete": "S", "toolCall": "C", "toolCallCancellation": "K", "usageMetadata": "U",
          "sessionResumptionUpdate": "R", "goAway": "W"}  # fmt: skip
SENT = {"client_content": "c", "clientContent": "c", "realtime_input": "a", "realtimeInput": "a",
        "setup": "s", "tool_response": "r", "toolResponse": "r"}  # fmt: skip

ANSWER = r"(?:A|O|X|\((?:AO|OA)\))*"
TURN = re.compile(
    r"0?H*0?T*P?"  # what was heard; a thought; a program that will call
    rf"(?:{ANSWER}CG?(?:rR*0?T*)?)*"  # calls, and their answers
    rf"{ANSWER}"
    r"(?:G\(EU\)|I\(?EU?\)?)"  # all of it, or the person took the floor
    r"R*"
)
"""One turn of the 2.5 family: every recorded one is of this shape."""


def letter(message):
    """One message of the service, as letters."""
    content = message.get("serverContent")
    found = "0" if content == {} else ""
    for key, value in (content or {}).items():
        parts = value["parts"] if key == "modelTurn" else ()
        found += "".join(_part(part) for part in parts) or KINDS.get(key, "?")
    found += "".join(OTHERS.get(key, "?") for key in message if key != "serverContent")
    return found if len(found) < 2 else f"({found})"


def _part(part):
    if part.get("thought"):
        return "T"
    return "A" if "inlineData" in part else "X" if "text" in part else "P"


def letters(messages):
    """Messages as letters."""
    return "".join(letter(message) for message in messages)


def turns(order):
    """The turns in a talk's letters: each ends with its end, and the handles that follow it."""
    return re.findall(r".*?(?:\(EU\)|E(?!U))\)?R*", re.sub("[a-bcs]", "", order).removeprefix("S"))


class Told:
    """The lines of a stranger."""

    def __init__(self, lines):
        self.lines = lines
        self.messages = [line["got"] for line in lines if "got" in line and line["got"] != {}]
        self.opened = [line["opened"] for line in lines if "opened" in line]
        self.closed = [(line["code"], line["closed"]) for line in lines if "closed" in line]
        self.refused = next((line["refused"] for line in lines if "refused" in line), None)

    def content(self, key):
        """All values of one key of `serverContent`."""
        contents = [message.get("serverContent", {}) for message in self.messages]
        return [content[key] for content in contents if key in content]

    @property
    def heard(self):
        """The transcript of the person."""
        return "".join(one["text"] for one in self.content("inputTranscription"))

    @property
    def said(self):
        """The transcript of the model."""
        return "".join(one["text"] for one in self.content("outputTranscription"))

    @property
    def parts(self):
        return [part for turn in self.content("modelTurn") for part in turn.get("parts", ())]

    @property
    def text(self):
        """What the model wrote."""
        return "".join(part.get("text", "") for part in self.parts)

    @property
    def sound(self):
        """The model's voice: PCM of 24 kHz."""
        return b"".join(
            base64.b64decode(part["inlineData"]["data"]) for part in self.parts if "inlineData" in part
        )

    @property
    def calls(self):
        found = [message["toolCall"]["functionCalls"] for message in self.messages if "toolCall" in message]
        return [call for calls in found for call in calls]

    @property
    def handles(self):
        updates = [message.get("sessionResumptionUpdate", {}) for message in self.messages]
        return [update["newHandle"] for update in updates if update.get("newHandle")]

    @property
    def order(self):
        """The talk in letters; `r` is where a call was answered."""
        return "".join(
            letter(line["got"]) if line.get("got") else "r" if "answer" in line.get("step", {}) else ""
            for line in self.lines
        )
