import pytest

from skillctl.agent.assembly import assemble
from skillctl.agent.messages import UserMessage
from skillctl.agent.provenance import Origin, Piece, Traced
from skillctl.agent.stability import FACTORS, Built, build, difference, request_again, varied
from skillctl.settings import Settings
from skillctl.shuffle import AS_FOUND, Orders, Shuffle
from skillctl.skills.focus import Focus
from tests.agent.fixtures import full, project
from tests.agent.views import EMPTY, tool, view
from tests.conftest import write_tree

__all__ = ["full", "project"]


def made(*tools):
    whole = assemble(view(tools=tools), Settings(), [UserMessage("Hi")], model="m")
    return Built(whole.body, whole.spans())


def test_each_order_is_a_factor():
    assert list(FACTORS) == list(Orders.__dataclass_fields__)


@pytest.mark.parametrize("factor", FACTORS)
def test_a_factor_varies_one_order_and_nothing_else(project, factor):
    ground = project.ground()
    other = varied(ground, factor, 7)
    assert getattr(other.orders, factor) == Shuffle(7)
    assert varied(other, factor, None) == ground
    assert ground.orders is AS_FOUND


def test_equal_builds_have_no_difference():
    assert [*difference(made(tool()), made(tool()), "x")] == []


def test_the_first_byte_is_named_with_part_source_and_forty_bytes_of_each():
    one, other = made(tool(description="a\x1b" + "ä" * 60)), made(tool(description="b" * 60))
    first, ours, theirs = difference(one, other, "the order")
    at = one.body.index(b"a\\u001b")
    assert first == (
        f"not stable: byte {at:,} of {len(one.body):,} is another one when this is varied: "
        "the order"
    )
    assert ours.startswith(r"- in tools: weather/get, from weather/get: a\u001b" + "ä" * 16)
    assert theirs == "+ in tools: weather/get, from weather/get: " + "b" * 40


def test_the_same_request_is_built_again_with_a_hint_of_its_own(project):
    text = "---\nname: a\ndescription: Does a. Use when asked.\nautoAttach: '*.rs'\n---\nDo it.\n"
    write_tree(project.home, {".agents/skills/a/SKILL.md": text})
    old = UserMessage("Hi", hint=Traced((Piece("old", Origin("hint")),)))
    request = request_again(assemble(EMPTY, Settings(), [old], model="m"), bare=False)
    assert [message.hint.pieces for message in request.messages] == [()]
    ground = project.ground(focus=Focus(files=("x.rs",)))
    assert b"<skills_hint>x.rs matches a." in build(ground, Settings(), request).body


def test_without_config_nothing_is_looked_at(full):
    request = request_again(assemble(EMPTY, Settings(), [UserMessage("Hi")], model="m"), bare=True)
    assert build(full.ground(), Settings(), request).body == made().body
