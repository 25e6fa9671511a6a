"""How fast Stockrail is, as ratios measured in one run: `make bench`."""
