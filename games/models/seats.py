from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import models

from games.engine import Mark, clock
from games.models import names
from games.protocol import Ending, Status

if TYPE_CHECKING:
    from games.models.people import Player

SIDES = tuple(Mark)  # in the order in which they move
# Without a sign of life of the opponent; and where two friends play without a clock.
CLAIM_AFTER, CLAIM_UNTIMED_AFTER = timedelta(seconds=60), timedelta(days=1)


class Relation(models.TextChoices):
    FRIENDS = "friends", "Friends"  # a link or an invitation has brought them together
    STRANGERS = "strangers", "Strangers"


class Seats:
    # The player of a free seat is None.
    if TYPE_CHECKING:
        x: Player | None
        o: Player | None
        x_id: int | None
        o_id: int | None
        relation: str | None
        control: str
        status: str
        reason: str
        ply: int
        start_ply: int
        guest: str
        asked_by: str
        no_show: str | None
        x_score: int
        o_score: int
        draws: int
        touched_at: datetime
        x_seen_at: datetime | None
        o_seen_at: datetime | None

    def seat(self, mark: str) -> Player | None:
        return self.x if mark == Mark.X else self.o

    def assign_seat(self, mark: Mark, player: Player | None) -> None:
        setattr(self, mark.lower(), player)

    def marks_of(self, player_id: int | None) -> list[Mark]:
        if player_id is None:
            return []
        return [m for m, id in ((Mark.X, self.x_id), (Mark.O, self.o_id)) if id == player_id]

    def mark_before(self, following: Seats, mark: str) -> Mark:
        """Return the mark in this game of who has ``mark`` in the rematch that follows it."""
        has_stayed = following.x_id == self.x_id and not self.is_hot_seat
        return Mark(mark) if has_stayed else Mark(mark).opponent

    @property
    def people(self) -> dict[str, int]:
        seats = {mark.value: self.seat(mark) for mark in Mark}
        return {mark: seat.pk for mark, seat in seats.items() if seat and not seat.level}

    @property
    def is_hot_seat(self) -> bool:
        return self.x_id is not None and self.x_id == self.o_id and self.has_people

    @property
    def has_people(self) -> bool:
        return not (self.x and self.x.level and self.o and self.o.level)

    @property
    def is_among_people(self) -> bool:
        return not ((self.x and self.x.level) or (self.o and self.o.level))

    @property
    def is_between_people(self) -> bool:
        return self.is_among_people and not self.is_hot_seat

    @property
    def level(self) -> str | None:
        levels = [player.level for player in (self.x, self.o) if player and player.level]
        return levels[0] if len(levels) == 1 else None

    @property
    def turn(self) -> Mark:
        return SIDES[self.ply % 2]

    @property
    def is_computers_turn(self) -> bool:
        player = self.seat(self.turn)
        return self.status == Status.PLAYING and player is not None and bool(player.level)

    @property
    def has_former_player(self) -> bool:
        return any(player and player.forgotten_at for player in (self.x, self.o))

    def seen_at(self, mark: str) -> datetime | None:
        return self.x_seen_at if mark == Mark.X else self.o_seen_at

    def set_seen_at(self, mark: str, at: datetime) -> None:
        setattr(self, f"{mark.lower()}_seen_at", at)

    def claimable_at(self) -> datetime | None:
        """None if nobody waits for a person, or one of the two has not come yet."""
        turn = self.turn
        player, seen_at = self.seat(turn), self.seen_at(turn)
        is_alone = self.status != Status.PLAYING or self.is_hot_seat
        if is_alone or player is None or player.level:
            return None
        if self.awaited:
            return None
        after = CLAIM_AFTER if self.is_timed else CLAIM_UNTIMED_AFTER
        return max(self.touched_at, seen_at or self.touched_at) + after

    @property
    def is_timed(self) -> bool:
        return bool(self.control) or self.relation not in (None, Relation.FRIENDS)

    @property
    def is_between_friends(self) -> bool:
        return self.relation == Relation.FRIENDS

    @property
    def awaited_host(self) -> Mark | None:
        if self.status != Status.PLAYING or not self.guest:
            return None
        host = Mark(self.guest).opponent
        return host if self.seen_at(host) is None else None

    def has_come(self, mark: Mark) -> bool:
        return self.seen_at(mark) is not None or self.has_moved(mark)

    @property
    def awaited(self) -> list[Mark]:
        if self.status == Status.CALLED or self.reason == Ending.NO_SHOW:
            return [mark for mark in Mark if self.seen_at(mark) is None]
        if host := self.awaited_host:
            return [host]
        is_asked_for = self.status == Status.PLAYING and self.asked_by
        if not is_asked_for or self.is_hot_seat or self.level:
            return []
        return [m for m in Mark if self.seen_at(m) is None and not self.has_moved(m)]

    def new_guest_name(self, player_id: int | None) -> str:
        is_awaited = self.awaited_host in self.marks_of(player_id)
        return self.seat_name(self.guest) if is_awaited else ""

    def seat_name(self, mark: str) -> str:
        if self.is_hot_seat:
            # Whoever began the first game stays Player 1 when a rematch swaps the sides.
            swapped = (self.x_score + self.o_score + self.draws) % 2 == 1
            return names.PLAYER_1 if (mark == Mark.X) != swapped else names.PLAYER_2
        player = self.seat(mark)
        return player.name if player else names.NOBODY

    def has_moved(self, mark: Mark) -> bool:
        return self.ply - self.start_ply > (mark is not Mark.of_ply(self.start_ply))

    def claim_in(self) -> int | None:
        at = self.claimable_at()
        return None if at is None else max(0, math.ceil((at - clock.now()).total_seconds()))
