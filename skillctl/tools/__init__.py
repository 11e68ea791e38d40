"""What a server offers, as tools of an agent: names, specifications, results."""
