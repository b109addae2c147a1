"""A support assistant that many companies share."""
