import json

import pytest

from skillctl.fakes.asked import Asked
from skillctl.fakes.methods import Methods
from skillctl.fakes.protocol import Message
from tests.fakes.lockstep import fake_file

ALWAYS = {"initialize", "ping", "server/discover", "subscriptions/listen", "tools/list",
          "tools/call"}  # fmt: skip


def known(text):
    return Methods(fake_file(text)).known.keys() - ALWAYS


@pytest.mark.parametrize(
    ("text", "methods"),
    [
        ("", set()),
        (
            "[[resource]]\nuri = 'a:b'\ntext = 'x'",
            {"resources/list", "resources/templates/list", "resources/read"},
        ),
        (
            "[[resource_template]]\nuri_template = 'a:{b}'\ntext = 'x'",
            {"resources/list", "resources/templates/list", "resources/read"},
        ),
        ("[[prompt]]\nname = 'p'\ntext = 'x'", {"prompts/list", "prompts/get"}),
        ("[list]\nresource_templates = { raw = 'x' }", {"resources/templates/list"}),
        (
            "[[tool]]\nname = 'a'\nreply = [{ default = true, text = 'x', logs = ['y'] }]",
            {"logging/setLevel"},
        ),
    ],
)
def test_methods_are_there_with_what_they_are_about(text, methods):
    assert known(text) == methods
    assert Methods(fake_file(text)).known.keys() >= ALWAYS


def test_the_level_of_log_messages_is_kept():
    text = "[[tool]]\nname = 'a'\nreply = [{ default = true, text = 'x', logs = ['y'] }]"
    methods = Methods(fake_file(text))
    for level, kept in (("error", "error"), (["error"], "error"), ("info", "info")):
        asked = Asked(message=Message("logging/setLevel", 1, {"level": level}), id=1)
        (sent,) = methods.known["logging/setLevel"](asked)
        assert ("result" in json.loads(sent.data)) is (level == kept)
        assert methods.level == kept


def test_the_style_of_a_fault_is_that_of_the_next_page():
    methods = Methods(fake_file("[[tool]]\nname = 'a'"))
    asked = Asked(message=Message("tools/list", 1, {}), id=1)
    for style, cursor in ((None, None), ("same", "same")):
        methods.style = style
        (sent,) = methods.known["tools/list"](asked)
        assert json.loads(sent.data)["result"].get("nextCursor") == cursor
