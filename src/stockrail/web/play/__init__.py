"""Games that are being played: their positions in memory, and the one road on which they change."""
