"""Tables of a fake file of which one part must stand, and parts that exclude each other."""

from collections.abc import Iterator, Sequence

from skillctl.fakes.fault_keys import LISTS as LISTED
from skillctl.fakes.fault_keys import RESULTS as RESULTS_OF_CALLS
from skillctl.fakes.faults.table import OF_ANSWERS
from skillctl.fakes.keys import CHOICES, FAKE, PARTS, REPLY, RESULTS, TOOL, Choice
from skillctl.fakes.names import MANY, METHODS
from skillctl.fakes.protocol import NOTIFICATIONS
from skillctl.source.closed import VALUE, Misfit
from skillctl.source.tree import Entry, Node

OUTCOME = "outcome"


def outcomes(node: Node) -> Iterator[Misfit]:
    """Where a reply, tool, fault or event has none or too many of what it needs."""
    for tool in node.tables("tool"):
        yield from _choices("tool", tool)
        yield from _beside(tool, "definition", PARTS)
        for reply in tool.tables("reply"):
            yield from _choices("reply", reply)
            yield from _needs(reply, "is_error", RESULTS)
    for word in ("fault", "event"):
        for table in node.tables(word):
            yield from _choices(word, table)
    for fault in node.tables("fault"):
        yield from _needs(fault, "split_ms", ("split_bytes",))
        yield from _out_of_place(fault)
    yield from _contradictions(node)


def _choices(word: str, table: Node) -> Iterator[Misfit]:
    for choice in CHOICES[word]:
        yield from _choice(word, table, choice)


def _choice(word: str, table: Node, choice: Choice) -> Iterator[Misfit]:
    found = [entry for entry in table.entries if entry.key in choice.keys]
    if not found and _holds_other(table, word):
        return
    if not found or (len(found) > 1 and not choice.many):
        place: Entry | Node = found[1] if found else table
        names = " and ".join(entry.key for entry in found) or "none"
        number = "at least" if choice.many else "exactly"
        message = f'"{word}" needs {number} one {choice.words} {_list(choice.keys)}; found {names}'
        advice = "keep one of them" if found else "add one of them"
        yield Misfit(OUTCOME, message, place.start, place.end, advice)


def _holds_other(table: Node, word: str) -> bool:
    """Whether a key was refused already: it may be the one that is missed here."""
    known = {"tool": TOOL, "reply": REPLY}.get(word) or FAKE[word].keys
    return any(entry.key not in known or known[entry.key].later for entry in table.entries)


def _beside(table: Node, key: str, others: Sequence[str]) -> Iterator[Misfit]:
    """Keys that may not stand beside another one."""
    for entry in table.entries:
        if entry.key in others and table.entry(key):
            message = f'"{entry.key}" stands beside "{key}", which is sent as it is'
            yield Misfit(OUTCOME, message, entry.start, entry.end, f"put it into {key}")


def _needs(table: Node, key: str, others: Sequence[str]) -> Iterator[Misfit]:
    """A key that says more about one of others, where none of those stands."""
    entry = table.entry(key)
    if entry and not any(table.entry(other) for other in others):
        message = f'"{key}" says more about {_list(others)}; none of them is here'
        yield Misfit(OUTCOME, message, entry.start, entry.end, "take it out")


def _contradictions(node: Node) -> Iterator[Misfit]:
    """Values that fit alone, but not together."""
    for fault in node.tables("fault"):
        entry, on = fault.entry("tool"), fault.get("on")
        if entry and on and on.value != "tools/call":
            yield _together(entry, '"tool" goes with on = "tools/call"')
    for expect in node.tables("expect"):
        entry, method = expect.entry("of"), expect.get("method")
        if entry and method and method.value != "notifications/cancelled":
            yield _together(entry, '"of" goes with method = "notifications/cancelled"')


def _out_of_place(fault: Node) -> Iterator[Misfit]:
    """Effects on what the messages of a method do not have."""
    on = fault.get("on")
    method = str(on.value) if on else ""
    if method not in METHODS:
        return
    for entry in fault.entries:
        if entry.key in RESULTS_OF_CALLS and method != "tools/call":
            yield _together(entry, f'"{entry.key}" goes with on = "tools/call"')
        elif entry.key in LISTED and not method.endswith("/list"):
            yield _together(entry, f'"{entry.key}" goes with a list such as on = "tools/list"')
        elif entry.key in OF_ANSWERS and method in NOTIFICATIONS:
            message = f'"{entry.key}" changes an answer; a notification has none'
            yield _together(entry, message)


def _together(entry: Entry, message: str) -> Misfit:
    return Misfit(VALUE, message, entry.start, entry.end, "take it out")


def _list(keys: Sequence[str]) -> str:
    """The first keys, and how many more the reference page has."""
    more = f" and {len(keys) - MANY} more (docs/fakes.md)" if len(keys) > MANY else ""
    return ", ".join(keys[:MANY]) + more
