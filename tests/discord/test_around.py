"""What a bot does beside the voice: it signs in, reads and writes, registers commands and obeys them."""

import pytest

import discord
from discord import app_commands

from .bot import bot_online
from .double.world import BOT, GUILD, TEXT


async def test_a_mention_comes_and_an_answer_is_posted():
    async with bot_online() as bot:

        @bot.client.event
        async def on_message(message):
            if bot.client.user in message.mentions:
                await message.channel.send("here")

        ann = bot.double.person(2001)
        await bot.double.write(ann, f"<@{BOT}> where are you?")
        posted = await bot.double.happenings.happened("posted")
        assert (posted["channel"], posted["text"]) == (TEXT, "here")


async def test_a_slash_command_is_registered_given_and_answered():
    async with bot_online() as bot:
        tree = app_commands.CommandTree(bot.client)

        @tree.command(description="Say it back.", guild=discord.Object(GUILD))
        async def back(asked: discord.Interaction, word: str) -> None:
            await asked.response.send_message(word)

        await tree.sync(guild=discord.Object(GUILD))
        ann = bot.double.person(2001)
        await bot.double.command(ann, "back", word="hello")
        assert (await bot.double.happenings.happened("answered"))["text"] == "hello"


@pytest.mark.slow  # the library waits up to five seconds before it signs in again
async def test_a_gateway_that_does_not_resume_is_entered_anew():
    async with bot_online() as bot:
        bot.double.gateway.resumable = False
        bot.double.gateway.drop()
        await bot.double.happenings.happened("identified", times=2)
        await bot.double.happenings.until(lambda: bot.client.get_guild(GUILD) is not None)
