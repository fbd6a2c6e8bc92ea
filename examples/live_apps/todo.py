"""A to-do list by voice: the model adds to it, crosses off, and reads it out. `python todo.py "Add milk to my list."`"""

import asyncio
import sys

from google import genai
from google.genai import types

MODEL = "gemini-2.5-flash-native-audio-preview-12-2025"
INSTRUCTION = "You keep a to-do list. Use the tools for everything that concerns it."


def declared(name, description, **parameters):
    properties = {key: {"type": "STRING", "description": about} for key, about in parameters.items()}
    schema = {"type": "OBJECT", "properties": properties, "required": list(parameters)}
    return types.FunctionDeclaration(name=name, description=description, parameters=schema)


TOOLS = types.Tool(
    function_declarations=[
        declared("add_item", "Add an item to the to-do list.", item="What is to be done or bought."),
        declared("remove_item", "Remove an item from the list when it is done.", item="The item."),
        declared("read_list", "Read out the items on the list."),
    ]
)


class TodoList:
    def __init__(self):
        self.items = []

    def add_item(self, item):
        self.items.append(item)
        return f"Added {item}."

    def remove_item(self, item):
        if item not in self.items:
            return f"There is no {item} on the list."
        self.items.remove(item)
        return f"Removed {item}."

    def read_list(self):
        return f"On your list: {', '.join(self.items)}." if self.items else "Your list is empty."


async def talk(todo, *sentences):
    """What the model says to each sentence."""
    config = types.LiveConnectConfig(
        response_modalities=["AUDIO"],
        output_audio_transcription={},
        system_instruction=INSTRUCTION,
        tools=[TOOLS],
    )
    answers = []
    async with genai.Client().aio.live.connect(model=MODEL, config=config) as session:
        for sentence in sentences:
            await session.send_realtime_input(text=sentence)
            said = ""
            async for message in session.receive():
                for call in message.tool_call.function_calls if message.tool_call else ():
                    result = getattr(todo, call.name)(**call.args)
                    response = types.FunctionResponse(id=call.id, name=call.name, response={"result": result})
                    await session.send_tool_response(function_responses=[response])
                content = message.server_content
                if content and content.output_transcription:
                    said += content.output_transcription.text or ""
            answers.append(said)
    return answers


if __name__ == "__main__":
    mine = TodoList()
    print(*asyncio.run(talk(mine, *sys.argv[1:])), sep="\n")
    print(mine.items)
