"""Two snapshots compared, each change with its class (harness.md section 7)."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from skillctl.agent.dialects.known import DIALECTS
from skillctl.drift.change import Change, Drift
from skillctl.drift.texts import compare_text
from skillctl.drift.tools import compare_tools
from skillctl.errors import StoreError
from skillctl.scenario.body_changes import compare_bodies
from skillctl.scenario.snapshot_folder import RESTORE, Snapshot
from skillctl.scenario.snapshot_names import name_of
from skillctl.skills.tool import SKILL_TOOL

SYSTEM = "system.txt"
ABSENT = "absent.txt"
SKILL_FILE = "SKILL.md"
WAITS = {"changed": "changed and waits for consent", "pending": "waits for consent"}
REASONS = {"denied": "consent was denied", "no-skill": "there is no skill to load"}
UNLISTED = "(not listed)"
IN_FULL = "(pinned, its full text stands in the prompt)"
SHORT = 12
_ELEMENT = re.compile(r"^<skill>\n.*?^</skill>$", re.DOTALL | re.MULTILINE)


def compare(old: Snapshot, new: Snapshot) -> tuple[Change, ...]:
    """Every change; an item is a file of the snapshot without its extension."""
    found = [*_tools(old, new), *_skills(old, new), *_system(old, new), *_absent(old, new)]
    found += _about(old, new)
    told = {change.item for change in found if change.drift > Drift.COSMETIC}
    found += dict.fromkeys(compare_bodies(old.bodies, new.bodies, told))
    lost = dict(_differing(old.bodies, new.bodies))
    if not _shown(found):
        found += (
            Change(Drift.PROMPT_ONLY, body, f"byte {at}", None, None, "other bytes")
            for body, at in lost.items()
        )
    return tuple(_with_prefix(change, lost) for change in found)


def _differing(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> Iterator[tuple[str, int]]:
    """The bodies that both have and that differ, and the first byte that does."""
    for name, was in old.items():
        now = new.get(name, was)
        if was != now:
            pairs = enumerate(zip(was, now, strict=False))
            yield name, next((at for at, (a, b) in pairs if a != b), min(len(was), len(now)))


def agreed(snapshot: Snapshot) -> set[str]:
    """The skills and servers of a snapshot, as `KIND NAME`."""
    servers = (tool.get("server") for tool in _tool_list(snapshot))
    skills = {f"skill {name}" for name in _named(snapshot, "skills/")}
    return skills | {f"server {server}" for server in servers if server is not None}


def _shown(found: list[Change]) -> bool:
    return any(change.drift > Drift.COSMETIC for change in found)


def _with_prefix(change: Change, lost: Mapping[str, int]) -> Change:
    """Say of another order what it costs."""
    if change.drift is not Drift.ORDER_ONLY or not lost:
        return change
    words = f"cached prefix lost from byte {', '.join(map(str, lost.values()))}"
    return replace(change, reason=f"{change.reason}; {words}" if change.reason else words)


def _tools(old: Snapshot, new: Snapshot) -> Iterator[Change]:
    """Tools by final name, in model order; another server or raw name behind one is a new tool."""
    for change in compare_tools(_tool_list(old), _tool_list(new)):
        found = replace(change, item=f"tools/{change.item}" if change.item != "tools" else "tools")
        if found.path in ("$.server", "$.raw"):
            found = replace(found, drift=Drift.BREAKING, reason="name mapping changed")
        if found.new is None and found.path == "$":
            found = _gone_tool(found, json.loads(found.old or "{}"), new)
        yield found


def _gone_tool(change: Change, tool: Mapping[str, object], new: Snapshot) -> Change:
    """Say why a tool is gone: by its own absence, by that of its server, or for want of skills."""
    away, server = _absences(new), f"server {tool.get('server')}"
    if away.get(server) in WAITS:
        return _gone(change, away[server], server, "its server ")
    why = away.get(f"tool {tool.get('name')}") or away.get(server)
    if why is None and tool.get("name") == SKILL_TOOL.name and not _named(new, "skills/"):
        why = "no-skill"
    return _gone(change, why)


def _gone(change: Change, absence: str | None, item: str = "", whose: str = "") -> Change:
    """Say why something is gone, by the reason of its absence (agent.md section 3)."""
    if absence in WAITS:
        return replace(change, reason=f"{whose}{WAITS[absence]}", waits=item)
    words = f": {REASONS.get(absence, absence)}" if absence else ""
    return replace(change, reason=f"{change.reason}{words}")


def refuse_malformed(snapshot: Snapshot, shown: str) -> None:
    """StoreError if digests are right but a file holds what no snapshot of ours does."""
    try:
        tools = _tool_list(snapshot)
        readable = set(snapshot.dialects) <= set(DIALECTS) and all(snapshot.bodies.values())
        readable &= all(data.decode() is not None for data in snapshot.files.values())
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        tools, readable = [], False
    if not readable or not tools or not all(isinstance(tool, dict) for tool in tools):
        raise StoreError(f"{shown} was not written by skillctl", hint=RESTORE)


def _tool_list(snapshot: Snapshot) -> list[Mapping[str, object]]:
    """The tools in the order in which the body names them."""
    body = json.loads(next(iter(snapshot.bodies.values()), b"{}"))
    order = [tool.get("function", tool)["name"] for tool in body.get("tools", [])]
    return [json.loads(snapshot.files[f"tools/{name}.json"]) for name in order]


def _skills(old: Snapshot, new: Snapshot) -> Iterator[Change]:
    before, after = _named(old, "skills/"), _named(new, "skills/")
    away = _absences(new)
    for name in sorted(before.keys() | after.keys()):
        item = f"skills/{name}"
        was, now = before.get(name), after.get(name)
        if now is None:
            gone = Change(Drift.BREAKING, item, "$", _first_line(was), None, "skill removed")
            yield _gone(gone, away.get(f"skill {name}"), f"skill {name}")
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
            drift = Drift.PROMPT_ONLY if path == SKILL_FILE else Drift.COSMETIC
            yield Change(drift, item, path, None, None, _content(was, now))


def _content(old: str | None, new: str | None) -> str:
    """What became of a file, which a snapshot knows by its digest only."""
    if old is None:
        return "this file is new"
    if new is None:
        return "this file is gone"
    return f"its content changed (fingerprint {old[:SHORT]} -> {new[:SHORT]})"


def _digests(lines: list[str]) -> dict[str, str]:
    """The digest of each file of a skill by its path; what stands before them names no file."""
    rows = (line.partition(" ") for line in lines[2:] if line)
    return {path: digest for digest, _, path in rows}


def _system(old: Snapshot, new: Snapshot) -> Iterator[Change]:
    """What changed in the system text beside the lines of skills, which have their own changes.

    A line has the number that it has in the old file, whatever skills stand above it.
    """
    before, after = list(_own_lines(old)), list(_own_lines(new))
    was, now = ("\n".join(line for _, line in lines) for lines in (before, after))
    yield from compare_text("system", was, now, numbers=[number for number, _ in before])


def _own_lines(snapshot: Snapshot) -> Iterator[tuple[int, str]]:
    """The lines of the system text, each with its number, but for those of skills."""
    skills = {_first_line(text) for text in _named(snapshot, "skills/").values()}
    system = snapshot.files.get(SYSTEM, b"").decode()
    return (row for row in _numbered(system) if row[1] not in skills)


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text; the element of a skill is one, as its own file has it.

    No foreign text holds the tags of an element.
    """
    number, place = 1, 0
    for element in _ELEMENT.finditer(text):
        lines = text[place : element.start()].split("\n")[:-1]
        yield from enumerate(lines, number)
        number += len(lines)
        yield number, element[0].replace("\n", "")
        number += element[0].count("\n") + 1
        place = element.end() + 1
    if place <= len(text):
        yield from enumerate(text[place:].split("\n"), number)


