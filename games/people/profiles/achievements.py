from __future__ import annotations

from collections import Counter
from itertools import chain

from django.db import connection
from django.db.models import Count, F, Q
from django.urls import reverse_lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.ai.computer_players import LEVELS
from games.engine.presets import BOARDS, Preset, named
from games.models import Game, Player, Relation
from games.people.profiles.history import DRAWN, WON
from games.web.achievements import Achievement, AchievementSet, Picture, drawn

NEEDS = {"easy": 1, "medium": 2, "hard": 3, "champion": 1}  # games
# Where Champion cannot be beaten, a draw is the most that anybody can get.
RESULTS = {level: {WON} for level in NEEDS} | {"champion": {WON, DRAWN}}
WORDS = {
    "easy": _("Beat {level} on {board}"),
    "medium": _("Beat {level} twice on {board}"),
    "hard": _("Beat {level} three times on {board}"),
    "champion": _("Held {level} to a draw on {board}"),
}
BEATEN, HELD = _("{level} beaten"), _("{level} held")
TASKS = {"champion": _("Hold {level} to a draw on {board}")}
# Of a board on which no game is drawn.
DECISIVE = {**WORDS, "champion": WORDS["easy"]}
HOME = reverse_lazy("games:home")
MANY_MOVES = 100
DRAW, LONG = "draw-with-a-friend", "100-moves"


def _grid(count: int) -> tuple[str, str]:
    places = [round(24 * number / count, 1) for number in range(1, count)]
    return f"{3 - count / 4}", "".join(f"M{8 + at} 4v24M8 {4 + at}h24" for at in places)


FRAME = "M10 4h20a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H10a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z"
HOLES = "M13 11h0M20 11h0M27 11h0M13 21h0M20 21h0M27 21h0"
HUNDRED = "M6 12l4-3v22M20 9c-7 0-7 22 0 22s7-22 0-22zM32 9c-6 0-6 22 0 22s6-22 0-22z"
HANDS = "M3 23l8-9 8 3 3 4M37 23l-8-9-7 2-6 6c2 3 4 2 6-1l8 7c-1 3-3 2-5 0M25 29c-1 3-3 2-5 0"
# On Ultimate each cell is a small board; on three boards of Notakto one sees the crosses alone.
SMALL_GRIDS = "".join(
    f"M{11 + 8 * column} {6 + 8 * row}v4M{9 + 8 * column} {8 + 8 * row}h4"
    for column in range(3)
    for row in range(3)
)
THREE_CROSSES = "".join(f"M{5 + 12 * number} 13l6 6m0-6l-6 6" for number in range(3))
FINGER = "M20 30c-1 3-4 1-5-1l-4-4"
# The picture of each board, and its ink.
PICTURES: dict[str, tuple[Picture, str]] = {
    "classic": ((_grid(3),), "blue"),
    "misere": ((_grid(3), ("2.5", "M8 28L32 4")), "slate"),
    "4x4": ((_grid(4),), "plum"),
    "5x5": ((_grid(5),), "pine"),
    "6x6": ((_grid(6),), "walnut"),
    "connect-four": ((("2.5", FRAME), ("5", HOLES)), "red"),
    "gomoku": ((_grid(4), ("7", "M14 10h0M20 16h0M26 22h0")), "walnut"),
    "ultimate": ((_grid(3), ("1", SMALL_GRIDS)), "plum"),
    "notakto": ((_grid(3), ("2.5", "M17 13l6 6M23 13l-6 6")), "blue"),
    "notakto-3": ((("2.5", THREE_CROSSES),), "pine"),
}


