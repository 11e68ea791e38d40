"""From what a real server answered to the file of a fake (harness.md section 1)."""
