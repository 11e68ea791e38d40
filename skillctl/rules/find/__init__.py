"""Finding the files that lint checks."""
