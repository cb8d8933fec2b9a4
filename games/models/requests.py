from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from games.engine import Mark
from games.protocol import Request

RequestKind = Literal["undo", "draw"]
REQUEST_FIELDS = ("undo_by", "undo_declined_at", "draw_by", "draw_declined_at")


class Requests:
    # Of each kind who made it, and the ply at which it got a no. A withdrawn request has the ply
    # too, but nobody who made it. All lapse with the next move.
    if TYPE_CHECKING:
        undo_by: str
        undo_declined_at: int | None
        draw_by: str | None
        draw_declined_at: int | None
        ply: int

        @property
        def is_over(self) -> bool: ...

    def request(self, kind: RequestKind) -> Request:
        by = getattr(self, f"{kind}_by")
        if by not in Mark.__members__:  # An earlier version marked draws that were declined.
            by = None
        is_declined = getattr(self, f"{kind}_declined_at") == self.ply and not self.is_over
        return {
            "by": None if is_declined else by,
            "is_declined": is_declined,
            "declined_to": by if is_declined else None,
        }

    def make_request(self, kind: RequestKind, mark: Mark) -> None:
        setattr(self, f"{kind}_by", mark)

    def decline_request(self, kind: RequestKind) -> None:
        setattr(self, f"{kind}_declined_at", self.ply)

    def withdraw_request(self, kind: RequestKind) -> None:
        self.decline_request(kind)
        setattr(self, f"{kind}_by", "")

    def clear_requests(self) -> None:
        self.undo_by, self.undo_declined_at = "", None
        self.draw_by, self.draw_declined_at = None, None
