"""A travel assistant."""
