"""The request body of each dialect, to the byte (agent.md section 2)."""
