"""The methods that a fake answers, and what the answers to them share."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from skillctl.fakes.answers import discovery, handshake
from skillctl.fakes.asked import LEVELS, Asked
from skillctl.fakes.calls import Calls
from skillctl.fakes.effects import Effect
from skillctl.fakes.listening import Listeners
from skillctl.fakes.model import FakeFile
from skillctl.fakes.offering import METHODS, Offering
from skillctl.fakes.reading import get, read
from skillctl.fakes.replies import Replies

Handler: TypeAlias = Callable[[Asked], Iterator[Effect]]


class Methods:
    """What answers each method that the file has something for, in either era.

    `level` is that of the log messages that the client wants; `style` that of the cursor of the
    next page, if a fault says it.
    """

    def __init__(self, file: FakeFile) -> None:
        self.file = file
        self.offering = Offering(file)
        self.replies = Replies(file.server)
        self.listeners = Listeners()
        self.level = LEVELS[0]
        self.style: str | None = None
        self._calls = Calls(file.server, self.replies)
        self.known: Mapping[str, Handler] = {**self._always(), **self._of_file()}

    def _always(self) -> Mapping[str, Handler]:
        return {
            "initialize": self._initialize,
            "ping": lambda asked: iter([asked.answer({}, "ping")]),
            "server/discover": self._discover,
            "subscriptions/listen": self._listen,
            "tools/list": self._list,
            "tools/call": lambda asked: self._calls.answer(asked, self.offering.tools),
        }

    def _of_file(self) -> Mapping[str, Handler]:
        """Methods that are there with what they are about."""
        file = self.file
        found: dict[str, Handler] = {
            method: self._list for method, key in METHODS.items() if key in file.lists
        }
        if file.resources or file.templates:
            found |= dict.fromkeys(("resources/list", "resources/templates/list"), self._list)
            found["resources/read"] = lambda asked: read(asked, file, self.replies)
        if file.prompts:
            found["prompts/list"] = self._list
            found["prompts/get"] = lambda asked: get(asked, file, self.replies)
        if self.offering.logs:
            found["logging/setLevel"] = self._set_level
        return found

    def _initialize(self, asked: Asked) -> Iterator[Effect]:
        version = asked.message.params.get("protocolVersion")
        if isinstance(version, str):
            value = handshake(self.file.server, version, self.offering.capabilities())
            yield asked.answer(value, "initialize")
        else:
            yield asked.refuse('"protocolVersion" is not a string', "initialize")

    def _discover(self, asked: Asked) -> Iterator[Effect]:
        value = discovery(self.file.server, self.offering.capabilities())
        yield asked.answer(value, "server/discover")

    def _listen(self, asked: Asked) -> Iterator[Effect]:
        return self.listeners.listen(asked, self.offering.changing())

    def _list(self, asked: Asked) -> Iterator[Effect]:
        return self.offering.listing(asked, self.style)

    def _set_level(self, asked: Asked) -> Iterator[Effect]:
        level = asked.message.params.get("level")
        if level in LEVELS:
            self.level = level
            yield asked.answer({}, "logging/setLevel")
        else:
            yield asked.refuse("no such level", "logging/setLevel")
