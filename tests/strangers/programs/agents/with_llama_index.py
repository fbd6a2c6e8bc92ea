"""A stranger: LlamaIndex's voice agent of Gemini Live, with its own microphone and speaker. The sound card is `pyaudio.py`, beside this.

It reads what is typed from standard input, and tells of nothing but calls and sound. So a turn is `done` when no sound has come for
some seconds.
"""

import asyncio
import os
import sys
import time

import pyaudio
from conversation import Talk
from llama_index.core.tools import FunctionTool
from llama_index.voice_agents.gemini_live import GeminiLiveVoiceAgent

QUIET = 3.0
talk = Talk()
card = pyaudio.CARD
sys.stdin = card.keyboard


def get_weather(city: str) -> str:
    """The weather in a city."""
    return talk.called("get_weather", city=city)


def set_timer(minutes: int) -> str:
    """Set a timer that rings after some minutes."""
    return talk.called("set_timer", minutes=minutes)


async def hear(piece):
    card.microphone.put(piece)


async def write(text):
    card.keyboard.put(text)


async def ends():
    """Tell where a turn has ended."""
    told = 0.0
    while True:
        await asyncio.sleep(0.1)
        if talk.heard > told and time.monotonic() > talk.latest + QUIET:
            told = talk.heard
            talk.came("done")


async def main():
    card.play = talk.sounded
    tools = [FunctionTool.from_defaults(fn) for fn in (get_weather, set_timer)]
    agent = GeminiLiveVoiceAgent(model=talk.model, tools=tools)
    await talk.run(hear, write, agent.start(), ends())
    os._exit(0)  # its threads wait for a microphone and a keyboard that say nothing more


asyncio.run(main())
