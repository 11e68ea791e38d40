"""Fake MCP servers from a TOML file."""
