"""Customer support agents of Northwind Outdoor."""
