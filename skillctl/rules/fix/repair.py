"""Mending one file in memory, round by round, until nothing safe is left to do."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from skillctl.findings import Finding
from skillctl.rules.fix.accept import Attempt, State, objection, place
from skillctl.rules.fix.edits import Patch, apart, repairable

ROUNDS = 10
TRIALS = 64
Where = tuple[str, int]


class Bench(NamedTuple):
    """How the bytes of one file are judged.

    `chosen` gives the findings of the rules that may be fixed, `look` how the file is read and all
    that any rule finds; `early` are the prefixes of rules that judge also what does not parse.
    """

    chosen: Callable[[bytes], Sequence[Finding]]
    look: Callable[[bytes], State]
    early: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """The bytes so far, how many findings are gone, and why others stay, by code and offset.

    Where the file cannot be read yet, `why` says why, `promised` are the values that must show
    once it can be, and `opened` are the first findings of this stretch.
    """

    data: bytes
    fixed: int = 0
    withheld: Mapping[Where, str]
    why: str = ""
    promised: Mapping[str, object]
    opened: tuple[Where, ...] = ()


def mend(data: bytes, bench: Bench) -> Mended:
    """Make every safe fix whose result is right, at most 10 rounds of them.

    A file that does not parse is kept as it was unless it parses in the end.
    """
    done = now = Mended(data=data, withheld={}, promised={})
    for _ in range(ROUNDS):
        todo = [f for f in repairable(bench.chosen(now.data)) if where(f) not in now.withheld]
        if not todo:
            break
        now = _Round(now, bench).make(apart(todo))
        done = now if not now.opened else done
    if done is now:
        return done
    reason = f"the result could not be read: {now.why}"
    return replace(done, withheld={**done.withheld, **dict.fromkeys(now.opened, reason)})


def where(finding: Finding) -> Where:
    """How a finding is known as long as the file stays the same."""
    return (finding.code, place(finding))


class _Round:
    """One round: the fixes that can be made together, without those that spoil the result."""

    def __init__(self, now: Mended, bench: Bench) -> None:
        self.now = now
        self.bench = bench
        self.before = bench.look(now.data)
        self.withheld: dict[Where, str] = {}
        self.trials = 0
        self.best: Attempt | None = None

    def make(self, chosen: Sequence[Finding]) -> Mended:
        """The file after the fixes that are accepted."""
        accepted = self.settle([], list(chosen))
        attempt = self.best
        if attempt is None:
            return replace(self.now, withheld={**self.now.withheld, **self.withheld})
        after, patch = attempt.after.reading, attempt.patch
        unread = after.root is None
        left = {**self.now.withheld, **self.withheld}
        return Mended(
            data=after.data,
            fixed=self.now.fixed + len(accepted),
            withheld={(code, patch.after(at)): words for (code, at), words in left.items()},
            why=after.why,
            promised={**self.now.promised, **attempt.intent} if unread else {},
            opened=(self.now.opened or tuple(map(where, accepted))) if unread else (),
        )

    def settle(self, accepted: list[Finding], more: list[Finding]) -> list[Finding]:
        """Accept more fixes: all at once, else by halves; one alone that is refused is withheld."""
        reason = self.refusal([*accepted, *more])
        if not reason:
            return [*accepted, *more]
        if self.trials > TRIALS or len(more) == 1:
            self.withheld.update((where(finding), reason) for finding in more)
            return accepted
        half = len(more) // 2
        return self.settle(self.settle(accepted, more[:half]), more[half:])

    def refusal(self, fixed: Sequence[Finding]) -> str:
        """Why fixes cannot be made together; those that can are the best so far."""
        self.trials += 1
        if self.trials > TRIALS:
            return "too many other fixes of this file are refused"
        attempt = self.attempt(fixed)
        reason = objection(attempt)
        self.best = self.best if reason else attempt
        return reason

    def attempt(self, fixed: Sequence[Finding]) -> Attempt:
        """The result of some fixes, beside what was before."""
        patch = Patch(self.now.data, (finding.fix for finding in fixed if finding.fix))
        return Attempt(
            before=self.before,
            after=self.bench.look(patch.apply(self.now.data)),
            patch=patch,
            fixed=fixed,
            promised=self.now.promised,
            early=self.bench.early,
        )
