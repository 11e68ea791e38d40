from skillctl.source.closed import LATER, Key, Own
from skillctl.source.closed_page import key_tables

KEYS = {
    "name": Key(required=True, help="what it is | called"),
    "mood": Key(choices=("good", "bad"), help="how it is"),
    "count": Key(kind="integer", least=1, help="how many"),
    "odd": Key(own=Own("a | b", bool, {}), help="something else"),
    "gone": LATER,
    "part": Key(
        kind="tables",
        help="what it has",
        keys={"size": Key(kind="table", keys={"cm": Key(kind="integer", help="in cm")})},
    ),
}


def test_every_table_is_a_section_with_its_keys():
    assert (
        key_tables(KEYS, {"part": "One is enough."})
        == r"""
## Top of the file

| key | wants | what |
| --- | --- | --- |
| `name` | a string; required | what it is \| called |
| `mood` | a string: `good`, `bad` | how it is |
| `count` | a whole number, at least 1 | how many |
| `odd` | a \| b | something else |
| `part` | a list of tables: `[[part]]` | what it has |

Of the format, but refused by this version: `gone`.

## `[[part]]`

| key | wants | what |
| --- | --- | --- |
| `size` | a table: `[part.size]` |  |

One is enough.

## `[part.size]`

| key | wants | what |
| --- | --- | --- |
| `cm` | a whole number | in cm |
"""
    )
