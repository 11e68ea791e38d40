from skillctl.cli.fake_explained import lines
from skillctl.errors import Location
from skillctl.fakes.explain import Explained, Step, Wanted


def test_foreign_text_begins_no_line():
    step = Step("tool.a\nb.reply[0]", Location("f.toml"), answers=False, why="x\ny")
    found = Explained(
        (step,), ({"n": 1, "line": "\u202e\n"},), ("it ends",), matched=False, why="n\no"
    )
    told = list(lines(Wanted("m", {"a": "\n\u200b"}), found))
    assert told == [
        'm {"a":"\\n\\u{200B}"}, number 1',
        "  looked at           place   result",
        "  tool.a\\nb.reply[0]  f.toml  no: x\\ny",
        "n\\no",
        '{"line":"\\u202e\\n"}',
        "it ends",
    ]
