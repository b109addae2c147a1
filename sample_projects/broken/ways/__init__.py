"""Each module fails in its own way."""
