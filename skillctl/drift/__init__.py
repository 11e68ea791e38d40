"""Two tool lists or texts, compared: one engine for the lock and for snapshots."""
