"""What is wrong with a server that runs, for its author (`skillctl mcp check`)."""
