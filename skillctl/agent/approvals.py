"""Who may let a call happen: a guard, a rule, the mode, a person (agent.md section 8)."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from skillctl.agent.prepared import Prepared
from skillctl.globs import matches
from skillctl.policy.text import visible
from skillctl.policy.verdict import Decision
from skillctl.report.plain import one_row
from skillctl.toolspec import ToolSpec

FOLDED_CHARS = 2000
BY_AGENT = "The agent wants to call a tool:"
_WORD = re.compile(r"[A-Za-z0-9_.$-]+")


class Mode(StrEnum):
    """What needs no question: nothing; built-in tools that read; also what a rule allows; all.

    Built-in tools that read never ask (agent.md section 6), so they run in every mode.
    """

    NONE = "none"
    READ_ONLY = "read-only"
    LISTED = "listed"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Rule:
    """A decision (`allow`, `ask`, `deny`) on calls of tools that match a glob.

    The glob is about the final name; one with a slash is about `server/raw name`.
    """

    tool: str
    decision: str


@dataclass(frozen=True, slots=True)
class Approvals:
    """The mode of a run, its rules, and what happens where no rule matches."""

    mode: Mode = Mode.NONE
    rules: tuple[Rule, ...] = ()
    default: str = "ask"


@dataclass(frozen=True, slots=True)
class Question:
    """A call that somebody has to agree to.

    The `subject` is what is called, `server/tool`, where the model did not call it by its name.
    """

    tool: ToolSpec
    arguments: Mapping[str, object]
    prepared: Prepared
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """`by` is one of person, rule, mode, guard, nobody; `rule` names the rule or the mode."""

    allowed: bool
    by: str
    rule: str = ""
    reason: str = ""


class Asker(Protocol):
    """Somebody, or nobody, who can be asked."""

    def ask(self, question: Question) -> Answer:
        """Give an answer; never raises because nobody is there."""
        ...

    def waited(self) -> float:
        """Seconds spent waiting for answers so far."""
        ...


def decide(question: Question, approvals: Approvals, asker: Asker) -> Answer:
    """The most restrictive of rules, guard and mode.

    A guard that wants a person gets a person's answer. Rules that allow count in the modes `listed`
    and `all`; in the others their calls are asked about.
    """
    rule = _rule(question.tool, approvals)
    if rule.decision == "deny":
        return Answer(allowed=False, by="rule", rule=rule.tool)
    if question.prepared.verdict.decision is Decision.CONFIRM:
        return asker.ask(question)
    if rule.decision == "allow" and approvals.mode in (Mode.LISTED, Mode.ALL):
        return Answer(allowed=True, by="rule", rule=rule.tool)
    explicit = rule.decision == "ask" and rule in approvals.rules
    if not explicit and _mode_allows(question.tool, approvals.mode):
        return Answer(allowed=True, by="mode", rule=approvals.mode)
    return asker.ask(question)


def modes_that_allow(question: Question, approvals: Approvals) -> tuple[Mode, ...]:
    """The modes in which this call would need nobody, the most careful first."""
    return tuple(
        mode for mode in Mode if decide(question, replace(approvals, mode=mode), Nobody()).allowed
    )


def _rule(tool: ToolSpec, approvals: Approvals) -> Rule:
    """The most restrictive rule that matches, whatever their order; else the default."""
    weight = {"deny": 0, "ask": 1, "allow": 2}
    found = [rule for rule in approvals.rules if _is_about(rule, tool)]
    default = Rule("default", approvals.default)
    return min(found, key=lambda rule: weight[rule.decision], default=default)


def _is_about(rule: Rule, tool: ToolSpec) -> bool:
    return matches(rule.tool, tool.source if "/" in rule.tool else tool.name)


def _mode_allows(tool: ToolSpec, mode: Mode) -> bool:
    """A server's claim to be read-only counts for nothing here."""
    return mode is Mode.ALL or (mode is not Mode.NONE and tool.server is None and tool.read_only)


