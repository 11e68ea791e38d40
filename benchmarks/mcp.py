"""Time our client and our fake beside those of others: `benchmarks/mcp.py [--runs N] [--json]`.

Whole processes, in turn: start, list, call, close of one small server; and from the start of a fake
to its answer. The others come with `make peers`.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from paired import PYTHON, SKILLCTL, Pair, options, report

ROOT = Path(__file__).resolve().parent.parent
PARTS = Path(__file__).resolve().parent / "mcp_parts"
PEERS = ROOT / ".venv-peers" / "bin" / "python"
SERVER = [PYTHON, "-I", "-S", str(PARTS / "small_server.py")]
CLIENTS = {"SDK": "sdk_client.py", "fastmcp": "fastmcp_client.py"}
TIME, MEMORY, START = 0.25, 0.5, 0.35
FAKE = """
schema = "skillctl.fake/1"
[server]
name = "minimal"
[[tool]]
name = "echo"
input_schema = { type = "object", required = ["text"], properties = { text = { type = "string" } } }
[[tool.reply]]
default = true
text = "said"
"""


def pairs(folder: Path) -> Iterator[Pair]:
    """Every comparison, with its inputs written below `folder`."""
    ours = {
        "mcp tools": [*SKILLCTL, "mcp", "tools", "--", *SERVER],
        "mcp call": [*SKILLCTL, "mcp", "call", "--approve", "all", "echo", "{}", "--", *SERVER],
    }
    for client, script in CLIENTS.items():
        other = [str(PEERS), str(PARTS / script), *SERVER]
        for name, command in ours.items():
            goals = (TIME, MEMORY) if client == "SDK" else (None, None)
            yield Pair(f"{name} / {client} client", command, other, goals[0], memory_share=goals[1])
    file = folder / "minimal.toml"
    file.write_text(FAKE)
    until = [PYTHON, "-I", "-S", str(PARTS / "until_answer.py")]
    serve = [*until, *SKILLCTL, "fake", "serve", str(file)]
    sdk = [*until, str(PEERS), str(PARTS / "sdk_server.py")]
    yield Pair("fake serve, to its answer / SDK server", serve, sdk, START)


def main() -> int:
    """Measure every pair and print the table, or JSON with the raw samples."""
    asked = options(__doc__ or "", runs=9).parse_args()
    if not PEERS.exists():
        print(f"nothing to compare with: {PEERS} is missing; make peers", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        report(pairs(Path(folder)), asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
