"""Small servers as Python programs, each with one way of going wrong."""

import os
import sys
from pathlib import Path

from skillctl.mcp.client import Client
from skillctl.mcp.stdio import start_stdio
from skillctl.servers.model import Limits
from tests.server_configs import server_config

# the helpers of every server; `calls` maps a tool to what its call does
HEAD = """
import json, os, signal, subprocess, sys, time

def send(message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()

def answer(id, result):
    send({"jsonrpc": "2.0", "id": id, "result": result})

def text(words):
    return {"content": [{"type": "text", "text": words}]}

def serve(**calls):
    tools = [{"name": name, "inputSchema": {"type": "object"}} for name in calls]
    for line in iter(sys.stdin.readline, ""):
        message = json.loads(line)
        id, method, params = message.get("id"), message.get("method"), message.get("params") or {}
        if method == "initialize":
            answer(id, {"protocolVersion": params["protocolVersion"],
                        "capabilities": {"tools": {}},
                        "serverInfo": {"name": "tiny", "version": "1"}})
        elif method == "tools/list":
            answer(id, {"tools": tools})
        elif method == "tools/call":
            result = calls[params["name"]](params.get("arguments") or {})
            if result is not None:
                answer(id, result)

def child(code):
    process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, start_new_session="OWN" in os.environ)
    process.stdout.readline()
    return process
"""
HELLO = "serve(hello=lambda a: text('hi'), env=lambda a: text(json.dumps(dict(os.environ))))\n"
# a process that outlives its parent and ignores TERM; says when it is ready
STUBBORN = (
    "import signal, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    "print('ready', flush=True); time.sleep(60)"
)


def write_server(folder, body, name="server.py"):
    path = Path(folder) / name
    path.write_text(HEAD + body)
    return path


def config_of(folder, body=HELLO, *, key="tiny", limits=None, **env):
    """A server entry that runs a body as a Python program."""
    return server_config(
        key,
        command=sys.executable,
        args=(str(write_server(folder, body, f"{key}.py")),),
        env=env,
        cwd=Path(folder),
        limits=limits or Limits(start=20, listing=20, idle=20, hard=40),
    )


def started(config):
    return Client(config.name, start_stdio(config, os.environ), config.limits)
