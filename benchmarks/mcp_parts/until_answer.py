"""Start a server and wait until it has answered `initialize`: `until_answer.py COMMAND ARG…`."""

import json
import subprocess
import sys

ASKED = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "clock", "version": "1"},
    },
}

pipe = subprocess.PIPE
with subprocess.Popen(sys.argv[1:], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as server:
    server.stdin.write(json.dumps(ASKED).encode() + b"\n")
    server.stdin.flush()
    answered = json.loads(server.stdout.readline())
    server.kill()
sys.exit(0 if answered["result"]["serverInfo"] else 3)
