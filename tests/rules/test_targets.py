import pytest

from skillctl.errors import SkillctlError
from skillctl.findings import Severity
from skillctl.rules.registry import ALL_RULES
from skillctl.rules.rule import Rule
from skillctl.rules.targets import CELLS, SKILL_TARGETS, cell_words, severity_in, target_of
from skillctl.servers.hosts.table import HOST_NAMES

E, W, N = Severity.ERROR, Severity.WARNING, Severity.NOTE
HEAD = ("any", "spec", "claude-code", "claude-ai", "codex", "skills-cli")
ROWS = {  # the table of lint.md section 1.4, but for SK603, which is not built
    "SK010": (W, None, None, W, W, E),
    "SK103": (E, E, W, E, E, E),
    "SK108": (E, E, W, E, E, E),
    "SK205": (W, N, N, W, W, W),
    "SK207": (E, E, W, W, W, W),
    "SK208": (W, None, None, E, None, None),
    "SK212": (E, E, W, E, E, W),
    "SK213": (W, None, None, E, W, None),
    "SK225": (W, W, N, W, W, W),
}


def a_rule(code, *severities):
    return Rule(
        code=code,
        name="odd",
        severities=severities,
        message="",
        consequence="",
        advice="",
        check=lambda _document: (),
    )


@pytest.mark.parametrize("code", ROWS)
@pytest.mark.parametrize("target", HEAD)
def test_the_table(code, target):
    own = ROWS[code][0]
    wanted = ROWS[code][HEAD.index(target)]
    assert severity_in([target], a_rule(code, own), own) is wanted


def test_no_rule_but_those_of_the_table_has_a_cell():
    assert set(CELLS) == set(ROWS)


def test_another_rule_and_another_host_are_judged_as_the_union():
    assert severity_in(["spec"], a_rule("SK201", E), E) is E
    assert severity_in(["cursor"], a_rule("SK207", E), E) is E


def test_of_several_targets_the_strictest_counts():
    rule = a_rule("SK208", W)
    assert severity_in(["spec", "claude-ai"], rule, W) is E
    assert severity_in(["spec", "codex"], rule, W) is None
    assert severity_in(["spec", "any"], rule, W) is W


def test_what_the_rule_takes_lightly_no_host_takes_gravely():
    closing = a_rule("SK103", E, W)
    assert severity_in(["claude-code"], closing, E) is W
    assert severity_in(["claude-code"], closing, W) is W
    inside = a_rule("SK010", W, N)
    assert severity_in(["codex"], inside, N) is N


def test_an_installer_that_skips_links_skips_them_all():
    assert severity_in(["skills-cli"], a_rule("SK010", W, N), N) is E


def test_every_cell_names_a_known_host_its_source_and_a_date():
    known = {*SKILL_TARGETS, "codex", *HOST_NAMES}
    for cells in CELLS.values():
        assert set(cells) <= known
        assert all(cell.source and cell.date >= "2026-01" for cell in cells.values())


def test_the_cells_in_words():
    assert cell_words("SK225") == {
        "claude-code": "note (loaded with and without it, and compared, 2026-11)"
    }
    assert cell_words("SK010")["spec"].startswith("no finding (")
    assert cell_words("SK201") == {}


def test_the_gravest_severity_of_each_rule_is_that_of_any():
    for rule in ALL_RULES:
        if rule.code in ROWS:
            assert rule.severity is ROWS[rule.code][0]


def test_a_target_by_its_name_or_its_other_name():
    assert [target_of(word) for word in ("any", "claude-code", "copilot")] == [
        "any",
        "claude-code",
        "vscode",
    ]


@pytest.mark.parametrize(
    ("word", "hint"), [("skils-cli", 'did you mean "skills-cli"?'), ("", "targets are")]
)
def test_an_unknown_target_is_refused_with_the_nearest(word, hint):
    with pytest.raises(SkillctlError, match=f'no target is called "{word}"') as caught:
        target_of(word)
    assert caught.value.hint.startswith(hint)
