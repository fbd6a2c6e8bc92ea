"""Discord's gateway: one bot, its guilds; a dropped connection may resume. Intents that were not granted are refused."""

from aiohttp import WSMsgType, web

from .world import BOT, user

MESSAGE_CONTENT = 1 << 15
CONTENT_GRANTED = 1 << 18 | 1 << 19
"""The flags of an application that may ask for the words of all messages: all of it, or in few guilds."""
DISPATCH, INVALID, HELLO, ACK = 0, 9, 10, 11


class Gateway:
    def __init__(self, double):
        self.double = double
        self.socket = None
        self.said = []
        """Everything dispatched in this session, for a resumption."""
        self.resumable = True
        self.intents = 0

    async def serve(self, request):
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 41250}, "s": None, "t": None})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self.obey(socket, message.json())
        self.double.happenings.write("gateway closed", code=socket.close_code)
        if self.socket is socket:
            self.socket = None
        return socket

    async def obey(self, socket, asked):
        data = asked.get("d")
        match asked["op"]:
            case 1:
                await socket.send_json({"op": ACK, "d": None, "s": None, "t": None})
            case 2:
                self.intents = data["intents"]
                if self.intents & MESSAGE_CONTENT and not self.double.world.flags & CONTENT_GRANTED:
                    self.double.happenings.write("intents refused")
                    await socket.close(code=4014)
                    return
                self.socket, self.said = socket, []
                self.double.happenings.write("identified", intents=data["intents"])
                await self.welcome()
            case 6:
                await self.resume(socket, data)
            case 4:
                channel = data["channel_id"] and int(data["channel_id"])
                await self.double.bot_asks_for(channel, int(data["guild_id"]))

    async def welcome(self):
        await self.dispatch("READY", {
            "v": 10, "user": user(BOT, "Solo", bot=True), "guilds": [{"id": str(one), "unavailable": True} for one in self.double.worlds],
            "session_id": "gateway-session", "resume_gateway_url": self.double.gateway_url,
            "application": {"id": "3000", "flags": self.double.world.flags}, "shard": [0, 1],
        })  # fmt: skip
        for world in self.double.worlds.values():
            await self.dispatch("GUILD_CREATE", world.guild())

    async def resume(self, socket, data):
        if not self.resumable:
            await socket.send_json({"op": INVALID, "d": False, "s": None, "t": None})
            return
        self.socket = socket
        self.double.happenings.write("resumed")
        for number, (event, body) in list(enumerate(self.said, 1))[data["seq"] :]:
            await socket.send_json({"op": DISPATCH, "t": event, "s": number, "d": body})
        await self.dispatch("RESUMED", {})

    async def dispatch(self, event, data):
        self.said.append((event, data))
        if self.socket is not None and not self.socket.closed:
            await self.socket.send_json({"op": DISPATCH, "t": event, "s": len(self.said), "d": data})

    def drop(self):
        """Cut the connection as a broken network does: no closing handshake."""
        self.socket._req.transport.abort()
