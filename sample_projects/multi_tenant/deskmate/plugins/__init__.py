"""Connections to other products, which each company picks for itself."""
