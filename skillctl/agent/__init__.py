"""What reaches the model, and the agent that sends it."""
