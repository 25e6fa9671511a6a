"""18FB: the railways of Bourbon Southern Italy – concessions, political cards, regional and national companies."""
