"""Which rules run, and with which severity, by codes, names and prefixes (lint.md section 1.3).

All rules are asked for by a function, since most runs name none and need not load them all.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from skillctl.errors import SkillctlError
from skillctl.findings import Defect, Severity
from skillctl.nearest import did_you_mean
from skillctl.rules.rule import Rule
from skillctl.settings import LintSettings

ALL = "ALL"
AllRules = Callable[[], Sequence[Rule[Any] | Defect]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Prefixes of codes that are selected and ignored, and severities by prefix.

    Every rule that can give more than a note is selected unless `default` is false.
    """

    selected: Sequence[str] = ()
    ignored: Sequence[str] = ()
    default: bool = True
    severities: Mapping[str, Severity] = field(default_factory=dict)

    def runs(self, rule: Rule[Any]) -> bool:
        """Whether a rule runs: the longest prefix that fits it wins, at a tie it is ignored."""
        default = [""] if self.default and rule.severity > Severity.NOTE else []
        wanted = _longest(rule.code, [*default, *self.selected])
        return wanted > _longest(rule.code, self.ignored)

    def is_explicit(self, rule: Rule[Any]) -> bool:
        """Whether a rule was asked for by its own code or name."""
        return rule.code in self.selected

    def severity(self, code: str, own: Severity) -> Severity:
        """The severity that the settings give a code, by the longest prefix, or its own."""
        prefixes = [prefix for prefix in self.severities if code.startswith(prefix)]
        return self.severities[max(prefixes, key=len)] if prefixes else own


def choose(settings: LintSettings, rules: AllRules) -> Selection:
    """Read the words of the settings; raises SkillctlError for one that fits no rule."""
    selected = (*settings.select, *settings.extend_select)
    ignored = (*settings.ignore, *settings.extend_ignore)
    return Selection(
        selected=[code for word in selected for code in prefixes_of(word, rules)],
        ignored=[code for word in ignored for code in prefixes_of(word, rules)],
        default=not settings.select,
        severities={
            code: Severity[level.upper()]
            for word, level in settings.severity.items()
            for code in prefixes_of(word, rules)
        },
    )


def prefixes_of(word: str, rules: AllRules) -> tuple[str, ...]:
    """The codes that a name stands for, or the code or prefix that a word is; "" for `ALL`.

    Raises SkillctlError if it stands for none.
    """
    if word == ALL:
        return ("",)
    named = tuple(rule.code for rule in rules() if rule.name == word)
    if named or is_code(word, rules):
        return named or (word,)
    raise SkillctlError(f"no rule has the code, name or prefix {word!r}", hint=_hint(word, rules))


def is_code(word: str, rules: AllRules) -> bool:
    """Whether a word is the code of a rule, or the beginning of one."""
    return bool(word) and any(rule.code.startswith(word) for rule in rules())


def _hint(word: str, rules: AllRules) -> str:
    from skillctl.rules.others import ALL_OTHERS, COMMANDS  # noqa: PLC0415 # import budget: only for a typo

    other = next((one for one in ALL_OTHERS if one.code == word), None)
    if other:
        return f"skillctl {COMMANDS[other.kind]} reports it, not lint"
    words = [ALL, *(rule.code for rule in rules()), *(rule.name for rule in rules())]
    return did_you_mean(word, words, "skillctl rules lists them")


def _longest(code: str, prefixes: Sequence[str]) -> int:
    """The length of the longest prefix that fits a code, or -1."""
    return max((len(prefix) for prefix in prefixes if code.startswith(prefix)), default=-1)
