"""The messages that the host and the project's worker exchange."""
