import shlex

import pytest

from skillctl.mcp.windows import CannotLaunch, windows_launch

CMD = r"C:\Windows\System32\cmd.exe"
FILES = {
    r"C:\node\npx.cmd",
    r"C:\node\node.exe",
    r"C:\tools\node.exe",
    r"C:\tools\run.bat",
    r"C:\tools\run.exe",
    r"C:\tools\old.COM",
    r"C:\tools\script.py",
    r"C:\my tools\do it.cmd",
    r"C:\tools\node.exe.cmd",
    r"D:\work\here.exe",
    r"here.exe",
    r".\here.exe",
}
PATH = r'C:\node;C:\tools;"C:\my tools";relative;;'
PATHEXT = ".COM;.EXE;.BAT;.CMD;.PY"


def launch(command, *args, path=PATH, pathext=PATHEXT):
    return windows_launch(command, args, path, pathext, CMD, FILES.__contains__)


def through_cmd(*parts):
    """A command line as it is expected: every part as it was written out by hand."""
    return f'"{CMD}" /d /s /c "{" ".join(parts)}"'


def test_the_example_of_the_specification():
    expected = (
        r'"C:\Windows\System32\cmd.exe" /d /s /c '
        r'""C:\node\npx.cmd" "-y" "a b" "50%%cd:~,%""'
    )
    assert launch("npx", "-y", "a b", "50%", pathext=".COM;.EXE;.BAT;.cmd") == expected


@pytest.mark.parametrize(
    ("command", "program"),
    [
        ("node", r"C:\node\node.EXE"),
        ("node.exe", r"C:\node\node.exe"),
        ("old", r"C:\tools\old.COM"),
        (r"D:\work\here.exe", r"D:\work\here.exe"),
        (r"D:\work\here", r"D:\work\here.EXE"),
        (r".\here.exe", r".\here.exe"),
    ],
)
def test_a_program_gets_its_arguments_as_they_are(command, program):
    files = {file.lower() for file in FILES}
    found = windows_launch(
        command, ["a b", '"', "%PATH%", "\n"], PATH, PATHEXT, CMD, lambda f: f.lower() in files
    )
    assert found == [program, "a b", '"', "%PATH%", "\n"]


def test_folders_come_before_endings_and_endings_in_their_order():
    exact = {r"C:\a\x.cmd", r"C:\b\x.exe", r"C:\b\x.cmd"}
    assert windows_launch("x", [], r"C:\b;C:\a", ".cmd;.exe", CMD, exact.__contains__) == (
        through_cmd(r'"C:\b\x.cmd"')
    )
    assert windows_launch("x", [], r"C:\b;C:\a", ".exe;.cmd", CMD, exact.__contains__) == [
        r"C:\b\x.exe"
    ]
    assert windows_launch("x", [], r"C:\a;C:\b", ".exe;.cmd", CMD, exact.__contains__) == (
        through_cmd(r'"C:\a\x.cmd"')
    )


def test_an_ending_that_is_written_comes_first():
    assert launch("node.exe", pathext=".CMD;.EXE;.cmd", path=r"C:\tools") == [r"C:\tools\node.exe"]


@pytest.mark.parametrize(
    ("argument", "part"),
    [
        ("", '""'),
        ("plain", '"plain"'),
        ('say "hi"', '"say ""hi"""'),
        ("end\\", '"end\\\\"'),
        ("two\\\\", '"two\\\\\\\\"'),
        ('back\\"quote', '"back\\\\""quote"'),
        ("in\\side", '"in\\side"'),
        ("%PATH%", '"%%cd:~,%PATH%%cd:~,%"'),
        ("&|<>^()!", '"&|<>^()!"'),
        ("a\tb", '"a\tb"'),
    ],
)
def test_a_batch_file_gets_each_part_in_quotes_it_cannot_end(argument, part):
    assert launch("run.bat", argument) == through_cmd(r'"C:\tools\run.bat"', part)


def test_a_program_with_blanks_in_a_quoted_folder():
    assert launch("do it", pathext=".cmd") == through_cmd(r'"C:\my tools\do it.cmd"')


def test_the_quotes_of_a_batch_line_are_even_whatever_the_arguments():
    line = launch("run.bat", 'a"b', "c\\", '""', '\\"')
    assert line.count('"') % 2 == 0
    assert shlex.split(line.replace("\\", "/"))[1:4] == ["/d", "/s", "/c"]


@pytest.mark.parametrize(
    ("command", "args", "words"),
    [
        ("run.bat", ["x", "a\nb"], "argument 2 holds a line break; a .bat program cannot receive"),
        ("run.bat", ["a\rb"], "argument 1 holds a line break"),
        ("run.bat", ["a\0b"], "argument 1 holds a NUL character"),
        ("node.exe", ["a", "b", "\0"], "argument 3 holds a NUL character"),
        ("script.py", [], 'script.py" is not started by itself'),
        ("none", [], 'program "none" not found in PATH (C:\\node;'),
        (r"D:\none.exe", [], r'program "D:\none.exe" not found'),
        ("here.exe", [], 'program "here.exe" not found in PATH'),
    ],
)
def test_what_cannot_be_launched_is_said(command, args, words):
    with pytest.raises(CannotLaunch) as refused:
        launch(command, *args)
    assert words in str(refused.value)
    assert ("in PATH" in str(refused.value)) == ("in PATH" in words)
