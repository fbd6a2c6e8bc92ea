"""A voice server: the voice gateway, version 8, over TLS, and its UDP."""

import asyncio
import json

from aiohttp import WSMsgType, web

from .packets import GCM, XCHACHA
from .seat import Seat
from .udp import VoiceSocket
from .world import BOT

READY, DESCRIPTION, ACK, RESUME, HELLO, RESUMED = 2, 4, 6, 7, 8, 9
CLIENTS, GONE = 11, 13
EXTERNAL_SENDER, KEY_PACKAGE, COMMIT = 25, 26, 28


class VoiceServer:
    def __init__(self, double):
        self.double = double
        self.seats = {}
        self.socket = None
        self.endpoint = None
        self._runner = None
        self.modes = [GCM, XCHACHA]
        self.refusals = 0
        """How many are still refused (4006), whatever they say."""

    async def open(self, context):
        app = web.Application()
        app.add_routes([web.get("/", self.serve)])
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0, ssl_context=context)
        await site.start()
        self.endpoint = f"127.0.0.1:{site._server.sockets[0].getsockname()[1]}"
        loop = asyncio.get_running_loop()
        _, self.socket = await loop.create_datagram_endpoint(
            lambda: VoiceSocket(self), local_addr=("127.0.0.1", 0)
        )

    async def aclose(self):
        self.socket.transport.close()
        await self._runner.cleanup()

    def seat_of(self, ssrc):
        return next((s for s in self.seats.values() if s.ssrc == ssrc), None)

    async def serve(self, request):
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"v": 8, "heartbeat_interval": 13750}})
        seat = None
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                asked = json.loads(message.data)
                if seat is None:
                    seat = await self.take(socket, asked)
                else:
                    await self.obey(seat, asked["op"], asked["d"])
            elif message.type is WSMsgType.BINARY and seat is not None:
                await self.take_bytes(seat, message.data[0], message.data[1:])
        self.double.happenings.write("voice closed", code=socket.close_code)
        return socket

    async def take(self, socket, asked):
        """The seat for who identifies or resumes, or None and the socket is closed."""
        data = asked["d"]
        world = self.double.worlds[int(data["server_id"])]
        claim = world.claim
        if self.refusals:
            self.refusals -= 1
            self.double.happenings.write("refused")
            await socket.close(code=4006)
            return None
        if claim is None or (data["session_id"], data["token"]) != (claim.session, claim.token):
            await socket.close(code=4006)
            return None
        if asked["op"] == RESUME:
            return await self.resume(socket, data)
        if self.double.dave and not data["max_dave_protocol_version"]:
            await socket.close(code=4017)
            return None
        seat = self.seats[claim.token] = Seat(self, claim, self.double.world.new_id())
        world.seat, seat.socket = seat, socket
        self.double.happenings.write("voice identified", server=self.endpoint)
        ip, port = self.socket.transport.get_extra_info("sockname")
        await seat.tell(READY, {
            "ssrc": seat.ssrc, "ip": ip, "port": port, "modes": self.modes, "heartbeat_interval": 1,
        })  # fmt: skip
        return seat

    async def resume(self, socket, data):
        seat = self.seats.get(data["token"])
        if seat is None or not self.double.voice_resumable:
            await socket.close(code=4006)
            return None
        seat.socket = socket
        await seat.repeat_after(data["seq_ack"])
        await socket.send_json({"op": RESUMED, "d": None})
        self.double.happenings.write("voice resumed", seq_ack=data["seq_ack"])
        return seat

    async def obey(self, seat, op, data):
        match op:
            case 1:
                seat.mode = data["data"]["mode"]
                await self.describe(seat)
            case 3:
                self.double.happenings.write("voice heartbeat", seq_ack=data["seq_ack"])
                await seat.socket.send_json({"op": ACK, "d": {"t": data["t"]}})
            case 5:
                self.double.happenings.write("bot speaking", speaking=data["speaking"])
            case 23:
                self.double.happenings.write("transition ready", transition=data["transition_id"])
                await self.double.group(seat.channel).ready_for(data["transition_id"])
            case 31:
                self.double.happenings.write("invalid commit", transition=data["transition_id"])
                self.double.spawn(self.double.group(seat.channel).bot_begins_again())

    async def describe(self, seat):
        version = 1 if self.double.dave else 0
        await seat.tell(DESCRIPTION, {
            "mode": seat.mode, "secret_key": list(seat.key), "dave_protocol_version": version,
            "audio_codec": "opus", "media_session_id": "media",
        })  # fmt: skip
        present = [str(u) for u in self.double.world_of(seat.channel).who_is_in(seat.channel) if u != BOT]
        if present:
            await seat.tell(CLIENTS, {"user_ids": present})
        if self.double.dave:
            await seat.tell_bytes(EXTERNAL_SENDER, self.double.sender.package())
        self.double.happenings.write("seated", channel=seat.channel, server=self.endpoint)

    async def take_bytes(self, seat, op, payload):
        group = self.double.group(seat.channel)
        if op == KEY_PACKAGE:
            self.double.spawn(group.bot_joins(seat, payload))
        elif op == COMMIT:
            group.bot_commits(payload)
