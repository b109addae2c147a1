"""What tools are called in the source, and where their older names still live: pure functions over texts."""
