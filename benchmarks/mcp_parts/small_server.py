"""The smallest server: what is measured is its client. Run by any Python, without packages."""

import json
import sys

RESULTS = {
    "initialize": {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "small", "version": "1"},
    },
    "tools/list": {
        "tools": [
            {"name": "echo", "description": "Say it again", "inputSchema": {"type": "object"}}
        ]
    },
    "tools/call": {"content": [{"type": "text", "text": "said"}]},
}

for line in iter(sys.stdin.readline, ""):
    message = json.loads(line)
    if "id" in message:
        answer = {"jsonrpc": "2.0", "id": message["id"], "result": RESULTS[message["method"]]}
        print(json.dumps(answer), flush=True)
