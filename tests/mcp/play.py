"""Drives one operation by hand."""

import pytest

from skillctl.mcp.steps import Ask, Failed, Failure


def play(steps, *answers):
    """Drive an operation with answers (a Failure is thrown); what it yielded, and its value."""
    said, pending = [], list(answers)
    try:
        step = next(steps)
        while True:
            said.append(step)
            answer = pending.pop(0) if isinstance(step, Ask) else None
            thrown = isinstance(answer, Failure)
            step = steps.throw(Failed(answer)) if thrown else steps.send(answer)
    except StopIteration as done:
        assert not pending
        return said, done.value


def failure_of(steps, *answers):
    with pytest.raises(Failed) as failed:
        play(steps, *answers)
    return failed.value.failure
