"""MCP: the tools by which an agent from outside has a voice, at `/mcp` and over stdio. The protocol is the SDK's.

Rule 1: what cannot be is a result that says so in one line, for the agent to read; no error of the protocol.
Rule 2: while a call waits, its client is told every `PROGRESS_SECONDS` that it does, if it asked to be. One that did not is
answered after `PATIENCE_SECONDS`, before it gives up by itself.
Rule 3: a client that is gone has cancelled its call. What it would have been given waits for the next.
"""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Mapping
from importlib.metadata import version
from typing import Annotated, Any, Final, TypeVar

import mcp_types as types
import msgspec
from mcp.server.lowlevel.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from msgspec import Meta
from starlette.responses import PlainTextResponse

from solovox.brains.guest import GuestRefused, Heard, Told
from solovox.http.auth.guard import Message, Receive, Scope, Send
from solovox.http.guests import Guest, Guests

SESSION: Final = b"mcp-session-id"
GONE: Final = "solovox.gone"
"""Where a request has the event that is set when its client has left."""
MOST_CLIENTS: Final = 16
PROGRESS_SECONDS: Final = 10.0
PATIENCE_SECONDS: Final = 50.0
"""Clients that ask for no progress mostly give up after 60."""
LONGEST_WAIT: Final = 3_600.0
HEARS: Final = ("listen", "ask")
CLIENT_GONE: Final = "the client is gone"
Done = TypeVar("Done")
Context = Any

INSTRUCTIONS: Final = (
    "This gives you a voice: a person is at a page with a microphone and a speaker. Call `ask` with what you want to say, and you"
    " get what they say next; begin with `listen` if they speak first. Answer each instruction with `speak` or `ask`; what you"
    " write elsewhere they do not hear. Say a few short sentences, without markup. Before long work say so with `speak` and"
    " more=true. A result with interrupted_at_word says how much of your words they heard. Go on listening until they say goodbye."
)
_Text = Annotated[
    str, Meta(description="What is read aloud, word by word. Short sentences; code is only shown.")
]
_Seconds = Annotated[
    float,
    Meta(gt=0, le=LONGEST_WAIT, description="How long to wait at most; else as long as your client does."),
]


class StatusArguments(msgspec.Struct, forbid_unknown_fields=True):
    """What `status` takes: nothing."""


class ListenArguments(msgspec.Struct, forbid_unknown_fields=True):
    """What `listen` takes."""

    seconds: _Seconds | None = None


class SpeakArguments(msgspec.Struct, forbid_unknown_fields=True):
    """What `speak` takes."""

    text: _Text
    more: Annotated[bool, Meta(description="You go on working at the instruction, and will say more.")] = (
        False
    )


class AskArguments(msgspec.Struct, forbid_unknown_fields=True):
    """What `ask` takes."""

    question: _Text
    seconds: _Seconds | None = None


TAKES: Final[dict[str, type[ListenArguments | SpeakArguments | AskArguments | StatusArguments]]] = {
    "listen": ListenArguments,
    "speak": SpeakArguments,
    "ask": AskArguments,
    "status": StatusArguments,
}
UNKNOWN: Final = f"there is no such tool: {', '.join(TAKES)}"
ABOUT: Final = {
    "listen": "Wait for the person's next instruction. Returns heard; without it, ended_by says why: call it again after time.",
    "speak": (
        "Have text read aloud. It is your answer to the instruction that you took; with more=true not yet all of it. Without one"
        " it is read at the next pause. Returns when it was played, or at which word the person interrupted."
    ),
    "ask": "Have a question, or your answer, read aloud, and wait for what the person says next: speak, then listen.",
    "status": "Whether the person is there, whether something waits to be taken, and who has the voice.",
}


def _tool(name: str) -> types.Tool:
    _, schemas = msgspec.json.schema_components([TAKES[name]])
    looks = types.ToolAnnotations(read_only_hint=True) if name == "status" else None
    schema = schemas[TAKES[name].__name__]
    return types.Tool(name=name, description=ABOUT[name], input_schema=schema, annotations=looks)


