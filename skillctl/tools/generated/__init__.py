"""A server as a skill: a folder that a model reads on demand (skills.md section 17)."""
