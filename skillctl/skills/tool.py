"""Tiers 2 and 3: the `skill` tool (skills.md sections 8 and 9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from skillctl.cut import cut_end, cut_middle
from skillctl.policy.text import one_line
from skillctl.settings import Settings
from skillctl.skills.body import body_of
from skillctl.skills.model import Skill, SkillSnapshot
from skillctl.skills.resource import ResourceRefused, open_resource
from skillctl.skills.result import Part, binary_line, body_part, file_part
from skillctl.toolspec import ToolSpec

SKILL_TOOL = ToolSpec(
    name="skill",
    description="Load a skill's instructions, or one of its files.",
    input_schema={
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "Skill name from the list."},
            "resource": {
                "type": "string",
                "description": "Relative path of a file inside the skill.",
            },
            "offset": {
                "type": "integer",
                "minimum": 0,
                "description": "Character to start at, to read on.",
            },
            "reload": {
                "type": "boolean",
                "description": "Show it again although it was loaded.",
            },
        },
        "required": ["name"],
        "additionalProperties": False,
    },
    read_only=True,
)


@dataclass(frozen=True, slots=True)
class SkillUse:
    """What was done: `activated` a skill, read a `resource`, or gave a `pointer` to before.

    `by` is who asked for it, the model or the user.
    """

    name: str
    act: str
    resource: str = ""
    fingerprint: str = ""
    by: str = "model"


@dataclass(frozen=True, slots=True)
class SkillAnswer:
    """The text for the model; and what was done, or None if that is an error."""

    text: str
    use: SkillUse | None = None

    @property
    def is_error(self) -> bool:
        """Whether the text says why nothing was given."""
        return self.use is None


class _Refused(Exception):
    """The call cannot be answered; says why in words for the model."""


class SkillTool:
    """Answers calls over one snapshot, and knows what stands in the conversation already.

    `activated` are the names of the skills that the user has put there.
    """

    def __init__(
        self, snapshot: SkillSnapshot, settings: Settings, activated: Sequence[str] = ()
    ) -> None:
        self._snapshot = snapshot
        self._settings = settings.skills
        self._shown: dict[tuple[str, str], str] = {}
        self.activated: set[str] = set()
        for name in activated:
            self.activate(name)

    def activate(self, name: str) -> None:
        """Know that the user has put the text of an active skill into the conversation."""
        skill = self._snapshot.get(name)
        if skill is not None:
            self.activated.add(name)
            self._shown[name, ""] = body_of(skill).text

    def renew(self, snapshot: SkillSnapshot) -> None:
        """Go on with the skills of a later message; a text that changed is shown again."""
        self._snapshot = snapshot

    def forget(self, name: str, resource: str = "") -> None:
        """Show a text again when asked: its result was compacted away."""
        self._shown.pop((name, resource), None)

    def call(self, arguments: Mapping[str, object]) -> SkillAnswer:
        """Give a text, or say why there is none."""
        try:
            _check(arguments)
            return self._answer(arguments)
        except (_Refused, ResourceRefused) as refused:
            return SkillAnswer(str(refused))

    def _answer(self, arguments: Mapping[str, object]) -> SkillAnswer:
        skill = self._skill(str(arguments["name"]))
        path = arguments.get("resource")
        if path is None:
            part = body_part(skill, self._settings.body_chars)
        else:
            opened = open_resource(skill, str(path))
            if opened.text is None:
                use = SkillUse(skill.name, "resource", opened.path, skill.fingerprint)
                return SkillAnswer(binary_line(opened), use)
            part = file_part(skill, opened, opened.text, self._settings.resource_chars)
        return self._give(skill, part, arguments)

    def _skill(self, name: str) -> Skill:
        """The active skill that the model may load, or why there is none.

        What only the user may activate can be read on once that was done.
        """
        skill = self._snapshot.get(name)
        if skill is not None and (skill.model_invocable or name in self.activated):
            return skill
        quoted = f'"{one_line(name)}"'
        if skill is not None:
            reason = "only the user may activate it (disable-model-invocation)"
            raise _Refused(f"skill {quoted} is not available: {reason}")
        candidates = self._snapshot.named(name)
        if candidates:
            raise _Refused(f"skill {quoted} is not available: {one_line(candidates[0].reason)}")
        names = [one_line(s.name) for s in self._snapshot.skills if s.model_invocable]
        raise _Refused(f"no skill named {quoted}; available: {', '.join(names) or 'none'}")

    def _give(self, skill: Skill, part: Part, arguments: Mapping[str, object]) -> SkillAnswer:
        """Show a part, or point to where it was shown from its start on."""
        key = (skill.name, part.path)
        offset = arguments.get("offset")
        again = offset is not None or arguments.get("reload") is True
        if self._shown.get(key) == part.text and not again:
            text = f"{part.what} was already loaded above. Use reload=true to see it again."
            use = SkillUse(skill.name, "pointer", part.path, skill.fingerprint)
            return SkillAnswer(text, use)
        if not isinstance(offset, int):
            text = cut_middle(part.text, part.limit)
        elif offset <= len(part.text):
            text = cut_end(part.text, offset, part.limit)
        else:
            raise _Refused(f"offset {offset} is past the end: {len(part.text)} characters in all")
        if not offset:
            self._shown[key] = part.text
        act = "resource" if part.path else "activated"
        use = SkillUse(skill.name, act, part.path, skill.fingerprint)
        return SkillAnswer(part.around(text), use)


def _check(arguments: Mapping[str, object]) -> None:
    """Name the first argument that is missing, unknown or of the wrong form."""
    known = {"name": str, "resource": str, "offset": int, "reload": bool}
    words = {str: "a string", int: "a whole number from 0", bool: "true or false"}
    if "name" not in arguments:
        raise _Refused('argument "name" is missing')
    for key, value in arguments.items():
        kind = known.get(key)
        if kind is None:
            raise _Refused(f'unknown argument "{one_line(key)}"; known: {", ".join(known)}')
        negative = kind is int and isinstance(value, int) and value < 0
        if type(value) is not kind or negative:
            raise _Refused(f'argument "{key}" must be {words[kind]}')