class McpVoice:
    """The server. `run` once; meanwhile requests are served (`__call__`), and pipes (`over`)."""

    def __init__(self, guests: Guests) -> None:
        self._guests = guests
        self.server: Server[object] = Server(
            "solovox",
            version=version("solovox"),
            title="Solovox",
            instructions=INSTRUCTIONS,
            on_list_tools=_list_tools,
            on_call_tool=self._answer_call,
        )
        self._sessions = StreamableHTTPSessionManager(self.server, max_sessions=MOST_CLIENTS)
        self._open = False

    async def run(self, until: asyncio.Event) -> None:
        """Take clients until then. All their calls end."""
        async with self._sessions.run():
            self._open = True
            await until.wait()
            self._open = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI, behind the door."""
        if not self._open:
            await PlainTextResponse("this server is going away\n", 503)(scope, receive, send)
            return
        gone = asyncio.Event()

        async def received() -> Message:
            message = await receive()
            if message["type"] == "http.disconnect":
                gone.set()
            return message

        await self._sessions.handle_request({**scope, GONE: gone}, received, send)
        if scope["method"] == "DELETE":
            self._guests.leave(dict(scope["headers"]).get(SESSION, b"").decode("latin-1"))

    async def _answer_call(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        guest, answer = _guest(context), _refuse(CLIENT_GONE)
        with contextlib.suppress(_ClientGone):
            answer = await self._keep_client_waiting(
                context, self._use_tool(guest, params, follows=_follows(context)), params.name
            )
        if params.name in HEARS and _event_of_leaving(context).is_set():
            self._guests.give_back(guest)
        return answer

    async def _use_tool(
        self, guest: Guest, params: types.CallToolRequestParams, *, follows: bool
    ) -> types.CallToolResult:
        """Do what is asked."""
        if params.name not in TAKES:
            return _refuse(UNKNOWN)
        try:
            asked = msgspec.convert(params.arguments or {}, TAKES[params.name])
            match asked:
                case StatusArguments():
                    return _result(self._guests.status(guest))
                case ListenArguments(seconds=seconds):
                    return _result(
                        _describe_heard(await self._guests.listen(guest, _wait(seconds, follows=follows)))
                    )
                case SpeakArguments(text=text, more=more):
                    return _result(_describe_told(await self._guests.speak(guest, text, more=more)))
                case AskArguments(question=question, seconds=seconds):
                    told, heard = await self._guests.ask(guest, question, _wait(seconds, follows=follows))
                    return _result({**_describe_heard(heard), **_describe_told(told)})
        except (GuestRefused, msgspec.ValidationError) as error:
            return _refuse(str(error))

    async def _keep_client_waiting(self, context: Context, doing: Awaitable[Done], what: str) -> Done:
        """Do it, and tell the client that it is being done. Raises `_ClientGone` when there is no client any more."""
        found: list[Done] = []
        try:
            async with asyncio.TaskGroup() as tasks:
                beside = [
                    tasks.create_task(_tell_progress(context, what), name="progress"),
                    tasks.create_task(_until_gone(context), name="the client"),
                ]
                found.append(await doing)
                for one in beside:
                    one.cancel()
        except* _ClientGone:
            pass
        if not found:
            raise _ClientGone
        return found[0]


class _ClientGone(Exception):
    """Whoever called has left."""


async def _tell_progress(context: Context, what: str) -> None:
    waited = 0.0
    while True:
        await asyncio.sleep(PROGRESS_SECONDS)
        waited += PROGRESS_SECONDS
        await context.session.report_progress(waited, None, what)


async def _until_gone(context: Context) -> None:
    await _event_of_leaving(context).wait()
    raise _ClientGone


def _wait(seconds: float | None, *, follows: bool) -> float | None:
    """How long to wait. None: as long as it takes, for the client is told that we do."""
    if follows:
        return seconds
    return PATIENCE_SECONDS if seconds is None else min(seconds, PATIENCE_SECONDS)


async def _list_tools(context: Context, params: object) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[*map(_tool, TAKES)])


def _guest(context: Context) -> Guest:
    params, request = context.session.client_params, context.request
    name = params.client_info.name if params is not None and params.client_info is not None else ""
    headers = {} if request is None else request.headers
    return Guest(headers.get(SESSION.decode()) or f"{name}", name)


def _follows(context: Context) -> bool:
    """Whether the client wants to be told of progress."""
    meta = context.meta or {}
    return meta.get("progress_token", meta.get("progressToken")) is not None


def _event_of_leaving(context: Context) -> asyncio.Event:
    """Set when the client of a request has left."""
    scope = {} if context.request is None else context.request.scope
    found: asyncio.Event = scope.get(GONE) or asyncio.Event()
    return found


def _describe_heard(heard: Heard) -> dict[str, object]:
    more = {"instead_of": heard.instead_of} if heard.instead_of else {}
    return {"heard": heard.text or None, "ended_by": heard.ended_by, **more}


def _describe_told(told: Told) -> dict[str, object]:
    why = {"why": told.why} if told.why else {}
    added = {"heard_meanwhile": told.heard} if told.heard else {}
    return {
        "played": told.interrupted_at_word is None,
        "interrupted_at_word": told.interrupted_at_word,
        **why,
        **added,
    }


def _result(answer: Mapping[str, object]) -> types.CallToolResult:
    text = json.dumps(answer, ensure_ascii=False)
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text)], structured_content=dict(answer)
    )


def _refuse(line: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=line)], is_error=True)
