"""An MCP server with one tool, `lamp`, and nothing but Python."""

import json
import os
import sys

for line in sys.stdin:
    asked = json.loads(line)
    match asked.get("method"):
        case "initialize":
            version = asked["params"]["protocolVersion"]
            told = {"name": "lamp", "version": "1"}
            found = {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": told}
        case "tools/list":
            about = f"Turns on the lamp in the {os.environ['LAMP_ROOM']}"
            found = {
                "tools": [
                    {
                        "name": "lamp",
                        "description": about,
                        "inputSchema": {"type": "object", "properties": {}},
                    }
                ]
            }
        case _:
            found = {}
    if "id" in asked:
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": found}), flush=True)
