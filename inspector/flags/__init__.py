"""Which scenarios there are, and what holds in which of them."""
