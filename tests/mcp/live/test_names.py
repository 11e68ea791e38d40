from skillctl.findings import Severity
from skillctl.mcp.live.heard import Heard
from skillctl.mcp.live.names import name_remarks
from skillctl.mcp.operations import ToolList


def remarks(*tools, key="weather", **more):
    listed = ToolList(tuple({"name": t} if isinstance(t, str) else t for t in tools))
    return list(name_remarks(Heard(key=key, keys=(key,), listed=listed, **more)))


def test_names_that_are_fine():
    assert remarks("a", "b", 7) == []


def test_a_name_that_stands_twice():
    """Equal ones cost nothing but the second; different ones cost the tool. True is not 1."""
    same, other = remarks({"name": "a", "x": 1}, {"name": "a", "x": 1}, {"name": "a", "x": True})
    assert (same.path, same.severity, same.consequence) == (
        "/tools/1/name", Severity.WARNING, "it is offered once"
    )  # fmt: skip
    assert (other.path, other.severity) == ("/tools/2/name", None)
    assert other.message == "the name has two definitions; the first is /tools/0"


def test_hashed_names():
    """The vectors of mcp.md section 8.1."""
    first, second = remarks("list.all", "list all", key="notes")
    assert first.message.startswith("the model sees mcp__notes__list_all_cb8405a0, since ")
    assert second.message.startswith("the model sees mcp__notes__list_all_72d5164b, since ")
    assert (first.path, second.path) == ("/tools/0/name", "/tools/1/name")
    key = "acme-billing-and-cost-management"
    (long,) = remarks("list-every-resource-attached-to-one-line-item", key=key)
    assert "list-every-resou_6ac4a054, since " in long.message
    assert long.message.endswith(" has 84 characters, 64 are taken")


def test_the_naming_of_the_settings_counts():
    assert remarks("a_" + "b" * 60, naming="single", key="s")[0].message.startswith(
        "the model sees mcp_s_a_bbb"
    )
