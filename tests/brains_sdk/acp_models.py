"""What the agents of others ask on loopback: a model behind each vendor's protocol, that does what the question says.

It uses the tools that the agent offers, by the names that the agent gives them: of those that do the same, the first that is there.
"""

import asyncio
import contextlib
import itertools
import json

from starlette.applications import Starlette
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Route

from brains import responses_double
from solovox.demo.messages import TextBlock, ToolUse
from solovox.demo.serving import messages_app

ASK = "What time is it?"
RUN = "Please run:"
WRITE = "Please write the new file"
EDIT = "Please edit the file"
COUNT = "Please count on and on."
ALSO = "And now?"
AGAIN = "Say it again."
WISHES = (ASK, RUN, WRITE, EDIT, COUNT, ALSO, AGAIN)
NEW = "hello there\n"
OLD, BETTER = "one two three\n", "one 2 three\n"
SAYS = ("It ", "is ", "noon.")
END_OF_WISH = "⏎"
KEY, KEY_HEADERS = "dummy", ("authorization", "x-goog-api-key", "x-api-key")


def command(line):
    """Asks for a command."""
    return f"{RUN} {line} {END_OF_WISH}"


def patch(*lines):
    """A change as Codex' model writes it: a command that its harness does not run, but applies."""
    return {"cmd": "\n".join(("apply_patch <<'EOF'", "*** Begin Patch", *lines, "*** End Patch", "EOF"))}


def beyond(line):
    """A command that shall run outside of Codex' own sandbox, in which nothing can be changed."""
    return {"cmd": line, "sandbox_permissions": "require_escalated", "justification": "May I?"}


RUNS = {
    "Bash": lambda line: {"command": line, "description": "run it"},
    "bash": lambda line: {"command": line, "description": "run it"},
    "run_shell_command": lambda line: {"command": line, "description": "run it", "is_background": False},
    "exec_command": beyond,
}
READS = {
    "Read": lambda path: {"file_path": path},
    "read_file": lambda path: {"file_path": path},
    "read": lambda path: {"filePath": path},
}
WRITES = {
    "Write": lambda path: {"file_path": path, "content": NEW},
    "write_file": lambda path: {"file_path": path, "content": NEW},
    "write": lambda path: {"filePath": path, "content": NEW},
    "exec_command": lambda path: patch(f"*** Add File: {path}", *(f"+{line}" for line in NEW.splitlines())),
}
EDITS = {
    "Edit": lambda path: {"file_path": path, "old_string": "two", "new_string": "2"},
    "replace": lambda path: {"file_path": path, "instruction": "2", "old_string": "two", "new_string": "2"},
    "edit": lambda path: {"filePath": path, "file_path": path, "oldString": "two", "newString": "2", "old_string": "two", "new_string": "2"},
    "exec_command": lambda path: patch(f"*** Update File: {path}", "@@", f"-{OLD.strip()}", f"+{BETTER.strip()}"),
}  # fmt: skip
STEPS = {RUN: (RUNS,), WRITE: (WRITES,), EDIT: (READS, EDITS)}


def use(said, offered):
    """The tool that is used next, and with what; None: the wish is fulfilled. `said`: (who, text) of all that was said, oldest
    first. `offered`: the names of tools."""
    results = 0
    for who, text in reversed(said):
        results += who == "tool"
        wish = next((one for one in WISHES if one in text), None) if who == "user" else None
        if wish is not None:
            given = text.partition(wish)[2].partition(END_OF_WISH)[0].strip()
            steps = [found for ways in STEPS.get(wish, ()) if (found := named(ways, offered))]
            if results == len(steps):
                return None
            name, way = steps[results]
            return name, way(given)
    return None


def named(ways, offered):
    return next(((name, way) for name, way in ways.items() if name in offered), None)


class Heard:
    """What a model was asked, and whether a client left an answer that was not over."""

    def __init__(self):
        self.asked = 0
        self.seen = []
        """The whole of each request, in order: an agent asks for more than we asked it (a title, of its own accord)."""
        self.tools = []
        self.offered = ""
        self.left = asyncio.Event()

    async def words(self, said):
        """The answer's words."""
        self.asked += 1
        last = next((text for who, text in reversed(said) if who == "user"), "")
        if COUNT not in last:
            for word in SAYS:
                yield word
            return
        try:
            yield "one "
            while True:
                await asyncio.sleep(0.02)
                yield "more "
        finally:
            self.left.set()

    def looks(self, seen, tools, offered):
        self.seen.append(json.dumps(seen, ensure_ascii=False))
        self.tools, self.offered = tools, json.dumps(offered)


def flat(content):
    """The text of a content, whatever its blocks are called."""
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)


