"""An agent over stdio that does what the test's own process tells it: a program of its own, with nothing but Python.

`ACP_DOUBLE` holds its port and its answers to what comes before a prompt. Each message of the client is handed to the test;
for each prompt the test gives a script (`acp_double.py`).
"""

import json
import os
import queue
import socket
import subprocess
import sys
import threading

SET = json.loads(os.environ["ACP_DOUBLE"])
LINE = socket.create_connection(("127.0.0.1", SET["port"])).makefile("rw")
INBOX = queue.Queue()


def tell(event, **more):
    LINE.write(json.dumps({"event": event, "pid": os.getpid(), **more}) + "\n")
    LINE.flush()


def send(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def message(**fields):
    send(json.dumps({"jsonrpc": "2.0", **fields}))


def read():
    for line in sys.stdin:
        INBOX.put(json.loads(line))
    INBOX.put(None)


def take(seconds=None):
    """The next message, which the test sees too."""
    found = INBOX.get(timeout=seconds) if seconds else INBOX.get()
    if found is None:
        tell("end of input")
        if SET.get("deaf"):
            threading.Event().wait()
        sys.exit(0)
    tell("message", message=found)
    return found


def cancelled(found):
    return found.get("method") == "session/cancel" and not SET.get("deaf")


def until_cancelled(session, update):
    """Write on, or nothing, until it is told to stop."""
    while True:
        try:
            if cancelled(take(0.02 if update else None)):
                return True
        except queue.Empty:
            message(method="session/update", params={"sessionId": session, "update": update})


def ask(session, name, method, params):
    """Ask the client; the answer, or None if it was cancelled first."""
    message(id=name, method=method, params={"sessionId": session, **params})
    stopped = False
    while True:
        found = take()
        stopped = stopped or cancelled(found)
        if found.get("id") == name and "method" not in found:
            return None if stopped else found


def play(script, prompt):
    session = prompt["params"]["sessionId"]
    answer, plan = {}, list(script)
    while plan:
        do, *rest = plan.pop(0)
        if do == "update":
            message(method="session/update", params={"sessionId": session, "update": rest[0]})
        elif do == "ask":
            answer = ask(session, *rest)
            if answer is None:
                return message(id=prompt["id"], result={"stopReason": "cancelled"})
        elif do == "if allowed":
            plan = rest[0 if answer.get("result", {}).get("outcome", {}).get("optionId") == "yes" else 1]
        elif do == "hang":
            until_cancelled(session, rest[0] if rest else None)
            tell("stopped")
            return message(id=prompt["id"], result={"stopReason": "cancelled"})
        elif do == "raw":
            send(rest[0])
        elif do == "errors":
            print(rest[0], file=sys.stderr, flush=True)
        elif do == "spawn":
            child = subprocess.Popen(["sleep", "300"])  # keeps the pipes open
            tell("child", child=child.pid)
        elif do == "exit":
            os._exit(rest[0])
        elif do == "end":
            return message(id=prompt["id"], result={"stopReason": "end_turn", **(rest[0] if rest else {})})
        elif do == "error":
            return message(id=prompt["id"], error=rest[0])
    return None


def main():
    threading.Thread(target=read, daemon=True).start()
    for line in SET.get("greeting", ()):
        send(line)
    tell("started", environment=dict(os.environ), group=os.getpgid(0))
    while True:
        found = take()
        method, name = found.get("method"), found.get("id")
        if method == "session/prompt":
            tell("asked")
            play(json.loads(LINE.readline()), found)
        elif name is not None and method is not None:
            answer = SET["answers"].get(method, {"result": {}})
            if isinstance(answer, list):  # one after the other; the last stays
                answer = answer.pop(0) if len(answer) > 1 else answer[0]
            for update in answer.get("before", ()):
                message(method="session/update", params={"sessionId": SET["session"], "update": update})
            message(id=name, **{key: answer[key] for key in ("result", "error") if key in answer})
            for update in answer.get("after", ()):
                threading.Event().wait(0.05)
                message(method="session/update", params={"sessionId": SET["session"], "update": update})


main()
