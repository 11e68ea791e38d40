"""What consent to a server is given to (mcp.md sections 4.1 and 4.2)."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from skillctl.canonical import NotCanonical, canonical
from skillctl.consent.item import Item, is_secret_key
from skillctl.servers.model import ServerConfig
from skillctl.servers.named_files import named_files
from skillctl.worktree import NotPinned, Workspace, pin

MOST_FILES = 64
MOST_NAMES = 10_000  # more words than any command line; each costs a look at the disk


def server_item(config: ServerConfig, workspace: Workspace) -> Item:
    """The item of a server of the repository; files are read now, nothing is started."""
    problem = config.unpinnable or workspace.problem
    form = b""
    if not problem:
        try:
            form = canonical(server_form(config, workspace))
        except (NotCanonical, NotPinned) as reason:
            problem = str(reason)
    return Item(
        kind="server",
        name=config.name,
        source=config.source,
        fingerprint=f"sha256:{sha256(form).hexdigest()}" if form else "",
        form=form.decode(),
        resolved=config.resolved,
        problem=problem,
    )


def server_form(config: ServerConfig, workspace: Workspace) -> dict[str, object]:
    """The object whose canonical text is hashed; it holds no value of a secret field."""
    return {
        "entry": hidden_secrets(config.entry),
        "files": pinned_files(config.entry, config.base or workspace.root, workspace),
        "kind": "server",
        "name": config.name,
        "source": config.source,
        "v": 1,
    }


def hidden_secrets(entry: Mapping[str, object]) -> dict[str, object]:
    """The entry with a digest in place of each string below a key that may hold secrets."""
    return {k: _hashed(v) if is_secret_key(k) else v for k, v in entry.items()}


def pinned_files(
    entry: Mapping[str, object], base: Path, workspace: Workspace
) -> list[dict[str, str]]:
    """The shared files that the command line names, sorted by path, each once.

    Raises NotPinned if they are too many or one of them is too large.
    """
    found: dict[tuple[str, str], dict[str, str]] = {}
    for path in _distinct(named_files(entry, base, workspace)):
        for file in pin(workspace, path):
            if found.setdefault((file["path"], file.get("link", "")), file) != file:
                raise NotPinned(f"the command line names two files that are both {file['path']}")
        if len(found) > MOST_FILES:
            raise NotPinned(f"the command line names more than {MOST_FILES} files")
    return [found[key] for key in sorted(found)]


def _distinct(paths: Iterable[Path]) -> dict[Path, None]:
    """Each path once."""
    named: dict[Path, None] = {}
    for path in paths:
        named[path] = None
        if len(named) > MOST_NAMES:
            raise NotPinned(
                f"the command line has more than {MOST_NAMES:,} words that may name files"
            )
    return named


def _hashed(value: Any) -> object:  # noqa: ANN401 # any JSON value
    if isinstance(value, str):
        return f"sha256:{sha256(value.encode()).hexdigest()}"
    if isinstance(value, dict):
        return {key: _hashed(inner) for key, inner in value.items()}
    return [_hashed(inner) for inner in value] if isinstance(value, list) else value
