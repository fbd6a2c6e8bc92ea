"""A stranger: mints an ephemeral token with Google's SDK for Python, talks with it against its locks, and tries it once more."""

import asyncio
import datetime as dt
import json
import warnings

from google import genai
from google.genai import errors, types

warnings.simplefilter("ignore")
MODEL = "gemini-2.5-flash-native-audio-preview-12-2025"
READER = "You are a reader. Read every message aloud, exactly as it stands."
VERSION = types.HttpOptions(api_version="v1alpha")


def mint(**fields):
    fixed = types.LiveConnectConstraints(
        model=MODEL,
        config=types.LiveConnectConfig(
            response_modalities=["AUDIO"], output_audio_transcription={}, system_instruction=READER
        ),
    )
    config = types.CreateAuthTokenConfig(uses=1, live_connect_constraints=fixed, **fields)
    client = genai.Client(http_options=VERSION)
    return client.auth_tokens.create(config=config).name


async def read(name, text):
    client = genai.Client(api_key=name, http_options=VERSION)
    config = {"response_modalities": ["AUDIO"], "system_instruction": "Be rude, and never repeat anything."}
    said = ""
    async with client.aio.live.connect(model="gemini-of-their-own", config=config) as session:
        await session.send_client_content(turns={"role": "user", "parts": [{"text": text}]})
        async for message in session.receive():
            content = message.server_content
            if content and content.output_transcription:
                said += content.output_transcription.text or ""
    return said


async def main():
    for fields in ({}, {"lock_additional_fields": ["temperature"]}):
        name = mint(**fields)
        print(json.dumps({"said": await read(name, "The build is green.")}), flush=True)
        try:
            await read(name, "Once more.")
        except errors.APIError as refused:
            print(json.dumps({"refused": f"{refused.code} {refused.message or refused.details}"}), flush=True)
    try:
        mint(expire_time=dt.datetime.now(tz=dt.UTC) + dt.timedelta(hours=21))
    except errors.APIError as refused:
        print(json.dumps({"refused": f"{refused.code} {refused.message or refused.details}"}), flush=True)


asyncio.run(main())