def _absent(old: Snapshot, new: Snapshot) -> Iterator[Change]:
    """What is not there and why; a server that was there breaks, what never was changes no body.

    A skill that was there is reported as removed.
    """
    was, now = _absences(old), _absences(new)
    there = agreed(old)
    for name in sorted(was.keys() | now.keys()):
        if was.get(name) != now.get(name) and not (name in there and name.startswith("skill ")):
            lost = name in there and name not in was
            drift = Drift.BREAKING if lost else Drift.COSMETIC
            reason = "server or consent lost" if lost else _why_absent(was.get(name), now.get(name))
            found = Change(drift, "absent", name, was.get(name), now.get(name), reason)
            yield _gone(found, now[name], name) if lost and now.get(name) in WAITS else found


def _why_absent(was: str | None, now: str | None) -> str:
    """What became of something that is or was absent, in words."""
    if was is None:
        return "newly absent"
    return "no longer absent" if now is None else "absent for another reason"


def _absences(snapshot: Snapshot) -> dict[str, str]:
    """The reason by `KIND NAME`, as the lines of `absent.txt` say."""
    lines = snapshot.files.get(ABSENT, b"").decode().split("\n")
    rows = (line.partition(": ") for line in lines if line)
    return {name: reason for name, _, reason in rows}


def _about(old: Snapshot, new: Snapshot) -> Iterator[Change]:
    """Version, preset, surface and dialects; the hash of the view follows from the rest.

    Which bodies are kept changes none, unless no form of before is among them.
    """
    for key in ("preset", "surface", "skillctl", "source"):
        was, now = old.about.get(key), new.about.get(key)
        if was != now:
            shapes = key in ("preset", "surface")
            yield Change(Drift.PROMPT_ONLY if shapes else Drift.COSMETIC, "meta", key, was, now)
    if old.dialects != new.dialects:
        was, now = (", ".join(snapshot.dialects) for snapshot in (old, new))
        shared = set(old.dialects) & set(new.dialects)
        drift = Drift.COSMETIC if shared else Drift.PROMPT_ONLY
        reason = "" if shared else f"another form of request, {now} and not {was}"
        yield Change(drift, "meta", "dialects", was, now, reason)


def _named(snapshot: Snapshot, folder: str) -> dict[str, str]:
    """The texts of a folder by what they are about."""
    return {
        name_of(name.removeprefix(folder).rpartition(".")[0]): data.decode()
        for name, data in snapshot.files.items()
        if name.startswith(folder)
    }
