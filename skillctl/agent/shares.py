"""How many tokens each part of a request takes (agent.md sections 1 and 5)."""

from collections.abc import Iterator
from dataclasses import dataclass

from skillctl.agent.assembly import Assembly
from skillctl.policy.text import row
from skillctl.tokens import count, shown


@dataclass(frozen=True, slots=True)
class Share:
    """The tokens and bytes of all spans of one part and item."""

    part: str
    item: str
    tokens: int
    size: int


def shares(assembly: Assembly, method: str) -> list[Share]:
    """The parts of a body in the order in which they first stand in it."""
    texts: dict[tuple[str, str], str] = {}
    for span in assembly.spans():
        key = (span.origin.part, span.origin.item)
        texts[key] = texts.get(key, "") + assembly.body[span.start : span.end].decode()
    return [
        Share(part, item, count(text, method), len(text.encode()))
        for (part, item), text in texts.items()
    ]


def _label(share: Share) -> str:
    return row(f"{share.part}  {share.item}".rstrip())


def share_table(assembly: Assembly, method: str) -> Iterator[str]:
    """Lines of part, item, tokens and their share of all; the last one says how it was counted."""
    found = shares(assembly, method)
    whole = count(assembly.body.decode(), method)
    width = max(len(_label(share)) for share in found)
    for share in found:
        label = _label(share)
        percent = 100 * share.tokens / whole
        yield f"{label:{width}}  {shown(share.tokens, method):>8}  {percent:5.1f} %"
    yield f"{'total':{width}}  {shown(whole, method):>8}  100.0 %"
    yield (
        f"method: {method}; frame: what stands around the parts; joiner: empty lines between them; "
        "each is counted alone, the total as a whole"
    )
