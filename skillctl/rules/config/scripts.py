"""Which words of a server's command line are programs and scripts of the repository."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PureWindowsPath
from typing import NamedTuple

from skillctl.files import mode_of
from skillctl.servers.document import ConfigDocument
from skillctl.servers.entries import ServerEntry, plugin_folder
from skillctl.source.tree import Entry, Node

SCRIPTS = (".py", ".js", ".mjs", ".cjs", ".ts", ".mts", ".sh", ".rb", ".php", ".pl", ".jar")
SHELLS = frozenset({"sh", "bash", "zsh", "dash", "fish", "cmd", "powershell", "pwsh"})
ELSEWHERE = frozenset(  # what follows them is run where other files are
    (
        *("docker", "podman", "nerdctl", "kubectl", "oc", "ssh", "wsl", "devcontainer", "vagrant"),
        *("lxc", "apptainer", "singularity", "flatpak", "adb", "multipass", "limactl", "distrobox"),
    )
)
FOLDER_FLAGS = frozenset({"--directory", "--dir", "--cwd", "--prefix", "--chdir", "-C"})
WINDOWS = "windows"
PATH_SEPARATORS = {WINDOWS: ";"}
_PROGRAM_ENDINGS = (".exe", ".cmd", ".bat", ".com")
_PACKAGE_FLAGS = frozenset(
    {"-r", "--require", "--import", "--loader", "--experimental-loader", "--preload"}
)
_MODULE = "-m"
_VARIABLE_MARKS = ("$", "{", "%", "<")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_OF_PLUGIN = re.compile(r"/plugins/(\d+)/")


class Word(NamedTuple):
    """A word that may be a path: where it stands, what it is, and from which folders it counts.

    Of a certain one it is known that it is meant to exist: a word that follows a flag where the
    script was named before may be any value. Without folders nothing is known of where it counts.
    """

    entry: Entry
    node: Node
    text: str
    folders: tuple[Path, ...]
    is_command: bool = False
    is_certain: bool = True


def base_of_server(server: ServerEntry, config: ConfigDocument) -> Path | None:
    """The folder from which the paths of a server count; None if it lies in another repository."""
    match = _OF_PLUGIN.match(server.pointer) if config.host.references else None
    plugins = config.root.get("plugins") if config.root and match else None
    if match is None or plugins is None or config.root is None:
        return config.base
    return plugin_folder(plugins.items[int(match[1])], config.root, config.base)


def words_of(server: ServerEntry, folder: Path, platform: str, *, has_cwd: bool) -> Iterator[Word]:
    """The program, and the arguments that may be scripts, as far as they are paths."""
    command, args = server.node.entry("command"), server.node.entry("args")
    words = (*strings_of(command), *strings_of(args))
    line = [(entry, node, as_path(text, platform)) for entry, node, text in words]
    if command and line and line[0][0] is command:
        entry, node, text = line[0]
        if "/" in text:
            yield Word(entry, node, text, (folder,), is_command=True)
    yield from _scripts(line, folder, has_cwd=has_cwd)


def as_path(text: str, platform: str) -> str:
    """A path with slashes, where the machine that is judged for takes a backslash for one."""
    return text.replace("\\", "/") if platform == WINDOWS else text


def program_at(path: Path, platform: str) -> bool:
    """Whether a program lies there, on Windows also without the ending of its name."""
    endings = ("", *_PROGRAM_ENDINGS) if platform == WINDOWS else ("",)
    return any(mode_of(f"{path}{ending}") for ending in endings)


def strings_of(entry: Entry | None) -> Iterator[tuple[Entry, Node, str]]:
    """The words in a field, which is a string or a list of strings."""
    if entry is None:
        return
    nodes = entry.value.items if entry.value.kind == "list" else (entry.value,)
    yield from ((entry, node, node.value) for node in nodes if isinstance(node.value, str))


def _scripts(
    line: Sequence[tuple[Entry, Node, str]], folder: Path, *, has_cwd: bool
) -> Iterator[Word]:
    """The scripts among the words, up to one that runs what follows elsewhere."""
    folders: tuple[Path, ...] = (folder,)
    before, is_found = "", False
    for number, (entry, node, text) in enumerate(line):
        if program_name(text) in ELSEWHERE:
            return
        flag, is_joined, value = text.partition("=")
        if (flag in FOLDER_FLAGS and is_joined) or before in FOLDER_FLAGS:
            inner = value if is_joined else text
            folders = (*folders, folder / inner) if folders and is_relative(inner) else ()
        elif number and _is_script(text, before) and ("/" in text or has_cwd):
            is_certain = not (is_found and before.startswith("-"))
            yield Word(entry, node, text, folders, is_certain=is_certain)
        is_found = is_found or text == _MODULE or (bool(number) and text.endswith(SCRIPTS))
        before = text


def is_relative(text: str) -> bool:
    """Whether a path counts from a folder of the repository, as it is written."""
    rooted = text.startswith(("/", "~")) or PureWindowsPath(text).drive or "\0" in text
    return not rooted and not any(mark in text for mark in _VARIABLE_MARKS)


def program_name(text: str) -> str:
    """The name of a program without its folders and the ending it has on Windows."""
    return re.split(r"[/\\]", text)[-1].lower().removesuffix(".exe")


def _is_script(text: str, before: str) -> bool:
    """Whether a word may be the path of a script; a package's has no `./`."""
    if before in _PACKAGE_FLAGS and not text.startswith("."):
        return False
    is_word = not text.startswith(("-", "@")) and not _SCHEME.match(text)
    return is_word and text.endswith(SCRIPTS) and not any(c.isspace() or c == "=" for c in text)
