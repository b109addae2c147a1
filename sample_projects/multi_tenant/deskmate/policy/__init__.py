"""What is offered to whom, and who has to say yes."""
