"""Ask about the weather: the model calls a function of this program. `python weather.py "What is the weather in London?"`"""

import asyncio
import sys

from google import genai
from google.genai import types

MODEL = "gemini-2.5-flash-native-audio-preview-12-2025"
WEATHER = {"london": "rain, 12 degrees", "cairo": "sun, 31 degrees"}


def get_weather(city):
    return WEATHER.get(city.lower(), "not known")


TOOL = types.Tool(
    function_declarations=[
        types.FunctionDeclaration(
            name="get_weather",
            description="Get the current weather in a city.",
            parameters={
                "type": "OBJECT",
                "properties": {"city": {"type": "STRING", "description": "The name of the city."}},
                "required": ["city"],
            },
        )
    ]
)
CONFIG = {
    "response_modalities": ["AUDIO"],
    "output_audio_transcription": {},
    "system_instruction": "You are a friendly weather assistant.",
    "tools": [TOOL],
}


async def ask(question):
    """What the model says to a question."""
    said = ""
    async with genai.Client().aio.live.connect(model=MODEL, config=CONFIG) as session:
        await session.send_client_content(turns={"role": "user", "parts": [{"text": question}]})
        async for message in session.receive():
            if message.tool_call:
                answers = [
                    types.FunctionResponse(
                        id=call.id, name=call.name, response={"result": get_weather(**call.args)}
                    )
                    for call in message.tool_call.function_calls
                ]
                await session.send_tool_response(function_responses=answers)
            content = message.server_content
            if content and content.output_transcription and content.output_transcription.text:
                said += content.output_transcription.text
    return said


if __name__ == "__main__":
    print(asyncio.run(ask(sys.argv[1])))
