"""A stranger: an agent on Strands Agents that talks (its `bidi` part), as its documentation shows one."""

import asyncio
import base64

from conversation import RATE, Talk
from strands import tool
from strands.bidi import BidiAgent
from strands.bidi.models import GoogleGeminiLiveModel
from strands.bidi.types.media import AudioDelta

talk = Talk()


@tool
def get_weather(city: str) -> str:
    """The weather in a city."""
    return talk.called("get_weather", city=city)


@tool
def set_timer(minutes: int) -> str:
    """Set a timer that rings after some minutes."""
    return talk.called("set_timer", minutes=minutes)


async def listen(agent):
    async for event in agent.receive():
        match event.get("type"):  # a tool tells of itself without one
            case "bidi_transcript_delta":
                talk.came("heard" if event["role"] == "user" else "said", event["delta"])
            case "bidi_audio_delta":
                talk.sounded(base64.b64decode(event["audio"]))
            case "bidi_barge_in":
                talk.came("interrupted")
            case "bidi_response_stop":
                talk.came("done")


async def main():
    model = GoogleGeminiLiveModel(model_id=talk.model, audio={"input": {"sample_rate": RATE}})
    agent = BidiAgent(model=model, tools=[get_weather, set_timer], system_prompt=talk.instruction)
    await agent.start()
    await talk.run(lambda pcm: agent.send(AudioDelta("pcm", {"bytes": pcm})), agent.send, listen(agent))
    await agent.stop()


asyncio.run(main())
