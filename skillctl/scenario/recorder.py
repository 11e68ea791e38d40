"""A provider that keeps every request it was sent."""

from dataclasses import dataclass, field

from skillctl.agent.messages import Provider, Reply, Request


@dataclass
class Recorder:
    """Passes requests on; whether the script was used up is judged from what it kept."""

    provider: Provider
    requests: list[Request] = field(default_factory=list)
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = self.provider.name

    def reply(self, request: Request) -> Reply:
        """Keep the request, then let it be answered."""
        self.requests.append(request)
        return self.provider.reply(request)

    def finish(self) -> None:
        """Turns left over are a finding with their place, and no error of the run."""
