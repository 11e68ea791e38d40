"""Call one fake many times: `benchmarks/soak.py [--calls N] [--json]`; exit code 1 for a miss.

Four threads, answers of mixed sizes, 1 % faults of ten kinds, and one death of the server in the
midst. Demanded (harness.md section 10): each call ends once, with its own answer or with the
failure of a fault; memory grows by 10 MiB at most after the first tenth of the calls (1,000 of
10,000); descriptors, threads and children are as many in the end as in the beginning.
"""

import argparse
import json
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from skillctl.errors import EndpointFailed, Location
from skillctl.mcp.manager import Manager
from skillctl.mcp.stdio import start_stdio
from skillctl.mcp.survey import living
from skillctl.servers.model import Limits, ServerConfig

CALLS, WORKERS, GROWTH = 10_000, 4, 10.0
NAME, IDLE = "soak", 5.0
SIZES = (0, 100, 5_000, 200_000)
FAULTS = (
    'before = ["a log line"]',
    'prefix = "glued "',
    "twice = true",
    'id = "string"',
    "batch = true",
    "crlf = true",
    "split_bytes = 7",
    "line_separators = true",
    "pretty = true",
    'error_code = "no number"',
)
DEATH = "exited with code 9"
# what a call may fail of; a message in parts does not show whose it is, so all on their way do
FAILURES = ("splits messages over lines", "malformed error", DEATH)
EVERY = 100


def fake_file(calls: int) -> str:
    """A server of four tools; every hundredth call has a fault, a later one kills it once."""
    numbers = range(EVERY // 2, calls + 1, EVERY)
    lines = ['schema = "skillctl.fake/1"', "[server]", f'name = "{NAME}"']
    for size in SIZES:
        text = "{{n}} " + "x" * size
        lines += ["[[tool]]", f'name = "t{size}"', 'description = "Says a number."']
        lines += ["[[tool.reply]]", "default = true", "template = true", f'text = "{text}"']
    for number, effect in enumerate(FAULTS):
        nth = list(numbers)[number :: len(FAULTS)]
        if nth:
            lines += ["[[fault]]", 'on = "tools/call"', f"nth = {nth}", effect]
    death = calls * 11 // 20 + 1  # its second life is too short to come to this again
    lines += ["[[fault]]", 'on = "tools/call"', f"nth = {death}"]
    lines += ['exit = { code = 9, stderr = "disk full" }']
    return "\n".join(lines) + "\n"


def configured(file: Path) -> ServerConfig:
    """The fake as a server of a user, in a process of its own."""
    return ServerConfig(
        name=NAME,
        scope="user",
        source="soak",
        location=Location("soak"),
        entry={},
        command=sys.executable,
        args=("-m", "skillctl", "fake", "serve", str(file)),
        cwd=Path.cwd(),
        program=Path(sys.executable),
        limits=Limits(idle=IDLE),
    )


@dataclass(frozen=True, slots=True)
class Counts:
    """What this process holds."""

    descriptors: int
    threads: int
    children: int

    @classmethod
    def now(cls) -> "Counts":
        """As it is now."""
        mine = [one for one in living().values() if one.parent == os.getpid()]
        return cls(len(list(Path("/proc/self/fd").iterdir())), threading.active_count(), len(mine))


def memory() -> float:
    """The resident memory of this process in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def outcome(manager: Manager, number: int) -> str:
    """`own` for the answer to this very call, `other` for that of another, else the failure."""
    try:
        result = manager.call(NAME, f"t{SIZES[number % len(SIZES)]}", {"n": number})
    except EndpointFailed as failure:
        return str(failure).splitlines()[0]
    content = result["content"]
    text = content[0]["text"] if isinstance(content, list) else ""
    return "own" if text.split()[0] == str(number) else "other"


@dataclass(frozen=True, slots=True)
class Soaked:
    """What came of it: outcomes by kind, seconds, memory in MiB at each tenth, counts."""

    calls: int
    seconds: float
    outcomes: dict[str, int]
    memory: list[float]
    before: Counts
    after: Counts

    @property
    def growth(self) -> float:
        """Of memory, after the first tenth of the calls."""
        return max(self.memory) - self.memory[0]

    def missed(self) -> Iterator[str]:
        """What is not as demanded, in words."""
        failed = {words: count for words, count in self.outcomes.items() if words != "own"}
        if sum(self.outcomes.values()) != self.calls:
            yield "not every call ended once"
        for words in failed:
            if not any(known in words for known in FAILURES):
                yield f"a call came to: {words}"
        if sum(failed.values()) > self.calls // EVERY + WORKERS:
            yield f"{sum(failed.values())} calls failed"
        if not any(DEATH in words for words in self.outcomes):
            yield "the server did not die in the midst"
        if self.growth > GROWTH:
            yield f"memory grew by {self.growth:.1f} MiB"
        if self.before != self.after:
            yield f"{self.before} in the beginning, {self.after} in the end"


def soak(calls: int, config: ServerConfig) -> Soaked:
    """Start the fake, call it, end it."""

    def managed() -> Manager:
        return Manager([config], lambda wanted: start_stdio(wanted, os.environ))

    with managed() as manager:  # what is made once and stays is made here
        manager.scan()
    before, begun, sizes = Counts.now(), time.perf_counter(), []
    seen: Counter[str] = Counter()
    with managed() as manager, ThreadPoolExecutor(WORKERS) as pool:
        manager.scan()
        for part in range(10):
            numbers = range(calls * part // 10, calls * (part + 1) // 10)
            seen.update(pool.map(lambda number: outcome(manager, number), numbers))
            sizes.append(memory())
    seconds = time.perf_counter() - begun
    return Soaked(calls, round(seconds, 1), dict(seen), sizes, before, Counts.now())


def told(soaked: Soaked) -> Iterator[str]:
    """What came of it, for a person."""
    yield f"{soaked.calls:,} calls in {soaked.seconds} s by {WORKERS} threads"
    for words, count in sorted(soaked.outcomes.items(), key=lambda item: -item[1]):
        yield f"{count:7,}  {words}"
    memories = " ".join(f"{size:.1f}" for size in soaked.memory)
    yield f"memory at each tenth, MiB: {memories} (growth {soaked.growth:.1f}, at most {GROWTH:g})"
    yield f"in the beginning {soaked.before}, in the end {soaked.after}"


def main() -> int:
    """Soak, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=CALLS)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "soak.toml"
        file.write_text(fake_file(asked.calls))
        soaked = soak(asked.calls, configured(file))
    print(json.dumps(asdict(soaked)) if asked.json else "\n".join(told(soaked)))
    misses = list(soaked.missed())
    sys.stderr.writelines(f"missed: {words}\n" for words in misses)
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
