"""Approvals, switches and limits: what may be done, and when."""
