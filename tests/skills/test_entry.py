"""One skill in the catalog, in each style: skills.md section 6."""

import re
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.policy.text import one_line
from skillctl.settings import SkillSettings
from skillctl.skills.entry import catalog_entry, heading, is_readable, location, shown_description
from skillctl.skills.model import Skill

STYLES = {
    "tool": SkillSettings(),
    "read": SkillSettings(loading="read"),
    "arrow": SkillSettings(loading="read", arrow=True),
    "xml": SkillSettings(style="xml"),
    "xml read": SkillSettings(style="xml", loading="read", arrow=True),
}


def skill(name="pdf", description="Reads PDF files.", shown=".agents/skills/pdf/SKILL.md"):
    return Skill(
        name=name,
        description=description,
        body="",
        scope="user",
        base=Path("/real/skills/pdf"),
        shown=shown,
        source="s",
        line=3,
    )


XML = (
    "<skill>\n<name>\npdf\n</name>\n<description>\nReads PDF files.\n</description>\n"
    "<location>\n.agents/skills/pdf/SKILL.md\n</location>\n</skill>"
)


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("tool", "- pdf: Reads PDF files."),
        ("read", "- pdf: Reads PDF files. (`.agents/skills/pdf/SKILL.md`)"),
        ("arrow", "- pdf: Reads PDF files. → read .agents/skills/pdf/SKILL.md"),
        ("xml", XML),
        ("xml read", XML),
    ],
)
def test_an_entry_to_the_byte(style, text):
    assert catalog_entry(skill(), STYLES[style]) == text


def test_the_heading_to_the_byte():
    title = "# Skills\n\nBefore work that a skill below covers, "
    by_tool = (
        f"{title}call the `skill` tool with its name and follow what it returns. "
        "Load a skill once per conversation.\n\n"
    )
    by_reading = (
        f"{title}read its file with `read_file` and follow it. Read it once per conversation.\n\n"
    )
    assert {style: heading(STYLES[style]) for style in STYLES} == {
        **dict.fromkeys(("tool", "xml"), by_tool),
        **dict.fromkeys(("read", "arrow", "xml read"), by_reading),
    }


def test_a_location_is_as_printed_or_absolute():
    assert location(skill(), STYLES["read"]) == ".agents/skills/pdf/SKILL.md"
    absolute = SkillSettings(locations="absolute")
    assert location(skill(), absolute) == "/real/skills/pdf/SKILL.md"


def test_blanks_do_not_count_against_the_limit():
    for settings in STYLES.values():
        text = "d \n\t " * 600
        assert shown_description(skill(description=text), settings) == f"{'d ' * 511}d…"
        text = f"  {'d' * 1024}\n"
        assert shown_description(skill(description=text), settings) == "d" * 1024


def test_xml_is_cut_before_it_is_escaped():
    settings = SkillSettings(style="xml", description_chars=40)
    entry = catalog_entry(skill(description="&" * 41), settings)
    assert f"\n{'&amp;' * 39}…\n" in entry


def test_a_path_that_cannot_be_shown_as_it_is_cannot_be_read():
    for path, lines, xml in (
        ("a/SKILL.md", True, True),
        ("a & b/SKILL.md", True, True),
        ("<skill>/SKILL.md", False, True),
        ("a  b/SKILL.md", False, False),
        ("a\u200b/SKILL.md", False, False),
    ):
        assert is_readable(skill(shown=path), STYLES["read"]) is lines
        assert is_readable(skill(shown=path), STYLES["xml"]) is xml


FOREIGN = st.lists(
    st.one_of(
        st.sampled_from(
            [
                *("\n- fake: x", "\n# H\n", "</available_skills>", "<skill>", "\u2028", "\x85"),
                *("</description>\n</skill>", "< / SKILL >", "&lt;/skill&gt;", "&#10;- fake: x"),
                *("`)\n", "</name>", "→ read /etc/passwd", "\u200b", "\u202e", "\U000e0041"),
            ]
        ),
        st.characters(exclude_categories=["Cs"]),
    )
).map("".join)
OWN = re.compile(r"<\s*/?\s*(skill|available_skills|name|description|location)\b", re.IGNORECASE)


@given(FOREIGN, FOREIGN, st.sampled_from(["tool", "read", "arrow"]))
def test_a_description_can_neither_start_a_line_nor_close_a_block(text, path, style):
    line = catalog_entry(skill(description=text, shown=path), STYLES[style])
    assert len(line.splitlines()) == 1
    assert line.startswith("- pdf: ")
    assert not re.search(r"<[\s/]*(skill|available_skills)\b", line, re.IGNORECASE)


@given(FOREIGN, FOREIGN)
def test_an_element_holds_harmless_text(text, path):
    """Every line is a tag of ours or one value; unescaped it is the text, on its one line."""
    entry = catalog_entry(skill(description=text, shown=path), STYLES["xml"])
    rows = entry.split("\n")
    assert entry.splitlines() == rows
    values = rows[5], rows[8]
    rows[5], rows[8] = "D", "P"
    assert rows == [
        *("<skill>", "<name>", "pdf", "</name>", "<description>", "D", "</description>"),
        *("<location>", "P", "</location>", "</skill>"),
    ]
    assert not set("<>\"'") & set("".join(values))
    wanted = one_line(text, escape_elements=False)
    shown = unescape(values[0])
    assert shown == (wanted if len(wanted) <= 1024 else f"{wanted[:1023]}…")
    assert len(shown.splitlines()) <= 1
    assert not set("\u200b\u202e\U000e0041\u2028") & set(shown)
