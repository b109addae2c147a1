"""Where customers write from; each channel needs its own extra."""
