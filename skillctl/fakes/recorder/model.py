"""What was heard of a server: raw answers, in their order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """One call; `answer` is the message that came back, with its `result` or its `error`."""

    tool: str
    arguments: Mapping[str, Any]
    answer: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """A server by its key: its first answer, the pages of its list, the calls that were made.

    `hello` is the result of initialize, or of server/discover where it is `modern`; `protocol` is
    the version that was agreed on.
    """

    key: str
    protocol: str
    modern: bool
    hello: Mapping[str, Any]
    pages: Sequence[Sequence[Any]]
    calls: Sequence[Called] = ()

    @property
    def tools(self) -> list[Any]:
        """The entries of all pages."""
        return [tool for page in self.pages for tool in page]
