"""Show, check and test exactly what a coding agent will read and be able to do."""
