import getpass

import pytest

from skillctl.cli.fake_recording import Asked, _account, plan
from skillctl.cli.surroundings import surroundings
from skillctl.mcp.record import ToCall

NOTHING = Asked(None, None, (), (), force=False)


def test_options_as_they_are_meant(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c.jsonl").write_text('{"name": "t"}\n')
    asked = NOTHING._replace(calls="c.jsonl", redact=("a+",), volatile=("$.a",))
    found = plan(surroundings(), asked, "x 'y z'")
    assert found.calls == (ToCall("t", {}),)
    assert found.patterns[0].pattern == "a+"
    assert found.places == (("a",),)
    assert found.command == ("x", "y z")
    assert plan(surroundings(), NOTHING, None).command is None


@pytest.mark.parametrize("error", [KeyError("x"), OSError("x")])
def test_an_account_without_a_name(monkeypatch, error):
    def fail():
        raise error

    monkeypatch.setattr(getpass, "getuser", fail)
    assert _account() == ""
