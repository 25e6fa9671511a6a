"""Links of seats that change: the generation of a seat's secret, and the hash of the one before."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("seats", sa.Column("generation", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("former", sa.String(64)))
    op.create_index("ix_seats_former", "seats", ["former"])
