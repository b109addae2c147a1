"""The desks that subscribers talk to."""
