from skillctl.fakes.filling import filled, with_id


def test_templates_are_filled_in_one_pass():
    arguments = {"city": "{{n}}", "n": 2, "on": True, "list": [1, "a"]}
    assert filled("{{city}} {{n}} {{on}} {{list}} {{other}} {{ n }}", arguments) == (
        '{{n}} 2 true [1,"a"] {{other}} {{ n }}'
    )
    assert filled([{"a": "{{n}}", "{{n}}": 5}], arguments) == [{"a": "2", "{{n}}": 5}]


def test_the_id_of_the_request_stands_in_a_raw_line_as_json():
    assert with_id('{"id":{{id}}}', 7) == '{"id":7}'
    assert with_id('{"id":{{id}}}', 'a"b') == '{"id":"a\\"b"}'
    assert with_id("{{city}}", 7) == "{{city}}"
