"""Fixes: which edits are made, whether the result is right, and how it is written."""
