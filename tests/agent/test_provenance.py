from skillctl.agent.provenance import JOINER, Origin, Piece, Traced, joined


def one(words, origin):
    return Traced((Piece(words, origin),))


def test_texts_are_joined_by_an_empty_line_of_its_own_origin():
    a, b = Origin("base"), Origin("skills", "x/SKILL.md", 3)
    text = joined([one("A", a), one("B", b)])
    assert text.text == "A\n\nB"
    assert [p.origin for p in text.pieces] == [a, JOINER, b]
    assert JOINER.source == "builtin"


def test_one_text_has_no_joiner_and_none_is_empty():
    assert joined([one("A", Origin("base"))]).text == "A"
    assert joined([]).text == ""


def test_a_place_is_source_and_line():
    assert Origin("skills", "x/SKILL.md", 3).place == "x/SKILL.md:3"
    assert Origin("mcp", "weather").place == "weather"
