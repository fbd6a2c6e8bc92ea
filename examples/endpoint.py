"""An agent behind an address: `python endpoint.py 8000`, then `solovox serve --open --set brain.kind=sse --set brain.url=…`."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def agent(instruction, history):
    yield "step", "counting the words"
    yield "message", f"You said {len(instruction.split())} words. "
    yield "message", f"Before that I know {len(history)} lines of our talk."
    yield "done", ""


class Endpoint(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for name, data in agent(asked["instruction"], asked["history"]):
            lines = "".join(f"data: {line}\n" for line in data.split("\n"))
            self.wfile.write(f"event: {name}\n{lines}\n".encode())


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Endpoint)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
