"""The dialects by name, and what each makes of a conversation."""

from collections.abc import Sequence
from typing import cast

from skillctl.agent.dialects.anthropic_messages import ANTHROPIC_MESSAGES
from skillctl.agent.dialects.model import Conversation, Dialect
from skillctl.agent.dialects.openai_chat import OPENAI_CHAT
from skillctl.agent.dialects.openai_responses import OPENAI_RESPONSES
from skillctl.agent.provenance import Traced
from skillctl.errors import SkillctlError
from skillctl.nearest import did_you_mean
from skillctl.toolspec import ToolSpec

DIALECTS = {one.name: one for one in (OPENAI_CHAT, OPENAI_RESPONSES, ANTHROPIC_MESSAGES)}
DEFAULT_DIALECT = OPENAI_CHAT.name
# what stands before the colon of a model at an endpoint, and the dialect of that endpoint
PROVIDERS = {"openai": OPENAI_CHAT, "responses": OPENAI_RESPONSES, "anthropic": ANTHROPIC_MESSAGES}


def dialect_named(name: str) -> Dialect:
    """The dialect of that name; SkillctlError with what was meant, or the known ones."""
    if name not in DIALECTS:
        known = f"known dialects: {', '.join(DIALECTS)}"
        raise SkillctlError(f"no dialect named {name!r}", hint=did_you_mean(name, DIALECTS, known))
    return DIALECTS[name]


def wire_model(spec: str) -> str:
    """The name of a model as a body holds it; a script's file is not part of it."""
    head, _, rest = spec.partition(":")
    if head == "script":
        return head
    return rest if head in PROVIDERS and rest else spec


def spoken(asked: str | None, model: str = "", usual: str = DEFAULT_DIALECT) -> str:
    """The dialect that was asked for, else that of the model's endpoint, else the usual one.

    SkillctlError if there is no such dialect, or the model's endpoint does not speak it.
    """
    endpoint = PROVIDERS.get(model.partition(":")[0]) if ":" in model else None
    name = asked or (endpoint.name if endpoint else usual)
    dialect_named(name)
    if endpoint and name != endpoint.name:
        raise SkillctlError(
            f"the model {model!r} is asked in {endpoint.name}, not in {name}",
            hint="leave out --dialect, or name another model with --model",
        )
    return name


def sent_tools(tools: Sequence[ToolSpec], dialect: str) -> list[object]:
    """Each tool as a dialect sends it."""
    said = Conversation(model="", system=Traced(()), tools=tuple(tools), messages=())
    sent = dialect_named(dialect).body(said).get("tools", ())
    return list(cast("Sequence[object]", sent))
