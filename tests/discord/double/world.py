"""A guild of the double: its channels, its members, who is in which voice channel, and the bot's voice there."""

from dataclasses import dataclass, field
from itertools import count

GUILD = 1000
TEXT = 1001
VOICE = 1002
OTHER_VOICE = 1003
BOT = 2000
GUILDS = (GUILD, 1100, 1200)
"""The channels of each have the numbers behind its own."""
EVERYTHING = str((1 << 53) - 1)


def guild_of(channel):
    return channel // 100 * 100


def user(user_id, name, bot=False):
    return {
        "id": str(user_id), "username": name, "global_name": name, "discriminator": "0", "avatar": None, "bot": bot,
    }  # fmt: skip


def member(user_id, name, bot=False):
    return {
        "user": user(user_id, name, bot), "roles": [], "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False, "mute": False, "flags": 0,
    }  # fmt: skip


@dataclass
class World:
    """`permissions` is what the role of everybody may, as Discord's number in a string."""

    number: int = GUILD
    permissions: str = EVERYTHING
    flags: int = 0
    """What the application may: the intents that it was granted."""
    made_by: int = 1
    """Who owns the application; `team`: of whom it is, as Discord's REST has it."""
    team: dict | None = None
    limit: int = 0
    """How many may be in a voice channel; 0 is no limit."""
    members: dict[int, dict] = field(default_factory=lambda: {BOT: member(BOT, "Solo", bot=True)})
    voices: dict[int, dict] = field(default_factory=dict)
    claim: object = None
    """What the bot was told about its voice connection here, and the seat that it has."""
    seat: object = None
    _ids: count = field(default_factory=lambda: count(5000))

    def new_id(self):
        return next(self._ids)

    def who_is_in(self, channel):
        return [u for u, v in self.voices.items() if v["channel_id"] == str(channel)]

    def seat_in(self, channel):
        return self.seat if self.seat is not None and self.seat.channel == channel else None

    def voice_state(self, user_id, channel, session):
        return {
            "guild_id": str(self.number), "channel_id": str(channel) if channel else None, "user_id": str(user_id),
            "member": self.members[user_id], "session_id": session, "deaf": False, "mute": False,
            "self_deaf": False, "self_mute": False, "self_video": False, "suppress": False,
            "request_to_speak_timestamp": None,
        }  # fmt: skip

    def channel(self, channel):
        kind, name = (0, "talk") if channel == self.number + 1 else (2, f"voice-{channel}")
        return {
            "id": str(channel), "type": kind, "name": name, "guild_id": str(self.number), "position": channel - self.number,
            "permission_overwrites": [], "parent_id": None, "nsfw": False, "bitrate": 64000,
            "user_limit": self.limit, "rtc_region": None, "topic": None, "last_message_id": None,
        }  # fmt: skip

    def guild(self):
        role = {
            "id": str(self.number), "name": "@everyone", "color": 0, "hoist": False, "position": 0, "managed": False,
            "permissions": self.permissions, "mentionable": False, "flags": 0,
        }  # fmt: skip
        return {
            "id": str(self.number), "name": "Loopback", "icon": None, "owner_id": "1", "roles": [role], "emojis": [],
            "features": [], "channels": [self.channel(self.number + n) for n in (1, 2, 3)], "threads": [],
            "members": list(self.members.values()), "member_count": len(self.members), "large": False,
            "voice_states": list(self.voices.values()), "presences": [], "stage_instances": [],
            "joined_at": "2026-01-01T00:00:00+00:00", "unavailable": False, "afk_timeout": 300,
            "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0,
            "mfa_level": 0, "nsfw_level": 0, "premium_tier": 0, "preferred_locale": "en-US",
            "system_channel_flags": 0, "stickers": [], "guild_scheduled_events": [],
            "premium_progress_bar_enabled": False, "soundboard_sounds": [],
        }  # fmt: skip

    def message(self, author, channel, text, *, private=False, answers=None, **more):
        """`answers`: who wrote the message that it replies to."""
        named = [u for u in self.members if f"<@{u}>" in text]
        said = {
            "id": str(self.new_id()), "channel_id": str(channel), "author": self.members[author]["user"],
            "content": text, "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None, "tts": False,
            "mention_everyone": False, "mentions": [self.members[u]["user"] for u in named], "mention_roles": [],
            "attachments": [], "embeds": [], "pinned": False, "type": 0, "components": [], "flags": 0,
        } | more  # fmt: skip
        if answers is not None:
            before = self.message(answers, channel, "")
            said |= {
                "type": 19, "referenced_message": before,
                "message_reference": {"message_id": before["id"], "channel_id": str(channel), "guild_id": str(self.number)},
            }  # fmt: skip
        if private:
            return said
        own = {key: value for key, value in self.members[author].items() if key != "user"}
        return said | {"guild_id": str(self.number), "member": own}
