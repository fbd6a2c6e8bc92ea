"""Who owns a bot: those whom the setting `owners` names, or else who made the bot at Discord.

Rule 1: an owner is known by the number of their user. A name can be taken by anyone.
Rule 2: where `owners` names no one, it is the owner of the application; of a team, those members who may change it. Discord says who,
at each login.
Rule 3: no one else becomes an owner, whatever they ask of the bot.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import discord
from solovox.config.schema import ConfigError

Owners = Mapping[int, str]
"""The numbers of users, and how each is shown; empty: only the number is known."""
NO_OWNER: Final = "I have no owner: whoever runs me names one, as in solovox discord --set owners={0}"
NOT_YOURS: Final = "only my owner may do that: {0}. Whoever runs me names others, as in owners = {1}"


def owners_of(named: Sequence[str], made: discord.AppInfo | None) -> Owners:
    """Who they are. `made`: what Discord says of the application. Raises `ConfigError`."""
    for one in named:
        if not one.isdecimal():
            raise ConfigError(f"owners = {one}: in Discord, write the id of the user, a number")
    if named or made is None:
        return {int(one): "" for one in named}
    if made.team is None:
        return {made.owner.id: made.owner.display_name}
    return {one.id: one.display_name for one in made.team.members if _may_change(one)}


def _may_change(member: discord.TeamMember) -> bool:
    accepted = member.membership_state is discord.TeamMembershipState.accepted
    return accepted and member.role is not discord.TeamMemberRole.read_only


def in_words(owners: Owners) -> str:
    """Them in one line: `Ann (2001), 2002`."""
    return ", ".join(f"{name} ({number})" if name else str(number) for number, name in owners.items())


def refusal(owners: Owners, user: int) -> str:
    """What a user is told who is none."""
    if not owners:
        return NO_OWNER.format(user)
    return NOT_YOURS.format(in_words(owners), ", ".join(map(str, [*owners, user])))


def told(named: Sequence[str], owners: Owners) -> str:
    """What whoever runs the bot is told of it, in one line."""
    if not owners:
        return "nobody may begin a talk: name who owns the bot, by --set owners=ID (docs/howto/discord.md)"
    how = "" if named else ", who made the bot at Discord; name others by --set owners=ID,ID"
    return f"the bot's owner is {in_words(owners)}{how}"
