"""What commands other than lint report, by the same kind of codes."""

from skillctl.fakes import defects as fake
from skillctl.findings import Defect
from skillctl.scenario import defects as scenario
from skillctl.scenario import snapshot_report, verdict

COMMANDS = {"fake": "fake check", "scenario": "test", "snapshot": "snapshot check"}
ALL_OTHERS: tuple[Defect, ...] = (
    *fake.DEFECTS,
    *scenario.DEFECTS,
    *verdict.DEFECTS,
    *snapshot_report.DEFECTS.values(),
)
