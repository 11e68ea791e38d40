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


def dialect_named(name: str) -> Dialect:
    """The dialect of that name; SkillctlError with what was meant, or the known ones."""
    if name not in DIALECTS:
        known = f"known dialects: {', '.join(DIALECTS)}"
        raise SkillctlError(f"no dialect named {name!r}", hint=did_you_mean(name, DIALECTS, known))
    return DIALECTS[name]


def sent_tools(tools: Sequence[ToolSpec], dialect: str) -> list[object]:
    """Each tool as a dialect sends it."""
    said = Conversation(model="", system=Traced(()), tools=tuple(tools), messages=())
    sent = dialect_named(dialect).body(said).get("tools", ())
    return list(cast("Sequence[object]", sent))
