"""Rules about the files in which servers are configured."""
