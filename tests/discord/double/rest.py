"""Discord's REST, as much of it as a bot with a voice asks for."""

from json import dumps

from aiohttp import web

from .world import BOT, member, user

APPLICATION = 3000
LONGEST = 2000
"""Characters of a message."""


class Rest:
    def __init__(self, double):
        self.double = double
        self.commands = []
        self.of_guild = {}
        """The slash commands as they were last registered."""

    def routes(self):
        hooks = "/webhooks/{app}/{token}"
        return [
            web.get("/users/@me", self.me),
            web.get("/oauth2/applications/@me", self.application),
            web.get("/gateway/bot", self.gateway),
            web.get("/channels/{channel}", self.channel),
            web.post("/users/@me/channels", self.private),
            web.post("/channels/{channel}/messages", self.post),
            web.patch("/channels/{channel}/messages/{message}", self.post),
            web.post("/channels/{channel}/typing", self.typing),
            web.post("/interactions/{interaction}/{token}/callback", self.answer),
            web.post(hooks, self.followed),
            web.patch(hooks + "/messages/@original", self.followed),
            web.put("/applications/{app}/commands", self.register),
            web.put("/applications/{app}/guilds/{guild}/commands", self.register),
        ]

    async def me(self, request):
        if request.headers.get("Authorization") != f"Bot {self.double.token}":
            return json({"message": "401: Unauthorized", "code": 0}, status=401)
        return json(user(BOT, "Solo", bot=True))

    async def application(self, request):
        return json({
            "id": str(APPLICATION), "name": "Solo", "icon": None, "description": "", "bot_public": True,
            "bot_require_code_grant": False, "verify_key": "0" * 64, "flags": self.double.world.flags, "rpc_origins": [],
            "owner": user(self.double.world.made_by, "Maker"), "team": self.double.world.team,
        })  # fmt: skip

    async def gateway(self, request):
        return json({"url": self.double.gateway_url, "shards": 1})

    async def channel(self, request):
        channel = int(request.match_info["channel"])
        return json(self.double.world_of(channel).channel(channel))

    async def private(self, request):
        recipient = int((await request.json())["recipient_id"])
        return json({
            "id": str(recipient + 1), "type": 1, "last_message_id": None,
            "recipients": [self.double.world.members[recipient]["user"]],
        })  # fmt: skip

    async def post(self, request):
        channel = int(request.match_info["channel"])
        body = await request.json()
        text = body.get("content", "")
        if not 0 < len(text) <= LONGEST:
            return json({"message": "Invalid Form Body", "code": 50035}, status=400)
        self.double.happenings.write(
            "posted", channel=channel, text=text, called=body.get("allowed_mentions")
        )
        return json(self.double.world_of(channel).message(BOT, channel, text))

    async def typing(self, request):
        self.double.happenings.write("typing", channel=int(request.match_info["channel"]))
        return web.Response(status=204)

    async def answer(self, request):
        body = await request.json()
        data = body.get("data") or {}
        self.double.happenings.write(
            "answered",
            kind=body["type"],
            text=data.get("content", ""),
            interaction=request.match_info["interaction"],
        )
        return json({"interaction": {"id": request.match_info["interaction"], "type": 2}})

    async def followed(self, request):
        text = (await request.json()).get("content", "")
        self.double.happenings.write("followed", text=text)
        return json(self.double.world.message(BOT, 1001, text))

    async def register(self, request):
        self.commands = await request.json()
        guild = request.match_info.get("guild")
        self.of_guild = {"guild_id": guild} if guild else {}
        self.double.happenings.write("registered", names=[c["name"] for c in self.commands])
        made = {
            "application_id": str(APPLICATION),
            "version": "1",
            "default_member_permissions": None,
        } | self.of_guild
        return json([
            {"description": "", "type": 1} | c | made | {"id": str(4000 + n)} for n, c in enumerate(self.commands)
        ])  # fmt: skip

    def interaction(self, person, channel, command, options):
        """What the gateway says when a person gives a slash command."""
        names, world = [c["name"] for c in self.commands], self.double.world_of(channel)
        given = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
        return {
            "id": str(self.double.world.new_id()), "application_id": str(APPLICATION), "type": 2, "version": 1,
            "token": "interaction-token", "guild_id": str(world.number), "channel_id": str(channel),
            "channel": world.channel(channel), "locale": "en-US", "guild_locale": "en-US",
            "member": member(person, world.members[person]["user"]["username"]) | {"permissions": "8"},
            "data": {"id": str(4000 + names.index(command)), "name": command, "type": 1, "options": given}
            | self.of_guild,
            "entitlements": [], "app_permissions": world.permissions, "attachment_size_limit": 1,
            "authorizing_integration_owners": {"0": str(world.number)}, "context": 0,
        }  # fmt: skip


def json(data, status=200):
    # Exactly `application/json`: with a charset the library takes it for text.
    return web.Response(body=dumps(data).encode(), content_type="application/json", status=status)
