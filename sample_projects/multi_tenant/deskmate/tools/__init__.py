"""What the desks can do."""
