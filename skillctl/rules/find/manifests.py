"""The config files that manifests of plugins name: they are checked under their own names."""

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath

from skillctl.files import is_file, real_path
from skillctl.globs import matches
from skillctl.rules.find.found import Found
from skillctl.rules.find.paths import LintFolders
from skillctl.servers.document import read_config_document
from skillctl.servers.entries import PathReference
from skillctl.servers.hosts.find import host_of
from skillctl.servers.hosts.model import Host


def follow_manifests(found: Found, places: LintFolders, exclude: Sequence[str]) -> None:
    """Add to the configs what manifests among them name; a name that no host has gets a host.

    What is missing, lies outside of the plugin, is a bundle or is excluded is not added.
    """
    for path in list(found.configs.values()):
        host = host_of(Path(path))
        if host is None or not host.references:
            continue
        for named in _named_files(Path(path), host):
            if not _is_excluded(places.for_globs(str(named)), exclude):
                key = found.add(found.configs, str(named))
                if host_of(named) is None:
                    found.hosts.setdefault(key, host.name)


def _is_excluded(path: str, exclude: Sequence[str]) -> bool:
    """Whether a walk would not have come here."""
    parts = PurePath(path).parts
    ends = ["/".join(parts[: count + 1]) for count in range(len(parts))]
    return any(word in parts or any(matches(word, end) for end in ends) for word in exclude)


def _named_files(path: Path, host: Host) -> Iterator[Path]:
    """The text files inside of the plugin that a manifest names."""
    for reference in read_config_document(path, "", host).references:
        if not reference.is_bundle and _is_inside(reference):
            yield reference.path or path


def _is_inside(reference: PathReference) -> bool:
    path, folder = reference.path, reference.folder
    if path is None or folder is None or not path.is_relative_to(folder) or not is_file(path):
        return False
    return real_path(path).is_relative_to(real_path(folder))
