"""Schemas of tools in the forms that providers take (mcp.md section 8.3)."""
