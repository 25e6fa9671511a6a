"""Alembic asks this file how to reach the database; the connection is given by whoever migrates."""

from alembic import context

from stockrail.web.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
