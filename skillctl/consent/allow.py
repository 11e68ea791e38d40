"""An allow-list: fingerprints that a team or a CI job grants (mcp.md section 4.5)."""

from pathlib import Path
from typing import Any, TypeAlias

from skillctl.consent.item import KINDS
from skillctl.consent.toml_file import read_toml
from skillctl.errors import Location, SkillctlError
from skillctl.source.closed import Key, examine
from skillctl.worktree import Workspace

FORM = (
    'an allow-list is TOML: schema = "skillctl.allow/1", then per item a table [[allow]] with '
    'kind ("server" or "skill"), name, fingerprint ("sha256:…") and reason'
)

Allowed: TypeAlias = frozenset[tuple[str, str, str]]

_KEYS = {
    "schema": Key(choices=("skillctl.allow/1",), required=True),
    "allow": Key(
        kind="tables",
        keys={
            "kind": Key(choices=KINDS, required=True),
            "name": Key(required=True),
            "fingerprint": Key(required=True),
            "reason": Key(),
        },
    ),
}


def load_allowed(path: Path, workspace: Workspace | None) -> Allowed:
    """Read an allow-list (mcp.md section 4.5); one inside the workspace grants nothing."""
    if workspace and workspace.holds(path):
        raise SkillctlError(
            f"the allow-list {path} lies inside the workspace, so it cannot grant anything",
            hint="keep it outside of the repository",
        )
    source, node = read_toml(path, _error)
    for misfit in examine(node, _KEYS):
        place = source.location(misfit.start, misfit.end)
        raise SkillctlError(
            f"the allow-list cannot be used: {misfit.message}",
            hint=f"{misfit.advice}; {FORM}",
            location=place,
        )
    data: Any = node.data()
    rows = data.get("allow", [])
    return frozenset((row["kind"], row["name"], row["fingerprint"]) for row in rows)


def _error(message: str, location: Location) -> SkillctlError:
    return SkillctlError(f"the allow-list cannot be used: {message}", hint=FORM, location=location)
