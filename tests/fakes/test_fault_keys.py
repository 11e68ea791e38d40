import re

from skillctl.fakes.fault_keys import EFFECTS, EXIT, FAULT, WHICH
from skillctl.fakes.faults.table import CHANGES

HTTP = "status headers www_authenticate content_type session_404 sse_cut_after sse_keepalive"
HTTP += " slow_headers_ms redirect json_instead_of_sse"


def named_in_the_specification(shared):
    """The effects by row of the table of harness.md section 1; a brace holds the keys of one."""
    text = (shared / "spec" / "harness.md").read_text()
    table = text.split("| group | effects |")[1].split("\n\n")[0]
    words = re.sub(r"\{[^}]*\}|\([^)]*\)", "", table)
    return {name for cell in re.findall(r"`([^`]+)`", words) for name in re.findall(r"^\w+", cell)}


def test_every_effect_of_the_specification_is_a_key(shared):
    named = named_in_the_specification(shared)
    assert len(named) > 50
    assert named <= FAULT.keys()
    assert set(HTTP.split()) <= named


def test_every_key_says_which_message_or_is_an_effect_that_has_a_change():
    works = {name for name, key in FAULT.items() if not key.later}
    assert works == {*WHICH, *EFFECTS, "split_ms"}
    assert set(EFFECTS) == set(CHANGES)


def test_an_end_has_a_code_last_words_and_first_bytes():
    assert list(EXIT) == ["code", "stderr", "after_bytes"]
