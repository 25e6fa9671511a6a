"""What pages and the API show of a position, as plain data and markup."""
