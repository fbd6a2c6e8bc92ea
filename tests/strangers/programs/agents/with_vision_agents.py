"""A stranger: the Gemini part of Vision Agents, driven as its own agents drive it, without a call to sit in."""

import asyncio

import numpy as np
from conversation import RATE, Talk
from getstream.video.rtc.track_util import AudioFormat, PcmData
from vision_agents.core.edge.types import Participant
from vision_agents.core.llm.realtime import (
    RealtimeAgentTranscript,
    RealtimeAudioOutput,
    RealtimeAudioOutputDone,
    RealtimeUserTranscript,
)
from vision_agents.plugins import gemini

PERSON = Participant(original=None, user_id="person", id="person")
talk = Talk()
model = gemini.Realtime(model=talk.model)
model.set_instructions(talk.instruction)


@model.register_function(description="The weather in a city.")
async def get_weather(city: str) -> str:
    return talk.called("get_weather", city=city)


@model.register_function(description="Set a timer that rings after some minutes.")
async def set_timer(minutes: int) -> str:
    return talk.called("set_timer", minutes=minutes)


async def listen():
    async for event in model.output:
        match event:
            case RealtimeUserTranscript(text=text):
                talk.came("heard", text)
            case RealtimeAgentTranscript(text=text):
                talk.came("said", text)
            case RealtimeAudioOutput(data=pcm):
                talk.sounded(pcm.to_bytes())
            case RealtimeAudioOutputDone(interrupted=interrupted):
                talk.came("interrupted" if interrupted else "done")


async def hear(piece):
    samples = np.frombuffer(piece, dtype=np.int16)
    pcm = PcmData(sample_rate=RATE, format=AudioFormat.S16, samples=samples, channels=1)
    await model.process_audio(pcm, PERSON)


async def write(text):
    async for _ in model.simple_response(text):
        pass


async def main():
    await model.connect()
    await talk.run(hear, write, listen())
    await model.close()


asyncio.run(main())