class Nobody:
    """No terminal: every question is denied."""

    def ask(self, question: Question) -> Answer:
        """Deny, and say that nobody was there."""
        del question
        return Answer(allowed=False, by="nobody", reason="nobody is there to ask")

    def waited(self) -> float:
        """Nobody takes no time."""
        return 0.0


class Person:
    """A person at a terminal: `write` shows the card, `read` gives a line, "" at the end.

    `forget` drops what was typed before the card could be seen: it answers something else. `head`
    says who wants to call.
    """

    def __init__(
        self,
        write: Callable[[str], object],
        read: Callable[[], str],
        clock: Callable[[], float],
        forget: Callable[[], object] = lambda: None,
        head: str = BY_AGENT,
    ) -> None:
        self._head = head
        self._write = write
        self._read = read
        self._clock = clock
        self._forget = forget
        self._waited = 0.0
        self._asked_at: float | None = None

    def ask(self, question: Question) -> Answer:
        """Show the card until the answer is y, or n with a reason if the person likes."""
        self._forget()
        self._write(card(question, self._head))
        self._asked_at = self._clock()
        try:
            return self._answer()
        finally:
            self._waited, self._asked_at = self.waited(), None

    def waited(self) -> float:
        """Seconds that the answers so far took, the one that is waited for included."""
        asked_at = self._asked_at
        return self._waited + (0.0 if asked_at is None else self._clock() - asked_at)

    def _answer(self) -> Answer:
        while True:
            self._write("  allow this call once? y = yes, n [reason] = no: ")
            line = self._read()
            word, _, reason = line.strip().partition(" ")
            if word.lower() in ("y", "yes"):
                return Answer(allowed=True, by="person", rule="once")
            if word.lower() in ("n", "no"):
                return Answer(allowed=False, by="person", rule="once", reason=reason.strip())
            if not line:
                return Answer(allowed=False, by="nobody", reason="the terminal was closed")


def card(question: Question, head: str = BY_AGENT) -> str:
    """What a person sees: who, what, every argument, what the guards say, what will change.

    Whatever came from elsewhere stays in its row, so that no row can be forged.
    """
    tool = question.tool
    lines = [f"  tool       {one_row(question.subject or tool.name)}"]
    if tool.server is not None:
        raw = one_row(str(tool.raw_name))
        lines.append(f"  server     {one_row(tool.server)}, tool {raw} there{_hints(tool)}")
    lines += _indented(question) if question.subject else _rows(question)
    if question.prepared.verdict.reason:
        lines.append(f"  guard      {one_row(question.prepared.verdict.reason)}")
    preview = question.prepared.preview().removesuffix("\n")
    lines += [f"  | {visible(line)}" for line in preview.split("\n") if preview]
    return "\n".join((head, *lines, ""))


def _rows(question: Question) -> Iterator[str]:
    """A row for each argument."""
    for key, value in question.arguments.items():
        yield f"  {_key(key)} = {_folded(json.dumps(value, ensure_ascii=False))}"


def _indented(question: Question) -> Iterator[str]:
    """The arguments as indented JSON, no text of which can begin a row."""
    text = json.dumps(question.arguments, ensure_ascii=False, indent=2)
    yield from (f"    {_folded(line)}" for line in text.split("\n"))


def _hints(tool: ToolSpec) -> str:
    """The server's own claims, marked as such."""
    claims = {"read-only": tool.read_only, "destructive": tool.destructive}
    claimed = [word for word, said in claims.items() if said]
    return f" (claimed: {', '.join(claimed)})" if claimed else ""


def _key(key: str) -> str:
    """A key that is one word as it is; any other one in quotes, as it could look like a row."""
    return key if _WORD.fullmatch(key) else one_row(json.dumps(key, ensure_ascii=False))


def _folded(text: str) -> str:
    """A long argument over several lines, never cut."""
    shown = visible(text)
    parts = [shown[at : at + FOLDED_CHARS] for at in range(0, len(shown), FOLDED_CHARS)]
    return "\n    ".join(parts)
