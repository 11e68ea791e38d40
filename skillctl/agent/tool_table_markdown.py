"""The table of tools as Markdown, for a comment or a page (agent.md section 4)."""

from collections.abc import Iterator, Sequence

from skillctl.agent.savings import Saving
from skillctl.agent.tool_table import (
    ABSENT_HEAD,
    BUILTIN,
    DIGEST_DIGITS,
    HEAD,
    NUMBERS,
    ToolTable,
    hints,
    percent,
)
from skillctl.agent.tool_table_text import meaning, total_line
from skillctl.agent.weight import ToolWeight
from skillctl.policy.text import row, visible
from skillctl.tokens import shown

_HARMLESS = frozenset(" -,()=")
_ENDING = frozenset("`|")  # what ends code, and what ends a cell


def as_markdown(found: ToolTable) -> str:
    """A table, one of the servers without tools if there are any, and lines below."""
    lines = list(_table(HEAD, [_cells(found, weight) for weight in found.rows], NUMBERS))
    if found.absent:
        absent = [(code(s.key), s.state, s.consent or "-", _lines(s.error)) for s in found.absent]
        lines += ["", *_table(ABSENT_HEAD, absent)]
    lines += ["", total_line(found), ""]
    lines += [f"- {_drop(found, saving)}" for saving in found.savings]
    lines += [*([""] if found.savings else []), meaning()]
    return "".join(f"{line}\n" for line in lines)


def code(text: str) -> str:
    """A foreign text as code that ends no cell, opens no link and calls nobody."""
    shown_text = row(text)
    if not shown_text:
        return "-"
    if shown_text == shown_text.strip() and not _ENDING.intersection(shown_text):
        return f"`{shown_text}`"
    begin, end = len(shown_text) - len(shown_text.lstrip()), len(shown_text.rstrip())
    characters = (
        character if begin <= at < end and _is_harmless(character) else f"&#{ord(character)};"
        for at, character in enumerate(shown_text)
    )
    return f"<code>{''.join(characters)}</code>"


def _lines(text: str) -> str:
    return "<br>".join(code(line.strip()) for line in visible(text).splitlines()) or "-"


def _is_harmless(character: str) -> bool:
    return character.isalnum() or character in _HARMLESS


def _table(
    head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()
) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'|'.join('--:' if at in right else '---' for at in range(len(head)))}|"
    for cells in rows:
        yield f"| {' | '.join(cells)} |"


def _cells(found: ToolTable, weight: ToolWeight) -> tuple[str, ...]:
    tool = weight.tool
    return (
        code(tool.name),
        code(tool.server) if tool.server is not None else BUILTIN,
        code(tool.raw_name or ""),
        ", ".join(hints(tool)) or "-",
        code(tool.digest[:DIGEST_DIGITS]),
        found.consent(tool) or "-",
        shown(weight.marginal, found.method),
        shown(weight.raw, found.method),
        f"{percent(weight.marginal, found.budget)} %",
    )


def _drop(found: ToolTable, saving: Saving) -> str:
    what = code(f"{saving.server}/{saving.tool.raw_name}") if saving.tool else ""
    saved = shown(saving.tokens, found.method)
    share = percent(saving.tokens, found.total)
    return f"drop {what or f'server {code(saving.server)}'} to save {saved} tokens ({share} %)"
