import pytest

from skillctl.rules.fix.accept import Attempt, objection
from skillctl.rules.fix.edits import Patch
from tests.rules.fix.benches import bench, finding

GOOD = "---\nname: notes\nlicense: 7\ndescription: Keeps notes.\n---\n# Notes\n---\n"
TORN = "---\nname: notes\ndescription: Use when: asked\nlicense: MIT\n---\nText: x\n"


def judge(text, *edits, kind="skill", intent=(), code="XX1", at=None, left=None):
    """What is said of a fix; edits are (old, new) texts, `left` what its own rule finds after."""
    places = [(text.encode().index(old.encode()), old, new) for old, new in edits]
    fixed = finding(
        code, *[(p, p + len(old.encode()), new) for p, old, new in places], at=at, intent=intent
    )
    extra = (
        (lambda data: [finding(code, at=left)] if data != text.encode() else [])
        if (left is not None)
        else (lambda _data: [])
    )
    table = bench(kind, extra)
    patch = Patch(text.encode(), [fixed.fix])
    return objection(
        Attempt(
            before=table.look(text.encode()),
            after=table.look(patch.apply(text.encode())),
            patch=patch,
            fixed=[fixed],
            promised={},
            early=table.early,
        )
    )


@pytest.mark.parametrize(
    ("edits", "intent", "wanted"),
    [
        ([("7", '"7"')], {"/license": "7"}, ""),
        ([("7", '"8"')], {"/license": "7"}, "it would change /license in another way than meant"),
        ([("7", '"7"')], {}, "it would change /license in another way than meant"),
        ([("7", '"7')], {"/license": "7"}, "the result could not be read: "),
        ([("7\n", '"7"\nnew: x\n')], {"/license": "7"}, "it would change /new"),
        ([("license: 7\n", "")], {}, "it would change /license in another way than meant"),
        ([(".\n---\n#", ".\n#")], {}, "the text below the front matter would change"),
        ([("7", '"7" ')], {"/license": "7"}, ""),
        ([("notes\n", "other\n")], {"/name": "other"}, "a new error would appear: SK207 name-dir"),
        ([("Keeps notes.", "''")], {"/description": ""}, "a new error would appear: SK211 desc"),
        ([("7\n", '"7"\n---\n')], {"/license": "7"}, "it would change all data"),
    ],
)
def test_of_a_skill_that_parsed_only_what_is_meant_changes(edits, intent, wanted):
    said = judge(GOOD, *edits, intent=intent)
    assert said.startswith(wanted)
    assert bool(said) == bool(wanted)


def test_the_text_below_begins_where_it_did():
    assert judge(GOOD, ("# Notes", "\n# Note")) == ""


@pytest.mark.parametrize(
    ("edits", "intent", "wanted"),
    [
        (("Use when: asked", "'Use when: asked'"), {"/description": "Use when: asked"}, ""),
        (
            ("Use when: asked", "'Use when asked'"),
            {"/description": "Use when asked"},
            "the value would not be the text that stands there",
        ),
        (
            ("Use when: asked", "'Use when asked'"),
            {"/description": "Use when: asked"},
            "the value of /description would not be the text that stands there",
        ),
        (
            ("Use when: asked\nlicense: MIT", "'Use when: asked license: MIT'"),
            {"/description": "Use when: asked license: MIT"},
            "it would swallow another key",
        ),
        (
            ("Use when: asked", ">-\n  Use when: asked"),
            {"/description": "Use when: asked"},
            "",
        ),
        (("when:", "when :"), {}, ""),  # not yet: it cannot be read
    ],
)
def test_of_a_skill_that_did_not_parse_the_text_of_the_value_is_kept(edits, intent, wanted):
    assert judge(TORN, edits, intent=intent) == wanted


def test_a_quote_that_swallows_the_next_key_is_seen():
    text = "---\nname: notes\ndescription: @x\nlicense: it'\n---\n"
    swallowed = judge(text, ("@x", "'@x"), intent={})
    assert swallowed == "it would swallow another key"


def test_errors_that_a_file_hid_while_it_did_not_parse_are_not_new():
    hidden = TORN.replace("notes", "other")
    edit = ("Use when: asked", "'Use when: asked'")
    assert judge(hidden, edit, intent={"/description": "Use when: asked"}) == ""
    twice = TORN.replace("license", "name")
    assert judge(twice, edit, intent={"/description": "Use when: asked"}) == (
        "a new error would appear: SK108 duplicate-key"
    )


def test_the_finding_is_gone_at_its_place_and_in_what_was_put_in():
    edit = ("7", '"7"')
    at = GOOD.index("7")
    for left in (at, at + 1, at + 3):
        assert judge(GOOD, edit, intent={"/license": "7"}, left=left) == "the finding would remain"
    for left in (at - 1, at + 4):
        assert judge(GOOD, edit, intent={"/license": "7"}, left=left) != "the finding would remain"
    key = GOOD.index("license")
    assert judge(GOOD, edit, intent={"/license": "7"}, at=key, left=key) == (
        "the finding would remain"
    )


def test_an_error_that_was_there_is_not_new():
    text = GOOD.replace("name: notes", "name: other")  # SK207
    assert judge(text, ("7", '"7"'), intent={"/license": "7"}) == ""
    before = text.replace("license: 7\n", "").replace("---\nname", "---\nlicense: 7\nname")
    assert judge(before, ("7", '"7777"'), intent={"/license": "7777"}) == ""


def test_of_a_config_all_is_data():
    text = '{"mcpServers": {"a": {"command": 5}}} \n'
    at = "/mcpServers/a/command"
    assert judge(text, ("5", '"5"'), kind="config", intent={at: "5"}) == ""
    assert judge(text, (" \n", ""), kind="config") == ""
    assert judge(text, ("5}", "5"), kind="config").startswith("the result could not be read")
    assert judge(text, ("5", "5, 6"), kind="config").startswith("the result could not be read")
