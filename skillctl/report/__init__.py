"""A report of findings in the formats that people and programs read."""
