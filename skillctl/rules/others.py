"""What commands other than lint report, by the same kind of codes."""

from skillctl.findings import Defect
from skillctl.scenario import snapshot_report, verdict

COMMANDS = {"scenario": "test", "snapshot": "snapshot check"}
ALL_OTHERS: tuple[Defect, ...] = (
    *verdict.DEFECTS,
    *snapshot_report.DEFECTS.values(),
)
