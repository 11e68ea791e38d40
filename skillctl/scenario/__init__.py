"""A conversation as a test: scenario files, their runner, expectations and snapshots."""
