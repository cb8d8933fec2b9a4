from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse

from games.engine import CLASSIC, Board, Mark, read_moves
from games.presentation import geometry
from games.presentation.description import Drawing
from games.study import session_progress
from games.study.lessons.questions import KINDS, Question
from games.study.menace.models import LearnedGame
from games.web import players

DATA = Path(__file__).with_name("data")


@dataclass(frozen=True, slots=True)
class Page:
    url_name: str
    name: str
    sentence: str
    minutes: int
    key: str  # of what a visitor has done there, in the session
    slug: str = ""
    lead: str = ""  # what one knows after the last question
    idea: str = ""  # what one needs to know before the first, and its name
    idea_name: str = ""
    idea_cells: str = ""  # of X, in the row that shows it
    questions: Sequence[Question] = ()

    @property
    def address(self) -> str:
        return reverse(self.url_name, args=[self.slug] if self.slug else [])

    @property
    def idea_drawing(self) -> Drawing | None:
        if not self.idea_cells:
            return None
        cells = set(read_moves(self.idea_cells, CLASSIC))
        line = next(line for line in CLASSIC.lines if cells.issubset(line))
        board = Board(CLASSIC, sum(1 << cell for cell in cells))
        return Drawing(board, bands=[(Mark.X, geometry.band(CLASSIC, line))])

    def is_done(self, request: HttpRequest) -> bool:
        if self.key == "menace":
            return _has_taught_menace(request)
        tasks = len(self.questions) or 1
        return len(session_progress.answered(request, self.key)) == tasks


@dataclass(frozen=True, slots=True)
class Shelf:
    name: str
    sentence: str
    pages: list[Page]


def _has_taught_menace(request: HttpRequest) -> bool:
    player = players.current(request)
    own = Q(game__x=player) | Q(game__o=player)
    return player is not None and LearnedGame.objects.filter(own).exists()


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))


def _lesson(slug: str) -> Page:
    read = _read(slug)
    kind, board, rows = KINDS[read.pop("kind", "")], read.pop("board_id"), read.pop("questions")
    questions = [kind(**{"board_id": board, **row}) for row in rows]
    minutes = (len(questions) + 1) // 2
    page = Page("games:lesson", minutes=minutes, key=slug, slug=slug, **read)
    return replace(page, questions=questions)


def _shelf(name: str, sentence: str, lessons: Iterable[str] = (), machines: Any = ()) -> Shelf:
    pages = [*map(_lesson, lessons), *(Page(**machine) for machine in machines)]
    return Shelf(name, sentence, pages)


SHELVES = [_shelf(**shelf) for shelf in _read("shelves")["shelves"]]
PAGES = [page for shelf in SHELVES for page in shelf.pages]
LESSONS = [page for page in PAGES if page.slug]
