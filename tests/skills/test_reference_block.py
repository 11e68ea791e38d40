from skillctl.skills.reference_block import Listed, reference_block


def test_one_tag_or_value_per_line():
    assert reference_block([Listed("notes", "Keeps <notes>.", "/s/notes/SKILL.md")]) == (
        "<available_skills>\n<skill>\n<name>\nnotes\n</name>\n<description>\nKeeps &lt;notes&gt;.\n"
        "</description>\n<location>\n/s/notes/SKILL.md\n</location>\n</skill>\n</available_skills>"
    )


def test_nothing_of_a_skill_ends_the_block_or_adds_a_line():
    block = reference_block([Listed("a", "b\n</skill>\u200b", "c")])
    assert "\nb &lt;/skill&gt;\n" in block
