"""Where data differ from what they were, but for what a fix means to change."""

from collections.abc import Mapping

from skillctl.findings import Absent
from skillctl.source.tree import Node, pointer

Intent = Mapping[str, object]


def difference(old: Node, new: Node, intent: Intent) -> str | None:
    """The JSON pointer to the first value that is not as before and not as intended, or None.

    Keys keep their order; a key that stands twice stays twice. Values are compared with their kind.
    """
    walk = _Walk(intent)
    found = walk.compare(old, new, "")
    if found is not None:
        return found
    wanted = (at for at, value in intent.items() if value is not Absent.ABSENT)
    return next((at for at in wanted if at not in walk.met), None)


def broken_promise(root: Node, intent: Intent) -> str | None:
    """The pointer to the first value that is not as intended, where no data were known before."""
    return next((at for at, value in intent.items() if not _is(_resolve(root, at), value)), None)


class _Walk:
    """One walk over both trees; `met` are the pointers of the intent that came true."""

    def __init__(self, intent: Intent) -> None:
        self.intent = intent
        self.met: set[str] = set()

    def compare(self, old: Node, new: Node, at: str) -> str | None:
        """Compare two values under one pointer."""
        if at in self.intent:
            return self.intended(new, at)
        if old.kind != new.kind or repr(old.value) != repr(new.value):
            return at
        if len(old.items) != len(new.items):
            return at
        for number, (before, after) in enumerate(zip(old.items, new.items, strict=True)):
            found = self.compare(before, after, at + pointer(number))
            if found is not None:
                return found
        return self.mappings(old, new, at)

    def mappings(self, old: Node, new: Node, at: str) -> str | None:
        """Compare keys in their order, without those that the intent takes away or adds."""
        before = [
            (at + pointer(e.key), e.value)
            for e in old.entries
            if self.intent.get(at + pointer(e.key)) is not Absent.ABSENT
        ]
        known = {name for name, _ in before}
        after = []
        for entry in new.entries:
            name = at + pointer(entry.key)
            if name in known:
                after.append((name, entry.value))
            elif self.intended(entry.value, name) is not None:
                return name
        for (name, value), (other, changed) in zip(before, after, strict=False):
            found = name if name != other else self.compare(value, changed, name)
            if found is not None:
                return found
        return at if len(before) != len(after) else None

    def intended(self, node: Node, at: str) -> str | None:
        """Whether a value is the one that is meant to stand here."""
        if at not in self.intent or not _is(node, self.intent[at]):
            return at
        self.met.add(at)
        return None


def _resolve(root: Node, at: str) -> Node | None:
    """The value at a JSON pointer."""
    node: Node | None = root
    for part in at.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if node is not None and node.kind == "list":
            node = node.items[int(key)] if key.isdecimal() and int(key) < len(node.items) else None
        else:
            node = node.get(key) if node else None
    return node


def _is(node: Node | None, value: object) -> bool:
    """Whether a node holds a value of the same type."""
    if node is None or value is Absent.ABSENT:
        return node is None and value is Absent.ABSENT
    return repr(node.data()) == repr(value)
