"""What commands other than lint report, by the same kind of codes."""

from skillctl.definition import defects as definition
from skillctl.findings import Defect
from skillctl.mcp.live import defects as live
from skillctl.scenario import snapshot_report, verdict

COMMANDS = {"scenario": "test", "server": "mcp check", "snapshot": "snapshot check"}
ALL_OTHERS: tuple[Defect, ...] = (
    *definition.DEFECTS,
    *live.DEFECTS,
    *verdict.DEFECTS,
    *snapshot_report.DEFECTS.values(),
)
