"""Settings that a project may move in one direction only, seen from where the user has them.

What a run may cost a project can only lower; how many skills are used and named, under which names
and how much of them is told it can only raise, so that none of the user's is pushed out.
"""

from collections.abc import Mapping

from skillctl.setting import NO_LIMIT, Row, Who
from skillctl.settings import Settings, rows, value_of


def beyond(values: Mapping[str, object], usual: Settings) -> dict[str, str]:
    """The values of a project that have no effect, by key, each with the reason in words."""
    found = {}
    for row in rows():
        value, user = values.get(row.key), value_of(usual, row.key)
        if is_beyond(row, value, user):
            way = "lowered" if row.who is Who.LOWER else "raised"
            found[row.key] = f"{row.key} is {user} and is only {way} by a project; ignored here"
    return found


def is_beyond(row: Row, value: object, usual: object) -> bool:
    """Whether a value moves a setting to where a project may not move it.

    Words are higher the later they stand among the choices.
    """
    if row.who is Who.RAISE and value in row.choices and usual in row.choices:
        return row.choices.index(str(value)) < row.choices.index(str(usual))
    if not isinstance(value, int) or not isinstance(usual, int):
        return False
    if row.who is Who.LOWER:
        return value > usual
    if row.who is not Who.RAISE or value == usual:
        return False
    unlimited = row.least == NO_LIMIT
    return (unlimited and usual == NO_LIMIT) or (value < usual and not (unlimited and not value))
