"""How many tokens each part of a request takes (agent.md sections 4 and 5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from skillctl.agent.assembly import Assembly
from skillctl.agent.dialects.known import sent_tools
from skillctl.agent.writer import written
from skillctl.tokens import ESTIMATE, count, quarter, shown, usable
from skillctl.toolspec import ToolSpec


@dataclass(frozen=True, slots=True)
class ToolWeight:
    """Tokens that leaving a tool out would save, and those of the tool alone."""

    tool: ToolSpec
    marginal: int
    raw: int


@dataclass(frozen=True, slots=True)
class Share:
    """The tokens and bytes of all spans of one part and item."""

    part: str
    item: str
    tokens: int
    size: int


def tool_weights(tools: Sequence[ToolSpec], dialect: str, method: str) -> list[ToolWeight]:
    """Each tool of a list; the total of a list is never the sum of these."""
    texts = [written(value)[0].decode() for value in sent_tools(tools, dialect)]
    return [
        ToolWeight(tool, marginal, count(text, method))
        for tool, text, marginal in zip(tools, texts, marginals(texts, method), strict=True)
    ]


def marginals(texts: Sequence[str], method: str) -> list[int]:
    """What leaving out each text of a list would save; the estimate needs only their lengths."""
    whole = list_tokens(texts, method)
    if len(texts) > 1 and usable(method) == ESTIMATE:
        sizes = [len(text.encode("utf-8", "surrogatepass")) for text in texts]
        size = len("[]") + sum(sizes) + len(sizes) - 1
        return [whole - quarter(size - own - len(",")) for own in sizes]
    rests = ([*texts[:index], *texts[index + 1 :]] for index in range(len(texts)))
    return [whole - list_tokens(rest, method) for rest in rests]


def total_tokens(tools: Sequence[ToolSpec], dialect: str, method: str) -> int:
    """The tokens of a whole tool list; an empty one is not sent."""
    texts = [written(value)[0].decode() for value in sent_tools(tools, dialect)]
    return list_tokens(texts, method)


def list_tokens(texts: Sequence[str], method: str) -> int:
    """The tokens of a list of tools, each as its JSON."""
    return count(f"[{','.join(texts)}]", method) if texts else 0


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


def share_table(assembly: Assembly, method: str) -> Iterator[str]:
    """Lines of part, item, tokens and share of the bytes; the last one names the method."""
    found = shares(assembly, method)
    whole = len(assembly.body)
    width = max(len(f"{s.part}  {s.item}") for s in found)
    for share in found:
        label = f"{share.part}  {share.item}".rstrip()
        percent = 100 * share.size / whole
        yield f"{label:{width}}  {shown(share.tokens, method):>8}  {percent:5.1f} %"
    total = shown(count(assembly.body.decode(), method), method)
    yield f"{'total':{width}}  {total:>8}  100.0 %"
    yield f"method: {method}; frame: what stands around the parts; joiner: empty lines between them"
