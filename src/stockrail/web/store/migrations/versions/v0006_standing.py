"""Standing orders of several kinds: what each wants is JSON, and so are what it has done and why it ended."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    made = op.create_table(
        "standing",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("acts", sa.Text, nullable=False, server_default="[]"),
        sa.Column("ended", sa.String(20), nullable=False, server_default=""),
    )
    rows = op.get_bind().execute(sa.text("SELECT game, seat, until, since, turn FROM orders")).all()
    wishes = [json.dumps({"type": "PassUntil", "until": row.until, "turn": row.turn}) for row in rows]
    if rows:
        op.bulk_insert(
            made,
            [
                {"game": row.game, "number": row.seat, "seat": row.seat, "since": row.since, "wish": wish}
                for row, wish in zip(rows, wishes, strict=True)
            ],
        )
    op.drop_table("orders")
