import pytest
import typer

from skillctl.cli.run_options import seconds


@pytest.mark.parametrize(("text", "value"), [("1", 1.0), ("1e-9", 1e-9), ("86400", 86_400.0)])
def test_a_time_that_can_be_waited_for(text, value):
    assert seconds(text) == value
    assert seconds(value) == value


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "1e300", "0", "-1", "86400.5", "soon", ""])
def test_a_time_that_cannot(text):
    with pytest.raises(typer.BadParameter, match="is not a number of seconds over 0 and up to 86"):
        seconds(text)


@pytest.mark.parametrize("command", [("test",), ("run", "Go.")])
def test_it_is_an_error_of_use(skillctl, tmp_path, command):
    done = skillctl(*command, "--timeout=nan", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "'nan' is not a number of seconds over 0 and up to 86,400." in done.err
