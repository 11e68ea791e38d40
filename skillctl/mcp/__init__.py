"""MCP servers as running: protocol core, drivers, processes, manager."""
