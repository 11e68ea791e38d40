import io
import os
import pickle
import sys
from dataclasses import replace

from skillctl.agent.base import base_only
from skillctl.agent.dialects.model import Options
from skillctl.agent.messages import UserMessage
from skillctl.agent.stability import Request
from skillctl.cli.stable_child import main
from skillctl.settings import Settings
from tests.agent.fixtures import project

__all__ = ["project"]


class Stream:
    """A standard stream of bytes."""

    def __init__(self, data=b""):
        self.buffer = io.BytesIO(data)


def test_a_request_is_built_from_what_the_parent_says(project, monkeypatch):
    said = Request(
        messages=(UserMessage("Hi"),), model="m", dialect="openai-chat", options=Options()
    )
    ground = replace(project.ground(), environment={"A": "1"})
    seen = []
    monkeypatch.setattr(
        "skillctl.agent.stability.gather_view",
        lambda ground, _: seen.append(ground.environment) or bare(ground),
    )
    from skillctl.agent.gather import no_config as bare

    monkeypatch.setattr(sys, "stdin", Stream(pickle.dumps((ground, Settings(), said))))
    monkeypatch.setattr(sys, "stdout", out := Stream())
    main()
    built = pickle.loads(out.buffer.getvalue())
    assert built.body == base_only("Hi", "m")
    assert built.spans[-1].end == len(built.body)
    assert seen == [dict(os.environ)]
