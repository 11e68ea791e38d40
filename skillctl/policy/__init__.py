"""Pure functions that say what is dangerous: text, secrets, paths."""
