"""How many tokens each tool of a request takes (agent.md sections 4 and 5)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from skillctl.agent.dialects.known import sent_tools
from skillctl.agent.writer import written
from skillctl.tokens import ESTIMATE, count, counts, quarter, usable
from skillctl.toolspec import ToolSpec

_BEGIN = '{"'
_OBJECT = re.compile(r'\{"[A-Za-z]')


@dataclass(frozen=True, slots=True)
class ToolWeight:
    """Tokens that leaving a tool out would save, and those of the tool alone."""

    tool: ToolSpec
    marginal: int
    raw: int


def tool_weights(tools: Sequence[ToolSpec], dialect: str, method: str) -> list[ToolWeight]:
    """Each tool of a list; the total of a list is never the sum of these."""
    texts = _texts(tools, dialect)
    weighed = zip(tools, marginals(texts, method), counts(texts, method), strict=True)
    return [ToolWeight(*one) for one in weighed]


def total_tokens(tools: Sequence[ToolSpec], dialect: str, method: str) -> int:
    """The tokens of a whole tool list; an empty one is not sent."""
    return list_tokens(_texts(tools, dialect), method)


def _texts(tools: Sequence[ToolSpec], dialect: str) -> list[str]:
    return [written(value)[0].decode() for value in sent_tools(tools, dialect)]


def marginals(texts: Sequence[str], method: str) -> list[int]:
    """What leaving out each text of a list would save, in time linear in their lengths.

    The estimate needs only lengths, an exact count only the pieces on either side of a cut.
    """
    if not texts[1:]:
        return [list_tokens(texts, method) for _ in texts]
    if usable(method) == ESTIMATE:
        sizes = [len(text.encode("utf-8", "surrogatepass")) for text in texts]
        size = len("[]") + sum(sizes) + len(sizes) - 1
        return [quarter(size) - quarter(size - own - len(",")) for own in sizes]
    if all(map(_OBJECT.match, texts)):
        return _by_pieces(texts, method)
    rests = [[*texts[:index], *texts[index + 1 :]] for index in range(len(texts))]
    whole = list_tokens(texts, method)
    return [whole - less for less in counts([_joined(rest) for rest in rests], method)]


def _by_pieces(texts: Sequence[str], method: str) -> list[int]:
    """Exact marginals of objects, from the count of each with the comma and brace after it.

    Before it pairs any bytes, o200k_base cuts a text with a pattern. That pattern never cuts in a
    run of punctuation, and a run of two or more never goes on into a letter. So every list is cut
    after the `{"` that begins each object, and the counts of what lies between add up.
    """
    begin = len(_BEGIN)
    *heads, tail = counts(
        [*(f"{text[begin:]},{_BEGIN}" for text in texts[:-1]), f"{texts[-1][begin:]}]"], method
    )
    as_last = count(f"{texts[-2][begin:]}]", method)
    return [*heads, heads[-1] + tail - as_last]


def list_tokens(texts: Sequence[str], method: str) -> int:
    """The tokens of a list of tools, each as its JSON."""
    return count(_joined(texts), method) if texts else 0


def _joined(texts: Sequence[str]) -> str:
    return f"[{','.join(texts)}]"
