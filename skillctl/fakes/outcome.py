"""Tables of a fake file of which one part must stand, and parts that exclude each other."""

from collections.abc import Iterator, Sequence

from skillctl.fakes.fault_keys import LISTS as LISTED
from skillctl.fakes.fault_keys import RESULTS as RESULTS_OF_CALLS
from skillctl.fakes.faults.table import OF_ANSWERS
from skillctl.fakes.keys import BESIDE, CHOICES, Choice, keys_at, needed
from skillctl.fakes.names import MANY, METHODS
from skillctl.fakes.protocol import NOTIFICATIONS, VERSIONS
from skillctl.source.closed import VALUE, Misfit
from skillctl.source.tree import Entry, Node

OUTCOME = "outcome"


def outcomes(node: Node) -> Iterator[Misfit]:
    """Where a table has none or too many of what it needs, or what does not go together."""
    for path in CHOICES:
        for table in tables_at(node, path):
            yield from _choices(path, table)
            if path in BESIDE:
                yield from _beside(table, "definition", BESIDE[path])
            for key, others in needed(path).items():
                yield from _needs(table, key, others)
    for fault in node.tables("fault"):
        yield from _out_of_place(fault)
    yield from _contradictions(node)
    yield from _of_another_era(node)


def tables_at(node: Node, path: str) -> Iterator[Node]:
    """The tables of a dotted path, whether it names one or a list of them."""
    name, _, rest = path.partition(".")
    entry = node.entry(name)
    value = entry.value if entry else None
    inner = (value, *value.items) if value else ()
    for table in (found for found in inner if found.kind == "mapping"):
        yield from tables_at(table, rest) if rest else (table,)


def _choices(path: str, table: Node) -> Iterator[Misfit]:
    for choice in CHOICES[path]:
        yield from _choice(path, table, choice)


def _choice(path: str, table: Node, choice: Choice) -> Iterator[Misfit]:
    found = [entry for entry in table.entries if entry.key in choice.keys]
    if not found and _holds_other(table, path):
        return
    if not found or (len(found) > 1 and not choice.many):
        place: Entry | Node = found[1] if found else table
        names = " and ".join(entry.key for entry in found) or "none"
        number = "at least" if choice.many else "exactly"
        word = path.rpartition(".")[2]
        message = f'"{word}" needs {number} one {choice.words} {_list(choice.keys)}; found {names}'
        advice = "keep one of them" if found else "add one of them"
        yield Misfit(OUTCOME, message, place.start, place.end, advice)


def _holds_other(table: Node, path: str) -> bool:
    """Whether a key was refused already: it may be the one that is missed here."""
    known = keys_at(path)
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


def _of_another_era(node: Node) -> Iterator[Misfit]:
    """What only the modern era has, in a file of the other; versions of none of its eras."""
    era = next((str(table.value) for table in _values(node, "server.era")), "handshake")
    if era == "handshake":
        entries = [fault.entry("no_result_type") for fault in node.tables("fault")]
        paths = [path for path in CHOICES if path.endswith(".reply")]
        replies = [reply for path in paths for reply in tables_at(node, path)]
        entries += [reply.entry("input_required") for reply in replies]
        for entry in filter(None, entries):
            yield _together(entry, f'"{entry.key}" goes with era = "modern" or "both"')
    versions = list(_values(node, "server.protocol"))
    old = {version.value in VERSIONS for item in versions for version in item.items}
    if old in ({True}, {False}) and era == ("modern" if True in old else "handshake"):
        message = f'no version of "protocol" is one of the era "{era}"'
        yield Misfit(VALUE, message, versions[0].start, versions[0].end, "add one, or change era")


def _values(node: Node, path: str) -> Iterator[Node]:
    """The value of a key in a table, if it stands."""
    name, _, key = path.partition(".")
    value = next((table.get(key) for table in tables_at(node, name)), None)
    if value:
        yield value


def _together(entry: Entry, message: str) -> Misfit:
    return Misfit(VALUE, message, entry.start, entry.end, "take it out")


def _list(keys: Sequence[str]) -> str:
    """The first keys, and how many more the reference page has."""
    more = f" and {len(keys) - MANY} more (docs/fakes.md)" if len(keys) > MANY else ""
    return ", ".join(keys[:MANY]) + more
