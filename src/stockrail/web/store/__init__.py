"""What the server keeps: people, games, their entries, chat and sessions, in SQLite or PostgreSQL."""
