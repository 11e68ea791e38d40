"""What a step says about a schema that it changes."""

import json
from dataclasses import dataclass, field

from skillctl.toolspec import RenamedKey, SchemaChange

EXACT, LOOSENED, NARROWED = KINDS = ("exact", "loosened", "narrowed")


class _Absent:
    """Where no value stands; JSON null is a value."""


ABSENT = _Absent()


@dataclass(slots=True)
class Changes:
    """All changes of one schema in the order in which they were made."""

    made: list[SchemaChange] = field(default_factory=list)
    renamed: list[RenamedKey] = field(default_factory=list)

    def add(
        self, path: str, rule: str, kind: str, before: object = ABSENT, after: object = ABSENT
    ) -> None:
        """Note one change; values are kept as text, since schemas may change again."""
        self.made.append(SchemaChange(path, rule, kind, _text(before), _text(after)))


def compact(value: object) -> str:
    """A value as JSON without blanks, in the order of its keys."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _text(value: object) -> str | None:
    return None if isinstance(value, _Absent) else compact(value)
