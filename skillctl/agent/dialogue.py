"""Several user messages in one session, each under the view as it stands when it is said.

This is the seam for a conversation at a terminal (agent.md sections 9 and 12): one message runs to
its end under one view; what changed meanwhile acts on the next.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from skillctl.agent.activation import activated_names
from skillctl.agent.assembly import Assembly, assemble
from skillctl.agent.callers import equip_again
from skillctl.agent.dialects.known import DEFAULT_DIALECT
from skillctl.agent.ground import Gathered
from skillctl.agent.journal import Journal
from skillctl.agent.limits import Limits, Meter
from skillctl.agent.log import SessionLog
from skillctl.agent.loop import Loop
from skillctl.agent.messages import Message, Provider, UserMessage
from skillctl.agent.reload import Reloaded
from skillctl.agent.toolbox import Toolbox
from skillctl.policy.redaction import Redactor
from skillctl.settings import Settings
from skillctl.skills.tool import SkillTool


@dataclass(kw_only=True)
class Dialogue:
    """A session of user messages.

    `look` gives what is there before each message but the first; `tell` gets the line about what
    changed. Errors leave as they are raised: the session is whole, and another message may follow.
    """

    seen: Gathered
    toolbox: Toolbox
    provider: Provider
    settings: Settings
    log: SessionLog
    look: Callable[[Gathered], Reloaded]
    tell: Callable[[str], object]
    limits: Limits = field(default_factory=Limits)
    dialect: str = DEFAULT_DIALECT
    clock: Callable[[], float] = time.monotonic
    _loop: Loop | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._skill = SkillTool(self.seen.view.skills, self.settings)
        self.toolbox = equip_again(self.toolbox, self.seen, self.settings, self._skill)

    def say(self, *said: UserMessage) -> str:
        """Run one user message to its end, with the skills it activates, and give the answer."""
        if self._loop is None:
            self._loop = self._begun(said)
        else:
            self._go_on(self._loop, said)
        for name in activated_names(said):
            self._skill.activate(name)
        return self._loop.converse(self.seen.view.hash)

    def _begun(self, said: Sequence[UserMessage]) -> Loop:
        meter = Meter(self.limits, self.clock, self.toolbox.asker.waited)
        loop = Loop(self.provider, self.toolbox, meter, Journal(self.log), self._built(said))
        loop.start(self.seen.view, self.settings)
        return loop

    def _go_on(self, loop: Loop, said: Sequence[UserMessage]) -> None:
        before, found = self.seen.view, self.look(self.seen)
        if found.words:
            self.tell(found.words)
        self.seen = found.seen
        self.log.hide(Redactor(self.seen.secrets))
        view = self.seen.view
        if view is not before:
            self.toolbox = equip_again(self.toolbox, self.seen, self.settings, self._skill)
        fresh = self._built([*loop.messages, *said])
        loop.go_on(self.toolbox, fresh, None if view is before else view)

    def _built(self, said: Sequence[Message]) -> Assembly:
        name = self.provider.name
        return assemble(self.seen.view, self.settings, said, model=name, dialect=self.dialect)