def _achievement(board: Preset, level: str) -> Achievement:
    picture, ink = PICTURES[board.id]
    number = list(NEEDS).index(level)  # as many dots and one more, which also stand alone
    dots = "".join(f"M{20 - 4 * number + 8 * place} 37h0" for place in range(number + 1))
    names = {"level": _(LEVELS[level].name), "board": _(board.name)}
    has_draws = board.variant.rules.has_draws
    return Achievement(
        f"{board.id}-{level}",
        format_lazy((WORDS if has_draws else DECISIVE)[level], **names),
        (*picture, ("4.5", dots)),
        ink,
        format_lazy("{}?board={}&level={}", HOME, board.id, level),
        need=NEEDS[level],
        row=board.name,
        column=number,
        task=format_lazy(TASKS.get(level, "") if has_draws else "", **names),
        brief=format_lazy(HELD if level in TASKS and has_draws else BEATEN, **names),
    )


LADDER = {board.id: [_achievement(board, level) for level in NEEDS] for board in BOARDS.values()}


# The games for each achievement as one side, one more than it needs: each is found in the index of
# this side, so that a page does not read all games of a player. The ORM has no such subquery.
COUNT_OF_SIDE = """(SELECT count(*) FROM (
    SELECT 1 FROM games_game WHERE {own}_id = %s AND status = 'finished' AND is_public IN (%s, %s)
    AND variant_code = wanted.board AND winner IN ('{mark}', wanted.also)
    AND start_ply = 0 AND hints = 0 AND {other}_id = level.id LIMIT 4) AS found)"""
COUNT = f"""
    WITH wanted(code, board, level, also) AS (VALUES {{rows}})
    SELECT wanted.code, {COUNT_OF_SIDE.format(own="x", other="o", mark="X")}
    + {COUNT_OF_SIDE.format(own="o", other="x", mark="O")}
    FROM wanted JOIN games_player AS level ON level.level = wanted.level"""  # noqa: S608 - of constants


def on_boards(player: Player) -> dict[str, list[Achievement]]:
    counts = _count(player)
    return {
        board: [each for each in ladder if counts[each.code] >= each.need]
        for board, ladder in LADDER.items()
    }


def _count(player: Player) -> Counter[str]:
    draws = {level: "" if DRAWN in results else "-" for level, results in RESULTS.items()}
    wanted = [
        (f"{board.id}-{level}", str(board.variant), level, draws[level])
        for board in BOARDS.values()
        for level in NEEDS
    ]
    of_side = [player.pk, True, False]
    rows = ", ".join(["(%s, %s, %s, %s)"] * len(wanted))
    with connection.cursor() as cursor:
        cursor.execute(COUNT.format(rows=rows), [*chain(*wanted), *of_side, *of_side])
        return Counter(dict(cursor.fetchall()))


def _counts_for(game: Game, result: str) -> set[str]:
    board, level = named(game.variant), game.level or ""
    is_counted = board and not (game.hints or game.start_ply) and result in RESULTS.get(level, ())
    return {f"{board.id}-{level}"} if board and is_counted else set()


def _other_counts(player: Player) -> dict[str, int]:
    # With a filter by status, SQLite would begin with everybody's finished games.
    unfinished = set(Game.Status) - {Game.Status.FINISHED}
    games = Game.objects.of(player).exclude(status__in=unfinished).exclude(x=F("o"))
    with_friend = Q(winner="", relation=Relation.FRIENDS)
    is_long = Q(ply__gte=F("start_ply") + MANY_MOVES)
    counts = {DRAW: Count("pk", filter=with_friend), LONG: Count("pk", filter=is_long)}
    return games.aggregate(**counts)


def _others_for(game: Game, result: str) -> set[str]:
    is_drawn = result == DRAWN and game.is_between_friends
    is_long = game.ply - game.start_ply >= MANY_MOVES
    return ({DRAW} if is_drawn else set()) | ({LONG} if is_long else set())


OTHERS = (
    Achievement(DRAW, _("Draw with a friend"), drawn(HANDS + FINGER), "slate", HOME),
    Achievement(LONG, _("100 moves in a game"), drawn(HUNDRED), "blue", HOME),
)
COLLECTED = (
    AchievementSet(tuple(chain(*LADDER.values())), _count, _counts_for),
    AchievementSet(OTHERS, _other_counts, _others_for),
)
