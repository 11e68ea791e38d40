from skillctl.mcp.notes import Note, Notes


def words(*notes):
    collected = Notes()
    for note in notes:
        collected.add(note)
    return collected.words()


def test_nothing_is_said_about_nothing():
    assert words() == ()


def test_stray_lines_are_counted_and_shown():
    assert words(Note("stray", "=== banner ==="), Note("stray", ""), Note("stray", "\x1b[1m")) == (
        "3 lines on stdout are not JSON-RPC:\n  === banner ===\n  (empty line)\n  \\x1b[1m",
    )
    assert words(Note("stray", "x")) == ("1 line on stdout is not JSON-RPC:\n  x",)


def test_fifty_stray_lines_of_120_characters_are_kept():
    (text,) = words(*(Note("stray", f"{n:03}" + "x" * 200) for n in range(53)))
    head, *lines = text.splitlines()
    assert head == "53 lines on stdout are not JSON-RPC:"
    assert lines[:50] == [f"  {n:03}{'x' * 117}" for n in range(50)]
    assert lines[50:] == ["  (and 3 more)"]


def test_each_kind_is_said_once_with_its_count_and_first_text():
    assert words(
        Note("late"),
        Note("glued", "LOG\u200b "),
        Note("late"),
        Note("glued", "other"),
        Note("the list does not end"),
        Note("the list does not end"),
    ) == (
        "an answer after its time limit or cancellation, dropped (2 times)",
        "text before a message on the same line (2 times): LOG\\u{200B} ",
        "the list does not end",
    )


def test_foreign_text_is_cut():
    assert words(Note("odd-error", "x" * 900))[0].endswith(": " + "x" * 200)
