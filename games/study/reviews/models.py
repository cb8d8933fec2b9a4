from __future__ import annotations

from collections.abc import Iterable

from django.db import models

from games.ai.solver import Value
from games.engine import Mark
from games.models.games import Game
from games.protocol import MoveReviewJSON
from games.study.reviews.analysis import MISTAKES, Label


def _let_force_a_win(move: MoveReviewJSON) -> None:
    if move["before"]["value"] == move["after"]["value"] == Value.UNKNOWN:
        move["label"], move["after"] = Label.ALLOWED, {"value": Value.LOSS, "plies": None}


class Review(models.Model):
    # ``moves`` has them in order from the first that was played and not set up. The other fields
    # count mistakes by kind; doubtful moves are those of older reviews, and shown nowhere.
    game = models.OneToOneField(Game, models.CASCADE, related_name="review")
    moves = models.JSONField(default=list, editable=False)
    is_complete = models.BooleanField("complete", default=False)
    x_slipped = models.PositiveSmallIntegerField("wins that X let slip", default=0)
    x_lost = models.PositiveSmallIntegerField("moves that lost, of X", default=0)
    x_doubtful = models.PositiveSmallIntegerField("doubtful moves of X", default=0)
    o_slipped = models.PositiveSmallIntegerField("wins that O let slip", default=0)
    o_lost = models.PositiveSmallIntegerField("moves that lost, of O", default=0)
    o_doubtful = models.PositiveSmallIntegerField("doubtful moves of O", default=0)
    # When a server process last took this review; the others leave it alone for a while.
    taken_at = models.DateTimeField(null=True, editable=False)

    not_exported = ("review",)  # it is computed, and anybody with the link reads it

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"review of {self.game_id}, {len(self.moves)} moves"

    @property
    def mistakes(self) -> int:
        return self.x_slipped + self.x_lost + self.o_slipped + self.o_lost

    @property
    def next_ply(self) -> int:
        return self.game.start_ply + len(self.moves)

    def add(self, reviews: Iterable[MoveReviewJSON]) -> None:
        for each in reviews:
            if each["label"] in MISTAKES:
                side = Mark.of_ply(self.next_ply).lower()
                field = f"{side}_{each['label']}"
                setattr(self, field, getattr(self, field) + 1)
            if self.moves and each["before"]["value"] == Value.WIN:
                _let_force_a_win(self.moves[-1])
            self.moves.append(each)
        self.is_complete = self.next_ply == self.game.ply
