"""What names that look alike have in common, so that no two accounts do."""

import sqlalchemy as sa
from alembic import op

from stockrail.web.store.likeness import likeness

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("people", sa.Column("alike", sa.Text))
    _fill(op.get_bind())
    op.create_index("people_alike", "people", ["alike"], unique=True)


def _fill(connection: sa.Connection) -> None:
    """Of accounts that were alike already the oldest keeps the likeness; the others are still found by their login."""
    people = sa.table("people", *map(sa.column, ("id", "name", "login", "created", "alike")))
    known: set[str] = set()
    accounts = sa.select(people.c.id, people.c.name).where(people.c.login.is_not(None)).order_by(people.c.created)
    for row in connection.execute(accounts).all():
        alike = likeness(row.name)
        if alike not in known:
            known.add(alike)
            connection.execute(sa.update(people).where(people.c.id == row.id).values(alike=alike))
