"""A request built again in other orders: is it the same to the byte? (agent.md section 3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from skillctl.agent.assembly import Assembly, assemble
from skillctl.agent.dialects.model import Options
from skillctl.agent.gather import gather_view, no_config
from skillctl.agent.ground import Ground
from skillctl.agent.messages import Message, UserMessage
from skillctl.agent.provenance import Span, Traced
from skillctl.agent.shared_prefix import first_difference, place_at
from skillctl.policy.text import row
from skillctl.settings import Settings
from skillctl.shuffle import AS_FOUND, Shuffle

SHOWN_BYTES = 40
# a field of Orders, and what is varied by it in words
FACTORS: Mapping[str, str] = {
    "files": "the order of config files",
    "roots": "the order in which skill roots list what is in them",
    "keys": "the order of keys in config files",
    "starts": "the order in which servers start",
    "pages": "the pages of the servers' lists of tools",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is said in a request, whatever is found around it; `bare` is without any config."""

    messages: Sequence[Message]
    model: str
    dialect: str
    options: Options
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Built:
    """The bytes of a request and where they come from."""

    body: bytes
    spans: tuple[Span, ...]


def request_again(built: Assembly, *, bare: bool) -> Request:
    """What to say to get the same request once more; our own hint is made anew."""
    messages = (
        replace(one, hint=Traced(())) if isinstance(one, UserMessage) else one
        for one in built.messages
    )
    said = built.said
    return Request(
        messages=tuple(messages),
        model=said.model,
        dialect=built.dialect,
        options=said.options,
        bare=bare,
    )


def build(ground: Ground, settings: Settings, request: Request) -> Built:
    """Look at everything anew, start the servers, and build the request."""
    with no_config(ground) if request.bare else gather_view(ground, settings) as seen:
        made = assemble(
            *(seen.view, settings, request.messages),
            model=request.model,
            dialect=request.dialect,
            options=request.options,
        )
    return Built(made.body, made.spans())


def varied(ground: Ground, factor: str, seed: int) -> Ground:
    """The same place with one thing taken in another order; no file is touched."""
    return replace(ground, orders=replace(AS_FOUND, **{factor: Shuffle(seed)}))


def difference(usual: Built, other: Built, words: str) -> Iterator[str]:
    """Lines about the first byte that differs, and nothing if there is none; `words` say why."""
    at = first_difference(usual.body, other.body)
    if at is None:
        return
    size = len(usual.body)
    yield f"not stable: byte {at:,} of {size:,} is another one when this is varied: {words}"
    for sign, one in (("-", usual), ("+", other)):
        text = one.body[at : at + SHOWN_BYTES].decode(errors="replace")
        yield f"{sign} {place_at(one.body, one.spans, at)}, from {_source(one, at)}: {row(text)}"


def _source(built: Built, at: int) -> str:
    found = next((span for span in built.spans if at < span.end), built.spans[-1])
    return row(found.origin.place)
