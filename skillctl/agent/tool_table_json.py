"""The table of tools as `skillctl.tools/1` (agent.md section 4)."""

import json

from skillctl.agent.savings import Saving
from skillctl.agent.tool_table import DIGEST_DIGITS, ToolTable, hints
from skillctl.agent.weight import ToolWeight

SCHEMA = "skillctl.tools/1"
_DIGITS = 6


def as_json(found: ToolTable) -> str:
    """The whole table; every count is by the method of `tokens`."""
    value = {
        "schema": SCHEMA,
        "tokens": {"method": found.method, "n": found.total},
        "budget": found.budget,
        "share": _share(found.total, found.budget),
        "tools": [_row(found, weight) for weight in found.rows],
        "absent": [
            {"server": s.key, "state": s.state, "consent": s.consent, "error": s.error}
            for s in found.absent
        ],
        "drop": [_drop(found, saving) for saving in found.savings],
        "notes": list(found.notes),
    }
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _row(found: ToolTable, weight: ToolWeight) -> dict[str, object]:
    tool = weight.tool
    return {
        "name": tool.name,
        "server": tool.server,
        "raw": tool.raw_name,
        "claimed": hints(tool),
        "digest": tool.digest[:DIGEST_DIGITS],
        "consent": found.consent(tool),
        "marginal": weight.marginal,
        "raw_tokens": weight.raw,
        "share": _share(weight.marginal, found.budget),
    }


def _drop(found: ToolTable, saving: Saving) -> dict[str, object]:
    return {
        "server": saving.server,
        "tool": saving.tool.name if saving.tool else None,
        "saves": saving.tokens,
        "share": _share(saving.tokens, found.total),
    }


def _share(part: int, whole: int) -> float:
    return round(part / whole, _DIGITS) if whole else 0.0
