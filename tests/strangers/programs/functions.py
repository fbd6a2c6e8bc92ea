"""A program whose functions the model may call: Google's SDK calls them by itself. Tells which were called, and the texts."""

import json

from google import genai
from google.genai import types

MODEL = "gemini-2.5-flash"
called = []


def multiply(a: float, b: float) -> float:
    """Multiplies two numbers."""
    called.append(["multiply", a, b])
    return a * b


def get_weather(city: str) -> str:
    """Get the weather in a city."""
    called.append(["get_weather", city])
    return f"Rain in {city}."


client = genai.Client()
config = types.GenerateContentConfig(tools=[multiply, get_weather])
chat = client.chats.create(model=MODEL, config=config)
texts = [chat.send_message(words).text for words in ("Multiply six by nine.", "The weather in Oslo, please.")]
never = types.GenerateContentConfig(
    tools=[get_weather], tool_config={"function_calling_config": {"mode": "NONE"}}
)
quiet = client.models.generate_content(model=MODEL, contents="What is the weather in Rome?", config=never)
chunks = list(
    client.models.generate_content_stream(model=MODEL, contents="The weather in Bern, please.", config=config)
)
print(json.dumps({"called": called, "texts": texts, "quiet": quiet.text, "streamed": chunks[-1].text}))
