"""Tables before they start, seats that change hands, tables put away or removed, and who may watch."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("games", sa.Column("gathering", sa.Text, nullable=False, server_default=""))
    op.add_column("games", sa.Column("removed", sa.Double))
    op.add_column("games", sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("rematch", sa.String(16)))
    op.add_column("seats", sa.Column("away", sa.String(32)))
    op.add_column("seats", sa.Column("offer", sa.String(64)))
    op.add_column("seats", sa.Column("offers", sa.Integer, nullable=False, server_default="0"))
    op.create_index("seats_offer", "seats", ["offer"], unique=True)
    op.create_index("seats_away", "seats", ["away"])
    op.add_column("chat", sa.Column("room", sa.String(10), nullable=False, server_default="table"))
    op.create_table(
        "shelves",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Index("shelves_by_person", "person"),
    )
