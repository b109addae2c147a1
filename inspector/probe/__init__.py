"""Runs in the inspected project's interpreter: standard library and `agents` only, Python 3.10 and newer."""
