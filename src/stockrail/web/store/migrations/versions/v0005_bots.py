"""Bots: their level, the pace at which a table's bots act, and what they thought of their last moves."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("seats", sa.Column("level", sa.String(40), nullable=False, server_default=""))
    op.add_column("games", sa.Column("pace", sa.String(10), nullable=False, server_default="now"))
    op.add_column("games", sa.Column("paused", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "thoughts",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
    )
