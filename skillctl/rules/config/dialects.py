"""By the dialects of which hosts a config is judged, and what follows from several."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from skillctl.findings import Finding
from skillctl.rules.find.found import Target
from skillctl.servers.hosts.find import for_any_file, host_named, host_of, hosts_for
from skillctl.servers.hosts.model import Host
from skillctl.servers.hosts.table import HOST_NAMES


def hosts_of(target: Target, targets: Sequence[str]) -> tuple[Host, ...]:
    """The hosts that judge a file: by the settings or its manifest, else by its name and targets.

    None of them if `--target` names only hosts that do not read it.
    """
    own = host_named(target.host) if target.host else None
    if own is None:
        return hosts_for(Path(target.path), targets)
    if host_of(Path(target.path)) is not own:
        own = replace(for_any_file(own), references=False)
    chosen = set(targets) & set(HOST_NAMES)
    return (own,) if not chosen or chosen & set(own.read_by) else ()


def strictest(results: Sequence[Iterable[Finding]]) -> list[Finding]:
    """The findings of several dialects as one list: what is found twice counts as the gravest."""
    if len(results) == 1:
        return list(results[0])
    kept: dict[tuple[object, ...], Finding] = {}
    for finding in (finding for result in results for finding in result):
        key = (finding.code, finding.location, finding.field)
        other = kept.setdefault(key, finding)
        if finding.severity > other.severity:
            kept[key] = finding
    return list(kept.values())
