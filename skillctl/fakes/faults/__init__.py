"""What goes wrong on purpose: the effects of faults (harness.md section 1)."""
