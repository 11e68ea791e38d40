"""What commands other than lint report, by the same kind of codes."""

from skillctl.findings import Defect
from skillctl.mcp.live import defects as live
from skillctl.scenario import snapshot_report, verdict

COMMANDS = {"scenario": "test", "server": "mcp check", "snapshot": "snapshot check"}
ALL_OTHERS: tuple[Defect, ...] = (
    *live.DEFECTS,
    *verdict.DEFECTS,
    *snapshot_report.DEFECTS.values(),
)
