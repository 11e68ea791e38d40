from skillctl.fakes.usable import unusable
from skillctl.source.file import decode
from skillctl.source.toml_text import parse_toml


def found(text, folder=None):
    source = decode("f.toml", text.encode())
    node, problems = parse_toml(source)
    assert problems == ()
    return [(source.text[m.start : m.end], m.name, m.message) for m in unusable(node, folder)]


def test_a_pattern_that_does_not_compile_is_named_with_its_character():
    text = """
    [[tool]]
    name = "a"
    reply = [{ when_regex = { city = "^P", unit = "ab(c" }, text = "x" }]
    [[prompt]]
    name = "b"
    reply = [{ when_regex = { day = "*" }, text = "x" }]
    """
    one, two = found(text)
    assert one[:2] == ('"ab(c"', "regex")
    assert one[2].startswith('the pattern of "unit" does not compile at character 3: ')
    assert two[2].startswith('the pattern of "day" does not compile at character 1: ')


def test_values_of_another_kind_are_judged_elsewhere():
    assert found("[[tool]]\nreply = [{ when_regex = { a = 5 }, file = 5 }]") == []
    assert found("[[tool]]\nreply = [{ when_regex = 5 }]\n") == []


def test_a_file_has_to_be_there_and_inside(tmp_path):
    (tmp_path / "good.json").write_text("{}")
    text = """
    [[tool]]
    reply = [{ file = "good.json" }, { file = "none.json" }, { file = "../x.json" }]
    [[resource]]
    reply = [{ file = "." }]
    """
    one, two, three = found(text, tmp_path)
    assert one[:2] == ('"none.json"', "missing-file")
    assert one[2].startswith('the file "none.json" cannot be read: ')
    assert two[2] == 'the file "../x.json" lies outside the folder of the fake'
    assert three[2] == 'the file "." lies outside the folder of the fake'
    assert found(text) == []


def test_a_pattern_that_could_take_for_ever_is_refused():
    text = "[[tool]]\nname = 'a'\nreply = [{ when_regex = { a = '(a+)+$' }, text = 'x' }]"
    (one,) = found(text)
    words = "could take for ever: it repeats a group that repeats or alternates itself"
    assert one == ("'(a+)+$'", "regex", f'the pattern of "a" {words}')
