"""What is wrong with a file: rule declarations, their families, the engine, the reference."""
