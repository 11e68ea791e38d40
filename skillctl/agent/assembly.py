"""From a view to the exact bytes of a request, with the origin of each (agent.md section 1)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from skillctl.agent.activation import activated_names
from skillctl.agent.base import BASE, builtin_tools
from skillctl.agent.call_mcp_tool import CALL_MCP_TOOL
from skillctl.agent.dialects.known import DEFAULT_DIALECT, dialect_named
from skillctl.agent.dialects.model import Conversation, Options, own_text
from skillctl.agent.instructions import PART as INSTRUCTIONS
from skillctl.agent.instructions import instructions_pieces
from skillctl.agent.messages import Message, UserMessage
from skillctl.agent.provenance import Span, Traced, joined
from skillctl.agent.sections import (
    HINT,
    Section,
    hint_text,
    mcp_section,
    only_for_users,
    pinned_sections,
    skills_section,
)
from skillctl.agent.surface import SKILLS
from skillctl.agent.view import Absence, View
from skillctl.agent.writer import spans, written
from skillctl.settings import Settings
from skillctl.skills.catalog import Catalog, catalog_lines, catalog_order
from skillctl.skills.entry import READ
from skillctl.skills.tool import SKILL_TOOL
from skillctl.tools.filters import many_tools
from skillctl.toolspec import ToolSpec


@dataclass(frozen=True, slots=True)
class Part:
    """One row of the table of agent.md section 1 as it came out; `place` is system or user."""

    id: str
    place: str
    text: Traced


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembly:
    """Everything about one request; `body` is what is printed and what is posted.

    `replaced` counts lone surrogates that became U+FFFD; `notes` names what was cut or removed.
    """

    said: Conversation
    dialect: str
    body: bytes
    replaced: int
    system_parts: tuple[Part, ...]
    absences: tuple[Absence, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def system(self) -> str:
        """The system text."""
        return self.said.system.text

    @property
    def tools(self) -> tuple[ToolSpec, ...]:
        """The tools in model order."""
        return self.said.tools

    @property
    def messages(self) -> tuple[Message, ...]:
        """What was said so far, without the system text."""
        return self.said.messages

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the system text, then those of the user's messages."""
        users = (m for m in self.messages if isinstance(m, UserMessage))
        return (*self.system_parts, *(part for user in users for part in _user_parts(user)))

    def spans(self) -> tuple[Span, ...]:
        """Where each byte of the body comes from; computed when asked."""
        return spans(dialect_named(self.dialect).body(self.said))

    def with_messages(self, messages: Sequence[Message]) -> "Assembly":
        """The same view with another conversation."""
        said = replace(self.said, messages=tuple(messages))
        body, replaced = written(dialect_named(self.dialect).body(said))
        return replace(self, said=said, body=body, replaced=replaced)


def assemble(  # what shapes a body, each named by its caller
    view: View,
    settings: Settings,
    messages: Sequence[Message],
    *,
    model: str,
    dialect: str = DEFAULT_DIALECT,
    options: Options | None = None,
) -> Assembly:
    """Build a request; pure, and the same view and words give the same bytes.

    Options that are not given are those of the settings.
    """
    catalog = catalog_lines(view.skills, settings, view.focus)
    own = (*pinned_sections(catalog.pinned), skills_section(catalog, settings.skills))
    found = [section for section in (*own, mcp_section(view)) if section]
    shown = [section for section in found if section.text.pieces]
    tools = offered_tools(view, settings)
    many = many_tools(tools)
    first = (Part("base", "system", BASE), Part(INSTRUCTIONS, "system", instructions_pieces(view)))
    parts = (*(p for p in first if p.text.pieces), *(_system_part(section) for section in shown))
    said = Conversation(
        model=model,
        system=joined([part.text for part in parts]),
        tools=tools,
        messages=_hinted(messages, _hint(view, settings, catalog, activated_names(messages))),
        options=options or Options(cache=settings.run.cache),
    )
    body, replaced = written(dialect_named(dialect).body(said))
    return Assembly(
        said=said,
        dialect=dialect,
        body=body,
        replaced=replaced,
        system_parts=parts,
        absences=(
            *view.absences,
            *only_for_users(view.skills.skills, catalog),
            *(absence for section in found for absence in section.absences),
        ),
        notes=(*(note for section in found for note in section.notes), *([many] if many else [])),
    )


def offered_tools(view: View, settings: Settings) -> tuple[ToolSpec, ...]:
    """Built-in tools, `skill` if one may be loaded by it, then what servers have.

    That is their tools by key and raw name, or the one tool through which all of them are called.
    """
    by_tool = settings.skills.loading != READ
    loadable = by_tool and any(skill.model_invocable for skill in view.skills.skills)
    theirs = sorted(view.tools, key=lambda tool: (tool.server or "", tool.raw_name or ""))
    skill = (SKILL_TOOL,) if loadable else ()
    if theirs and view.surface == SKILLS:
        theirs = [CALL_MCP_TOOL]
    return (*builtin_tools(writable=view.writable), *skill, *theirs)


def _system_part(section: Section) -> Part:
    return Part(section.id, "system", section.text)


def _user_parts(message: UserMessage) -> Iterator[Part]:
    own = own_text(message)
    yield Part(own.pieces[0].origin.part, "user", own)
    if message.hint.pieces:
        yield Part(HINT, "user", message.hint)


def _hint(view: View, settings: Settings, catalog: Catalog, activated: Sequence[str]) -> Traced:
    """The hint about the skills that a model can load: by name all, by reading the listed ones.

    What is pinned, or was activated by the user, needs no loading.
    """
    pinned = catalog.pinned
    loadable = [
        skill
        for skill in catalog_order(view.skills)
        if not pinned.find(skill) and skill.name not in activated
    ]
    if settings.skills.loading == READ:
        listed = {skill.name for skill in catalog.shown}
        loadable = [skill for skill in loadable if skill.name in listed]
    return hint_text(loadable, view.focus, settings.skills)


def _hinted(messages: Sequence[Message], hint: Traced) -> tuple[Message, ...]:
    """The messages, the last one with the hint if a user said it."""
    last = messages[-1] if messages else None
    if not isinstance(last, UserMessage) or not hint.pieces:
        return tuple(messages)
    return (*messages[:-1], replace(last, hint=hint))
