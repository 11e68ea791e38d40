"""Two snapshots compared, each change with its class (harness.md section 7)."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

from skillctl.drift.change import Change, Drift
from skillctl.drift.texts import compare_text
from skillctl.drift.tools import compare_tools
from skillctl.errors import StoreError
from skillctl.scenario.snapshot_folder import RESTORE, Snapshot

BODY = "body.openai-chat.json"
SYSTEM = "system.txt"
ABSENT = "absent.txt"
SKILL_FILE = "SKILL.md"
CONSENT_WORDS = {
    "changed": "it changed and waits for consent",
    "pending": "it waits for consent",
    "denied": "consent was denied",
}
UNLISTED = "(not listed)"


def compare(old: Snapshot, new: Snapshot) -> tuple[Change, ...]:
    """Every change; an item is a file of the snapshot without its extension."""
    found = [*_tools(old, new), *_skills(old, new), *_system(old, new), *_absent(old, new)]
    found += _about(old, new)
    was, now = (snapshot.files.get(BODY, b"") for snapshot in (old, new))
    differing = (at for at, (a, b) in enumerate(zip(was, now, strict=False)) if a != b)
    lost = next(differing, min(len(was), len(now)))
    if was != now and not _shown(found):
        found.append(Change(Drift.PROMPT_ONLY, BODY, f"byte {lost}", None, None, "other bytes"))
    return tuple(_with_prefix(change, lost) for change in found)


def _shown(found: list[Change]) -> bool:
    return any(change.drift > Drift.COSMETIC for change in found)


def _with_prefix(change: Change, lost: int) -> Change:
    """Say of another order what it costs."""
    if change.drift is not Drift.ORDER_ONLY:
        return change
    words = f"cached prefix lost from byte {lost}"
    return replace(change, reason=f"{change.reason}; {words}" if change.reason else words)


def _tools(old: Snapshot, new: Snapshot) -> Iterator[Change]:
    """Tools by final name, in model order; another server or raw name behind one is a new tool."""
    away = _absences(new)
    for change in compare_tools(_tool_list(old), _tool_list(new)):
        found = replace(change, item=f"tools/{change.item}" if change.item != "tools" else "tools")
        if found.path in ("$.server", "$.raw"):
            found = replace(found, drift=Drift.BREAKING, reason="name mapping changed")
        if found.new is None and found.path == "$":
            server = str(json.loads(found.old or "{}").get("server"))
            why = away.get(f"tool {change.item}") or away.get(f"server {server}")
            found = replace(found, reason=_because(found.reason, why))
        yield found


def _because(words: str, absence: str | None) -> str:
    """Why something is gone, by the reason of its absence (agent.md section 3)."""
    if absence is None:
        return words
    return f"{words}: {CONSENT_WORDS.get(absence, absence)}"


def refuse_malformed(snapshot: Snapshot, shown: str) -> None:
    """StoreError if digests are right but a file holds what no snapshot of ours does."""
    try:
        tools = _tool_list(snapshot)
        readable = all(data.decode() is not None for data in snapshot.files.values())
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        tools, readable = [], False
    if not readable or not tools or not all(isinstance(tool, dict) for tool in tools):
        raise StoreError(f"{shown} was not written by skillctl", hint=RESTORE)


def _tool_list(snapshot: Snapshot) -> list[Mapping[str, object]]:
    """The tools in the order in which the body names them."""
    body = json.loads(snapshot.files.get(BODY, b"{}"))
    order = [tool["function"]["name"] for tool in body.get("tools", [])]
    return [json.loads(snapshot.files[f"tools/{name}.json"]) for name in order]


def _skills(old: Snapshot, new: Snapshot) -> Iterator[Change]:
    before, after = _named(old, "skills/"), _named(new, "skills/")
    away = _absences(new)
    for name in sorted(before.keys() | after.keys()):
        item = f"skills/{name}"
        was, now = before.get(name), after.get(name)
        if now is None:
            reason = _because("skill removed", away.get(f"skill {name}"))
            yield Change(Drift.BREAKING, item, "$", _first_line(was), None, reason)
        elif was is None:
            yield Change(Drift.PROMPT_ONLY, item, "$", None, _first_line(now), "new skill")
        else:
            yield from _skill(item, was.split("\n"), now.split("\n"))


def _first_line(text: str | None) -> str:
    return (text or "").partition("\n")[0]


def _skill(item: str, old: list[str], new: list[str]) -> Iterator[Change]:
    """Its line in the catalog, then its files; a file that is only read on demand is cosmetic."""
    if old[0] != new[0]:
        reason = "catalog line changed"
        yield Change(Drift.PROMPT_ONLY, item, "line 1", old[0], new[0], reason)
    before, after = _digests(old), _digests(new)
    for path in sorted(before.keys() | after.keys()):
        was, now = before.get(path), after.get(path)
        if was != now:
            own = path == SKILL_FILE
            drift = Drift.PROMPT_ONLY if own else Drift.COSMETIC
            reason = "instructions changed" if own else "a file of the skill changed"
            yield Change(drift, item, path, was, now, reason)


def _digests(lines: list[str]) -> dict[str, str]:
    """The digest of each file of a skill by its path; what stands before them names no file."""
    rows = (line.partition(" ") for line in lines[2:] if line)
    return {path: digest for digest, _, path in rows}


def _system(old: Snapshot, new: Snapshot) -> Iterator[Change]:
    """What changed in the system text beside the lines of skills, which have their own changes."""
    was, now = (_without_skills(snapshot) for snapshot in (old, new))
    yield from compare_text("system", was, now)


def _without_skills(snapshot: Snapshot) -> str:
    lines = {_first_line(text) for text in _named(snapshot, "skills/").values()}
    system = snapshot.files.get(SYSTEM, b"").decode()
    return "\n".join(line for line in system.split("\n") if line not in lines)


def _absent(old: Snapshot, new: Snapshot) -> Iterator[Change]:
    """What is not there and why; a server that was there breaks, what never was changes no body.

    A skill that was there is reported as removed.
    """
    was, now = _absences(old), _absences(new)
    servers = {f"server {tool.get('server')}" for tool in _tool_list(old)}
    there = {f"skill {name}" for name in _named(old, "skills/")}
    for name in sorted((was.keys() | now.keys()) - there):
        if was.get(name) != now.get(name):
            lost = name in servers and name not in was
            drift = Drift.BREAKING if lost else Drift.COSMETIC
            reason = "server or consent lost" if lost else "what is not there changed"
            yield Change(drift, "absent", name, was.get(name), now.get(name), reason)


def _absences(snapshot: Snapshot) -> dict[str, str]:
    """The reason by `KIND NAME`, as the lines of `absent.txt` say."""
    lines = snapshot.files.get(ABSENT, b"").decode().split("\n")
    rows = (line.partition(": ") for line in lines if line)
    return {name: reason for name, _, reason in rows}


def _about(old: Snapshot, new: Snapshot) -> Iterator[Change]:
    """Version, preset and surface; the hash of the view follows from the rest."""
    for key in ("preset", "surface", "skillctl", "source"):
        was, now = old.about.get(key), new.about.get(key)
        if was != now:
            shapes = key in ("preset", "surface")
            yield Change(Drift.PROMPT_ONLY if shapes else Drift.COSMETIC, "meta", key, was, now)


def _named(snapshot: Snapshot, folder: str) -> dict[str, str]:
    """The texts of a folder by file name without extension."""
    return {
        name.removeprefix(folder).rpartition(".")[0]: data.decode()
        for name, data in snapshot.files.items()
        if name.startswith(folder)
    }
