"""Reports made by hand: one with every awkward text, one clean, one of scenarios."""

from skillctl.errors import Location
from skillctl.findings import (
    Alias,
    Case,
    Edit,
    Finding,
    Fix,
    Related,
    Report,
    Safety,
    Severity,
    Skipped,
)
from skillctl.report.fingerprint import with_fingerprints
from skillctl.source.file import decode

PRICES = (
    "---\nname: pricing-report\n"
    "description: Makes a price report. Modes: fast, slow\n"
    "license: MIT\n---\nBody\n"
)


def at(path, text, token, *, after="", upto=None):
    """The place of a token in a text, and the line it stands on."""
    source = decode(path, text.encode())
    start = source.text.index(token, source.text.index(after))
    end = start + len(token) if upto is None else source.text.index(upto) + len(upto)
    place = source.location(start, end)
    return {"location": place, "line": source.line(place.start.line)}


def finding(code="SK999", name="odd", severity=Severity.ERROR, **values):
    values = {
        "message": "wrong",
        "consequence": "dropped by every client",
        "kind": "skill",
    } | values
    values.setdefault("location", Location("a.md"))
    return Finding(code=code, name=name, severity=severity, **values)


PLAIN_COLON = finding(
    "SK105",
    "plain-colon",
    message='": " starts a nested mapping inside the value of "description"',
    consequence="dropped by claude-code (loads with empty metadata), codex, skills-cli",
    targets=("claude-code", "codex"),
    subject="pricing-report",
    field="/description",
    fix=Fix(
        Safety.SAFE,
        "put the value in double quotes",
        (
            Edit(
                "skills/pricing-report/SKILL.md",
                38,
                77,
                '"Makes a price report. Modes: fast, slow"',
            ),
        ),
    ),
    **at("skills/pricing-report/SKILL.md", PRICES, ": ", after="Modes"),
)
TABS_AND_WIDE = finding(
    "SK401",
    "link-missing",
    message="no file 報告.md; commas, 100 % and a: colon",
    consequence="the agent cannot open it",
    advice="make the file, or mend the link",
    **at("skills/50 %, off: now/SKILL.md", "a\n\tsee 価格\t[報告](報告.md) now\n", "(報告.md)"),
)
HOSTILE = finding(
    "MC214",
    "hidden-text",
    Severity.WARNING,
    kind="config",
    security=True,
    message='first\nsecond ::error::\x1b[31mred\x1b[0m \u202egnp.exe ]]> <b> & "q" \ufffe\x00',
    consequence="the model reads what the reviewer cannot see",
    subject="we\u200bather",
    field="/mcpServers/we\u200bather/args/0",
    evidence=("one\ttab", "+ two\n- three \U000e0041"),
    related=(
        Related(Location("b c/.mcp.json"), "first defined, here"),
        Related(at("b c/.mcp.json", "{}\n", "}")["location"], "again"),
    ),
    **at("b c/.mcp.json", '{"args": ["\x9b\u202e\u200bx"]}', "\x9b\u202e\u200bx"),
)
LONG = finding(
    "SK504",
    "long-line",
    message="in the middle of a long line",
    consequence="sent to the model",
    fix=Fix(Safety.UNSAFE, "delete it", (Edit("long.md", 0, 1, ""),)),
    **at("long.md", f"{'before ' * 30}TOKEN{' after' * 30}\n", "TOKEN"),
)
HUGE = finding(
    "SK505",
    "huge-token",
    Severity.NOTE,
    message="a token wider than the window",
    consequence="runs code",
    **at("long.md", f"start {'x' * 500} end\n", "x" * 500),
)
SPANNING = finding(
    "SK102",
    "unclosed-frontmatter",
    message="several lines at once",
    consequence="dropped by codex",
    **at("spanning.md", "---\nname: x\n\nbody\n", "name", upto="body"),
)
UNREADABLE = finding(
    "SK006",
    "unreadable",
    message="permission denied",
    location=Location("bad\udcff\udc9b/SKILL.md"),
)
MANY = tuple(
    finding(
        "SK225",
        "allowed-tools-form",
        Severity.WARNING,
        message="a comma list",
        consequence="read as one name by some clients",
        **at(f"many/{number:02}/SKILL.md", "---\nallowed-tools: A, B\n---\n", "A, B"),
    )
    for number in range(23)
)
SILENCED = finding(
    "SK207", "name-directory", message="name differs", location=Location("q/SKILL.md")
)

