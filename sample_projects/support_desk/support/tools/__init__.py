"""What the support agents can do."""