class Messages(Heard):
    """A `MessagesModel`."""

    async def reply(self, request):
        self.looks(request.messages, [one["name"] for one in request.tools], request.raw)
        said = []
        for one in request.messages:
            blocks = one["content"] if isinstance(one["content"], list) else [one["content"]]
            for block in blocks:
                result = isinstance(block, dict) and block.get("type") == "tool_result"
                said.append(("tool" if result else one["role"], flat(block)))
        if found := use(said, self.tools):
            self.asked += 1
            yield ToolUse(f"toolu_{self.asked}", *found)
            return
        async with contextlib.aclosing(self.words(said)) as words:
            async for word in words:
                yield TextBlock(word)

    def app(self):
        return messages_app(self)


class OverHttp(Heard):
    """A model behind one path that streams. `events`: of a body, as bytes."""

    path = ""

    def app(self):
        async def nothing(request):
            return JSONResponse({"error": {"code": 404, "message": "no such thing"}}, 404)

        async def stream(request):
            if not any(KEY in request.headers.get(name, "") for name in KEY_HEADERS):
                return JSONResponse({"error": {"code": 401, "message": "there is no key"}}, 401)
            return StreamingResponse(self.events(await request.json()), media_type="text/event-stream")

        routes = [Route(self.path, stream, methods=["POST"])]
        return Starlette(routes=[*routes, Route("/{rest:path}", nothing, methods=["GET", "POST"])])


class Contents(OverHttp):
    """A model behind streamGenerateContent."""

    path = "/{version}/models/{model}:streamGenerateContent"

    async def events(self, body):
        tools = [
            name["name"] for one in body.get("tools", []) for name in one.get("functionDeclarations", [])
        ]
        self.looks(body["contents"], tools, body)
        said = [
            ("tool" if "functionResponse" in part else one["role"], flat(part))
            for one in body["contents"]
            for part in one["parts"]
        ]
        if found := use(said, tools):
            yield self.event([{"functionCall": {"name": found[0], "args": found[1]}}])
        else:
            async with contextlib.aclosing(self.words(said)) as words:
                async for word in words:
                    yield self.event([{"text": word}])
        yield self.event([], finishReason="STOP")

    @staticmethod
    def event(parts, **more):
        candidate = {"content": {"role": "model", "parts": parts}, "index": 0, **more}
        usage = {"promptTokenCount": 3, "candidatesTokenCount": 2, "totalTokenCount": 5}
        return f"data: {json.dumps({'candidates': [candidate], 'usageMetadata': usage})}\r\n\r\n"


class Completions(OverHttp):
    """A model behind chat/completions."""

    path = "/v1/chat/completions"

    async def events(self, body):
        tools = [one["function"]["name"] for one in body.get("tools", [])]
        self.looks(body["messages"], tools, body)
        said = [(one["role"], flat(one["content"])) for one in body["messages"]]
        if found := use(said, tools):
            self.asked += 1
            function = {"name": found[0], "arguments": json.dumps(found[1])}
            call = {"index": 0, "id": f"call_{self.asked}", "type": "function", "function": function}
            yield self.chunk({"role": "assistant", "tool_calls": [call]})
            yield self.chunk({}, "tool_calls")
        else:
            async with contextlib.aclosing(self.words(said)) as words:
                async for word in words:
                    yield self.chunk({"role": "assistant", "content": word})
            yield self.chunk({}, "stop")
        yield b"data: [DONE]\n\n"

    @staticmethod
    def chunk(delta, reason=None):
        data = {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": "double",
            "choices": [{"index": 0, "delta": delta, "finish_reason": reason}],
            **({"usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}} if reason else {}),
        }
        return f"data: {json.dumps(data)}\n\n".encode()


class Responses(OverHttp):
    """A model behind responses."""

    path = responses_double.PATH

    async def events(self, body):
        tools = {one.get("name"): one for one in body.get("tools", [])}
        self.looks(body["input"], list(tools), body)
        said = [
            ("tool" if one["type"].endswith("_output") else one.get("role", ""), flat(one.get("content", "")))
            for one in body["input"]
        ]
        made = itertools.chain(responses_double.begins())
        for event in made:
            yield event
        if found := use(said, tools):
            yield responses_double.event("response.output_item.done", output_index=0, item=self.call(*found))
        else:
            for event in responses_double.opens():
                yield event
            whole = ""
            async with contextlib.aclosing(self.words(said)) as words:
                async for word in words:
                    whole += word
                    yield responses_double.piece(word)
            for event in responses_double.closes(whole):
                yield event
        for event in responses_double.ends():
            yield event

    def call(self, name, given):
        self.asked += 1
        item = {"id": f"c{self.asked}", "call_id": f"call_{self.asked}", "name": name}
        return {**item, "type": "function_call", "arguments": json.dumps(given)}
