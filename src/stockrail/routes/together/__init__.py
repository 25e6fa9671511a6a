"""Runs whose trains share track: each location pays once, and all routes hang together at the home."""
