"""A client of the live server without any SDK: it speaks sound files, and keeps what it is told."""

import contextlib
import wave

from websockets.sync.client import connect

from server.rig import setup
from solovox.wire.gemini_live.client_frames import RealtimeInput
from solovox.wire.gemini_live.codec import decode_server, encode_client
from solovox.wire.gemini_live.parts import sound

PATH = "/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent"
RATE = 16_000
PIECE = RATE // 10 * 2
QUIET = bytes(2 * RATE * 3)
"""After it even who has not finished has."""
PATIENCE = 180
"""Seconds, on a busy machine."""


class Person:
    """One connection. `heard` is the transcript of what they said."""

    def __init__(self, ws):
        self._ws = ws
        self.messages = []

    def sends(self, *messages):
        for message in messages:
            self._ws.send(encode_client(message).decode())

    def says(self, wav):
        """A file, and quiet after it, as fast as it is taken: sound is its own clock."""
        self.speaks(self.sound_of(wav) + QUIET)

    def sound_of(self, wav):
        with wave.open(str(wav)) as file:
            return file.readframes(file.getnframes())

    def speaks(self, pcm):
        self.sends(
            *(RealtimeInput(audio=sound(pcm[at : at + PIECE], RATE)) for at in range(0, len(pcm), PIECE))
        )

    def until(self, wanted):
        """The first message that is wanted."""
        while True:
            message = decode_server(self._ws.recv(timeout=PATIENCE))
            self.messages.append(message)
            if wanted(message):
                return message

    def call(self):
        """The next tool call."""
        (call,) = self.until(lambda message: message.tool_call is not None).tool_call.function_calls
        return call

    def turn(self):
        """To the end of the model's turn."""
        return self.until(lambda one: one.server_content is not None and one.server_content.turn_complete)

    @property
    def heard(self):
        return self._text("input_transcription")

    @property
    def told(self):
        return self._text("output_transcription")

    def _text(self, field):
        contents = (one.server_content for one in self.messages if one.server_content is not None)
        pieces = (getattr(one, field) for one in contents)
        return "".join(one.text for one in pieces if one is not None)


@contextlib.contextmanager
def person(ws_url, key="any", **fields):
    """Somebody who has come in, and was let in."""
    with connect(f"{ws_url}{PATH}?key={key}") as ws:
        one = Person(ws)
        one.sends(setup(**fields))
        assert one.until(lambda _: True).setup_complete is not None
        yield one
