"""A live model of the suite for ears that speaks Gemini Live's wire on a loopback socket."""

from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

from solovox.testing.contracts_ear import LiveModel
from solovox.wire.gemini_live import server_frames as s
from solovox.wire.gemini_live.client_frames import ClientContent, RealtimeInput, ToolResponse
from solovox.wire.gemini_live.codec import decode_client, encode_server
from solovox.wire.gemini_live.parts import Content, FunctionCall, Part, sound


def content(**fields):
    return s.ServerMessage(server_content=s.ServerContent(**fields))


class GeminiService(LiveModel):
    """`async with GeminiService() as service: service.url`."""

    def __init__(self):
        self.ws, self.opened, self.refused, self.called = None, 0, 0, 0
        self.got = []
        """Everything after the setups."""

    async def __aenter__(self):
        self._server = await serve(self._serve, "127.0.0.1", 0, close_timeout=1)
        self.url = f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_):
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, ws):
        try:
            decode_client(await ws.recv(decode=False))
            if self.refused:
                self.refused -= 1
                await ws.close(1011, "Internal error encountered.")
                return
            self.ws, self.opened = ws, self.opened + 1
            await ws.send(encode_server(s.ServerMessage(setup_complete=s.SetupComplete())))
            async for frame in ws:
                self.got.append(decode_client(frame))
        except ConnectionClosed:
            pass

    async def _send(self, message):
        await self.ws.send(encode_server(message))

    async def transcribe(self, text):
        await self._send(content(input_transcription=s.Transcription(text=text)))

    async def call(self):
        self.called += 1
        call = FunctionCall(name="ask_agent", args={"instruction": "hello"}, id=f"call-{self.called}")
        await self._send(s.ServerMessage(tool_call=s.ToolCall(function_calls=(call,))))

    async def speak(self, pcm):
        turn = Content(parts=(Part(inline_data=sound(pcm, 24_000)),), role="model")
        await self._send(content(model_turn=turn))

    async def drop(self):
        self.ws.transport.abort()

    async def refuse(self):
        self.refused += 1

    def connections(self):
        return self.opened

    def take_heard(self):
        return b"".join(
            one.audio.data for one in self.got if isinstance(one, RealtimeInput) and one.audio is not None
        )

    def take_told(self):
        texts = [one.text or "" for one in self.got if isinstance(one, RealtimeInput)]
        turns = [turn for one in self.got if isinstance(one, ClientContent) for turn in one.turns]
        return "\n".join([*texts, *(part.text or "" for turn in turns for part in turn.parts)])

    def answers(self):
        given = [one for one in self.got if isinstance(one, ToolResponse)]
        return [str(answer.response) for one in given for answer in one.function_responses]
