from datetime import UTC, date, datetime

import pytest

from skillctl.source.yaml_scalars import plain_value


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("", "null", None),
        ("~", "null", None),
        ("NULL", "null", None),
        ("nULL", "string", "nULL"),
        ("yes", "boolean", True),
        ("Off", "boolean", False),
        ("true", "boolean", True),
        ("y", "string", "y"),
        ("2024", "number", 2024),
        ("-7", "number", -7),
        ("007", "number", 7),
        ("1_000", "number", 1000),
        ("0x1F", "number", 31),
        ("0b101", "number", 5),
        ("0o17", "number", 15),
        ("190:20:30", "number", "190:20:30"),
        ("0x_", "number", "0x_"),
        ("1.5", "number", 1.5),
        ("1e3", "number", 1000.0),
        (".5", "number", 0.5),
        ("1.", "number", 1.0),
        ("-.inf", "number", float("-inf")),
        ("20:30.5", "number", "20:30.5"),
        ("2024-01-31", "date", date(2024, 1, 31)),
        ("2024-99-99", "date", "2024-99-99"),
        ("2001-12-14T21:59:43Z", "date", datetime(2001, 12, 14, 21, 59, 43, tzinfo=UTC)),
        ("2001-1-2 3:04:05", "date", "2001-1-2 3:04:05"),
        ("1.2.3", "string", "1.2.3"),
        ("v1", "string", "v1"),
        ("-", "string", "-"),
        ("+", "string", "+"),
        (".", "string", "."),
        ("1-2", "string", "1-2"),
        ("3d", "string", "3d"),
        ("<<", "string", "<<"),
        ("é", "string", "é"),
    ],
)
def test_a_plain_scalar_is_a_string_only_if_every_yaml_reads_one(text, kind, value):
    assert plain_value(text, None) == (kind, value)


def test_not_a_number_is_a_number():
    kind, value = plain_value(".nan", None)
    assert (kind, value == value) == ("number", False)  # noqa: PLR0124 # what NaN is


@pytest.mark.parametrize("tag", ["!", "tag:yaml.org,2002:str"])
def test_a_string_tag_makes_a_string(tag):
    assert plain_value("2024", tag) == ("string", "2024")
    assert plain_value("2024", "!other") == ("number", 2024)
