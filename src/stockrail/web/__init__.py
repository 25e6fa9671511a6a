"""The browser version: a server that keeps games, answers a JSON API and renders the pages."""