AWKWARD = with_fingerprints(
    Report(
        cases=(
            Case(
                kind="skill",
                name="pricing-report",
                path="skills/pricing-report",
                findings=(PLAIN_COLON, TABS_AND_WIDE, LONG, HUGE, SPANNING),
            ),
            Case(kind="config", name="b c/.mcp.json", path="b c/.mcp.json", findings=(HOSTILE,)),
            Case(
                kind="skill", name="bad\udcff\udc9b", path="bad\udcff\udc9b", findings=(UNREADABLE,)
            ),
            Case(kind="skill", name="many", path="many", findings=MANY, suppressed=(SILENCED,)),
            Case(kind="evals", name="quiet & <clean>", path='e"vals/a.json'),
        ),
        skipped=(
            Skipped("loop", "symlink to an ancestor"),
            Skipped("a.bin", "not a server config"),
            Skipped("b.bin", "not a server config"),
            Skipped("c\x1b.bin", "excluded"),
            Skipped("d.bin", "no text\x07"),
        ),
        aliases=(Alias("skills/other name", "skills/pricing-report"),),
        targets=("claude-code", "codex"),
        platform="linux",
        files=31,
        repairs=True,
    )
)
CLEAN = Report(
    cases=(
        Case(kind="skill", name="one", path="one"),
        Case(kind="config", name=".mcp.json", path=".mcp.json"),
    ),
    platform="linux",
    files=2,
)

SCENARIO = 'schema = "skillctl.scenario/1"\n[[turn]]\nexpect = { last_result_contains = "18C" }\n'
EXPECTATION = finding(
    "TS001",
    "expectation-failed",
    kind="scenario",
    subject="weather, happy path[openai-chat-pipe]",
    message='request 2: no "18C" in the last result',
    consequence="the case fails",
    advice="skillctl session show kept/1",
    evidence=("nearest, at offset 12: 17C in Paris\x1b", "-18C\n+17C"),
    **at("tests/weather.scenario.toml", SCENARIO, '"18C"'),
)
NOTHING_ASSERTED = finding(
    "SC014",
    "nothing-asserted",
    Severity.WARNING,
    kind="scenario",
    message="no expectation at all",
    consequence="the case cannot fail",
    location=Location("tests/b.scenario.toml"),
)
SCENARIOS = Report(
    command="test",
    cases=(
        Case(
            kind="scenario",
            name="weather, happy path[openai-chat-pipe]",
            path="tests/weather.scenario.toml",
            findings=(EXPECTATION, EXPECTATION),
            seconds=0.25,
            properties=(("dialect", "openai-chat"), ("transport", "pipe")),
            output="session kept in kept/1\nwith a\ttab\n",
        ),
        Case(
            kind="scenario",
            name="weather, happy path[openai-chat-stdio]",
            path="tests/weather.scenario.toml",
            seconds=1.5,
            properties=(("dialect", "openai-chat"), ("transport", "stdio")),
        ),
        Case(
            kind="scenario",
            name="asks nothing",
            path="tests/b.scenario.toml",
            findings=(NOTHING_ASSERTED,),
            seconds=0.001,
        ),
        Case(
            kind="scenario",
            name="later",
            path="tests/b.scenario.toml",
            skipped="waits for a <server>",
        ),
    ),
    skipped=(Skipped("tests/c.toml", "not a scenario"),),
)
REPORTS = {"awkward": AWKWARD, "clean": CLEAN, "scenarios": SCENARIOS}
