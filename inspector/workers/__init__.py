"""The project's worker: which interpreter runs it, how it is spoken to, and that it always ends."""
