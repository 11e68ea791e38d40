"""References inside a schema: JSON pointers into the same document, never anything fetched."""

from collections import deque
from collections.abc import Iterator, Mapping
from urllib.parse import unquote

from skillctl.tools.positions import Schema, inner_schemas, is_schema, pointer
from skillctl.tools.schema import BadSchema

Tokens = tuple[str, ...]


def tokens_of(ref: object) -> Tokens | None:
    """The steps of a local JSON pointer (`~0`, `~1` and `%xx` decoded); None if it is none."""
    if not isinstance(ref, str) or not ref.startswith("#"):
        return None
    first, *steps = unquote(ref[1:]).split("/")
    if first:
        return None
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in steps)


def target(root: object, tokens: Tokens) -> object:
    """What stands at a pointer; None if nothing that is a schema does."""
    place = root
    for token in tokens:
        if isinstance(place, Mapping) and token in place:
            place = place[token]
        elif isinstance(place, list) and token.isdecimal() and int(token) < len(place):
            place = place[int(token)]
        else:
            return None
    return place if is_schema(place) else None


def local_target(root: Schema, ref: object, path: str) -> object:
    """The schema that a reference names; BadSchema with the pointer if it leads nowhere here."""
    tokens = tokens_of(ref)
    if tokens is None and not (isinstance(ref, str) and ref.startswith("#")):
        raise BadSchema(path, f"non-local {ref}, which is never fetched")
    found = None if tokens is None else target(root, tokens)
    if found is None:
        raise BadSchema(path, f"unresolvable {ref}")
    return found


def check_refs(root: Schema) -> None:
    """BadSchema at the first reference that does not lead to a schema inside this one."""
    for path, node in every_schema(root):
        if "$ref" in node:
            local_target(root, node["$ref"], f"{path}/$ref")


def every_schema(root: Schema) -> Iterator[tuple[str, Schema]]:
    """Each object schema with its pointer, also where only a reference leads to it; each once."""
    pending: deque[tuple[str, object]] = deque([("", root)])
    seen: set[int] = set()
    while pending:
        path, node = pending.popleft()
        if not isinstance(node, dict) or id(node) in seen:
            continue
        seen.add(id(node))
        yield path, node
        pending += inner_schemas(node, path)
        tokens = tokens_of(node.get("$ref"))
        if tokens is not None:
            pending.append((_joined(tokens), target(root, tokens)))


def _joined(tokens: Tokens) -> str:
    path = ""
    for token in tokens:
        path = pointer(path, token)
    return path
