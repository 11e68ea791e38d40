"""The hosts whose config files are known, and which of them reads a file."""
