"""Checking fakes: the FK rules, which `skillctl fake check` shares."""

from skillctl.fakes.defects import DEFECTS
from skillctl.fakes.file import MAX_BYTES, fake_misfits
from skillctl.rules.closed.check import Format, rules_of

FORMAT = Format("fake", rules_of(DEFECTS, "fake check"), fake_misfits, MAX_BYTES)
RULES = FORMAT.rules
check, check_text, check_bytes = FORMAT.check, FORMAT.check_text, FORMAT.check_text
