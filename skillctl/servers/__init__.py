"""MCP servers as configured: documents, variables, resolved servers, fingerprints."""
