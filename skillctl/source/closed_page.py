"""A closed table of keys as Markdown, for people who write such files."""

from collections.abc import Iterator, Mapping

from skillctl.source.closed import Key

TABLES = ("table", "tables")


def key_tables(keys: Mapping[str, Key], notes: Mapping[str, str]) -> str:
    """A section for each table of a format, outermost first; `notes` are by path (`tool.reply`)."""
    return "".join(_section(path, key, notes) for path, key in _walk("", Key(keys=keys)))


def _walk(path: str, key: Key) -> Iterator[tuple[str, Key]]:
    """A table and those inside it, each with its dotted path."""
    yield path, key
    for name, inner in key.keys.items():
        if inner.kind in TABLES:
            yield from _walk(f"{path}.{name}".lstrip("."), inner)


def _section(path: str, key: Key, notes: Mapping[str, str]) -> str:
    rows = [_row(path, name, inner) for name, inner in key.keys.items() if not inner.later]
    head = f"\n## {_header(path, key)}\n\n| key | wants | what |\n| --- | --- | --- |\n"
    note = f"\n{notes[path]}\n" if path in notes else ""
    later = ", ".join(f"`{name}`" for name, inner in key.keys.items() if inner.later)
    refused = f"\nOf the format, but refused by this version: {later}.\n" if later else ""
    return head + "".join(rows) + note + refused


def _header(path: str, key: Key) -> str:
    """A table as its header stands in a file."""
    if not path:
        return "Top of the file"
    return f"`[[{path}]]`" if key.kind == "tables" else f"`[{path}]`"


def _row(path: str, name: str, key: Key) -> str:
    cells = (_wants(f"{path}.{name}".lstrip("."), key), key.help)
    wants, words = (cell.replace("|", r"\|") for cell in cells)
    return f"| `{name}` | {wants} | {words} |\n"


def _wants(path: str, key: Key) -> str:
    words = key.wants
    if key.kind in TABLES:
        words = f"{words}: {_header(path, key)}"
    if key.choices:
        words += f": {', '.join(f'`{choice}`' for choice in key.choices)}"
    if key.least is not None:
        words += f", at least {key.least}"
    return f"{words}; required" if key.required else words
