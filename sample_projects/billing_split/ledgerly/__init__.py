"""Billing support for the subscribers of Ledgerly."""
