"""Skills on disk and in the prompt."""
