"""What each sentence claims that a lesson says of an answer, to be checked on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from games.ai.line_patterns import PatternBoard
from games.ai.solver import OPPOSITE, Value, value_of, values_of_moves
from games.ai.threat_search import forced_win
from games.ai.threats import completing, threats
from games.engine import CLASSIC, Board, Mark, Variant, play_moves
from games.presentation.board_wording import small_board
from games.study.lessons.exercises import best_line
from games.study.lessons.questions import (
    ANSWERED,
    AT_ONCE,
    DRAWN,
    ELSEWHERE,
    FREE,
    LAST,
    LATER,
    MISERE,
    MISSED,
    NEVER_THERE,
    NODES,
    OWN_LINE,
    QUIET,
    Question,
)
from tests.ai.minimax import minimax
from tests.game_tree import classic_layers

Claim = Callable[[Question, int], bool]
CENTRE, CORNERS, EDGES = {4}, {0, 2, 6, 8}, {1, 3, 5, 7}


def turns(variant: Variant, *, mirrored: bool = False) -> Iterator[list[int]]:
    size = variant.width
    places = [(column, row) for row in range(size) for column in range(size)]
    if mirrored:
        places = [(size - 1 - column, row) for column, row in places]
    for _ in range(4):
        places = [(size - 1 - row, column) for column, row in places]
        yield [row * size + column for column, row in places]


def ways(question: Question, cell: int) -> list[list[int]]:
    both = [*turns(question.variant), *turns(question.variant, mirrored=True)]
    return [way for way in both if way[cell] == question.moves[-1]]


def keeps_marks(question: Question, way: list[int]) -> bool:
    before = play_moves(Board(question.variant), question.moves[:-1])
    return all(before.mark_at(cell) == before.mark_at(way[cell]) for cell in range(len(way)))


def is_turned(question: Question, cell: int) -> bool:
    return any(
        way[cell] == question.moves[-1] and keeps_marks(question, way)
        for way in turns(question.variant)
    )


def is_mirrored_at_the_diagonal(question: Question, cell: int) -> bool:
    column, row = question.variant.place(cell)
    on_the_diagonal = all(len(set(question.variant.place(c))) == 1 for c in question.moves[:2])
    return on_the_diagonal and question.variant.cell(row, column) == question.moves[-1]


def is_elsewhere(question: Question, cell: int) -> bool:
    ones = ways(question, cell)
    return bool(ones) and not any(keeps_marks(question, way) for way in ones)


def forks(question: Question, cell: int) -> bool:
    return len(threats(question.board.play(cell), question.mark)) == 2


def threatens_and_forks(question: Question, cell: int) -> bool:
    after = question.board.play(cell)
    [blocked] = threats(after, question.mark)
    then = after.play(blocked)
    doubles = [c for c in then.legal_moves() if len(threats(then.play(c), question.mark)) == 2]
    return any(minimax(then.play(c)).value is Value.LOSS for c in doubles)


def makes_x_answer(question: Question, cell: int) -> bool:
    others = CORNERS & {*question.board.legal_moves()}
    return (
        cell in EDGES
        and bool(threats(question.board.play(cell), question.mark))
        and all(can_fork(question.board.play(corner)) for corner in others)
    )


def can_fork(board: Board) -> bool:
    return any(
        len(threats(board.play(c), board.turn)) == 2 and minimax(board.play(c)).value is Value.LOSS
        for c in board.legal_moves()
    )


def answers_up_to_symmetry(question: Question, _cell: int) -> bool:
    return {frozenset(way[c] for way in turns(CLASSIC)) for c in CORNERS | EDGES} == {
        frozenset(CORNERS),
        frozenset(EDGES),
    } and question.moves[0] in CENTRE


def is_large(board: Board) -> bool:
    return board.variant.size > 100


def answered(question: Question, cell: int) -> Board:
    answer = question.answer_to(cell)
    assert answer is not None
    return question.board.play(cell).play(answer)


def loses_at_once(question: Question, cell: int) -> bool:
    outcome = answered(question, cell).outcome()
    return bool(outcome and outcome.winner is question.mark.opponent)


def loses_later(question: Question, cell: int) -> bool:
    after, then = question.board.play(cell), answered(question, cell)
    if is_large(after):
        return not then.is_over and forced_win(after, nodes=NODES) is not None
    return not then.is_over and value_of(then).value is Value.LOSS


def holds_a_draw(question: Question, cell: int) -> bool:
    wins = any(value.value is Value.WIN for value in values_of_moves(question.board).values())
    return wins and value_of(answered(question, cell)).value is Value.DRAW


def plain_value(board: Board) -> Value:
    if not board.variant.shared:
        return minimax(board).value
    return Value.WIN if wins_plainly(board) else Value.LOSS


@cache
def wins_plainly(board: Board) -> bool:
    if outcome := board.outcome():
        return outcome.winner is board.turn
    return any(not wins_plainly(board.play(cell)) for cell in board.legal_moves())


def makes_own_line(question: Question, cell: int) -> bool:
    outcome = question.board.play(cell).outcome()
    return bool(outcome and outcome.winner is question.mark.opponent)


def has_to_make_a_row(question: Question, cell: int) -> bool:
    then = answered(question, cell)
    return question.variant.misere and plain_value(then) is Value.LOSS


def is_answered(question: Question, cell: int) -> bool:
    after, side = PatternBoard(question.board.play(cell)), question.board.ply % 2
    threatens = after.fives(side) or any(len(fives) > 1 for fives in after.fours(side).values())
    return bool(threatens) and forced_win(answered(question, cell), nodes=NODES) is None


def is_quiet(question: Question, cell: int) -> bool:
    after, side = PatternBoard(question.board.play(cell)), question.board.ply % 2
    return not after.fives(side) and all(len(five) == 1 for five in after.fours(side).values())


def is_only(*cells: set[int]) -> Claim:
    return lambda question, cell: question.right == frozenset[int]().union(*cells)


def wins(question: Question, cell: int) -> bool:
    outcome = question.board.play(cell).outcome()
    return bool(outcome and outcome.winner is question.mark)


def fours_after(question: Question, cell: int) -> list[int]:
    return [*PatternBoard(question.board.play(cell)).fives(question.board.ply % 2)]


def open_fours_after(question: Question, cell: int) -> list[int]:
    fours = PatternBoard(question.board.play(cell)).fours(question.board.ply % 2)
    return [move for move, fives in fours.items() if len(fives) > 1]


def blocks_the_only_five(question: Question, cell: int) -> bool:
    fives = PatternBoard(question.board).fives(1 - question.board.ply % 2)
    return fives == {cell}


def stops_an_open_three(question: Question, cell: int) -> bool:
    other = 1 - question.board.ply % 2
    fours = PatternBoard(question.board).fours(other)
    return any(len(fives) > 1 for fives in fours.values()) and cell in fours


def makes_two_threes(question: Question, cell: int) -> bool:
    columns, rows = zip(
        *(question.variant.place(each) for each in open_fours_after(question, cell)), strict=True
    )
    return len({*columns}) > 1 and len({*rows}) > 1 and not fours_after(question, cell)


def makes_four_and_three(question: Question, cell: int) -> bool:
    [five] = fours_after(question, cell)
    then = question.board.play(cell).play(five)
    fours = PatternBoard(then).fours(question.board.ply % 2)
    return any(len(fives) > 1 for fives in fours.values())


def comes_before_a_three(question: Question, cell: int) -> bool:
    fours = PatternBoard(question.board).fours(1 - question.board.ply % 2)
    has_three = any(len(fives) > 1 for fives in fours.values())
    return has_three and makes_four_and_three(question, cell)


def is_too_late_elsewhere(question: Question, cell: int) -> bool:
    others = {*question.board.legal_moves()} - question.right
    return all((value_of(question.board.play(c)).plies or 99) <= 3 for c in others)


def makes_two_on_the_floor(question: Question, cell: int) -> bool:
    after = question.board.play(cell)
    return len(completing(after, question.mark, after.legal_moves())) == 2


def lifts_the_other(question: Question, cell: int) -> bool:
    after = question.board.play(cell)
    return loses_to(after) == {cell + question.variant.rules.support_offset * -1}


def loses_to(board: Board) -> set[int]:
    return {*completing(board, board.turn, board.legal_moves())}


def makes_two_one_above_the_other(question: Question, cell: int) -> bool:
    after = question.board.play(cell)
    [low] = completing(after, question.mark, after.legal_moves())
    then = after.play(low)
    above = low - question.variant.width
    names = [question.variant.cell_name(each) for each in (low, above)]
    return names == ["c3", "c4"] and above in completing(then, question.mark, then.legal_moves())


def makes_the_other_fill_below(question: Question, cell: int) -> bool:
    after = question.board.play(cell)
    [low] = completing(after, question.mark, after.legal_moves())
    end = after.play(low).play(low - question.variant.width)
    names = [question.variant.cell_name(each) for each in (cell, low)]
    return names == ["c3", "c4"] and end.is_over


def is_the_only_win_in_41(question: Question, cell: int) -> bool:
    lines = [sum(c in line for line in question.variant.lines) for c in range(35, 42)]
    value = values_of_moves(question.board)[cell]
    return lines.index(max(lines)) == 3 and value.plies == 41 and len(question.right) == 1


def leads_to(value: Value) -> Claim:
    opposite = OPPOSITE.get(value, value)
    return lambda question, cell: plain_value(question.board.play(cell)) is opposite


def takes_away_the_fork(question: Question, cell: int) -> bool:
    a3 = question.variant.cell_named("a3")
    lines = [line for line in question.variant.lines if a3 in line]
    crossing = {c for line in lines for c in line if question.board.mark_at(c) is Mark.X}
    two = {c for line in lines if crossing & {*line} for c in line}
    forked = Board(CLASSIC, question.board.x | 1 << a3, question.board.o)
    feared = len(threats(forked, Mark.X)) == 2
    return feared and (cell in two or cell in EDGES) and leads_to(Value.DRAW)(question, cell)


def mirrors(question: Question, cell: int) -> bool:
    return cell == CLASSIC.size - 1 - question.moves[-1] and question.moves[0] in CENTRE


def forces_and_the_centre_loses(question: Question, cell: int) -> bool:
    return leads_to(Value.WIN)(question, cell) and leads_to(Value.LOSS)(question, min(CENTRE))


def is_mirrored_left_and_right(question: Question, cell: int) -> bool:
    column, row = question.variant.place(cell)
    on_the_mirror = all(question.variant.place(each)[0] == 1 for each in question.moves[:2])
    return on_the_mirror and question.variant.cell(2 - column, row) == question.moves[-1]


def ends_after(question: Question, cell: int) -> bool:
    layer = classic_layers()[question.board.ply + 1]
    games = sum(n for board, n in layer.items() if board.outcome())
    return wins(question, cell) and f"{games:,}" in question.explain(cell)


def is_the_longest_game(question: Question, cell: int) -> bool:
    games = [sum(n for b, n in layer.items() if b.outcome()) for layer in classic_layers()]
    fills = not question.board.play(cell).outcome() and question.board.ply == CLASSIC.size - 2
    return (
        fills
        and f"{games[-1]:,}" in question.explain(cell)
        and round(100 * games[-1] / sum(games)) in range(48, 53)
    )


def waits_until_the_other_plays_below(question: Question, cell: int) -> bool:
    *_, below, goal = line = best_line(question.board.play(cell))
    names = [question.variant.cell_name(each) for each in (below, goal)]
    column = question.variant.place(goal)[0]
    others = (question.variant.place(each)[0] for each in line[:-2])
    loser = len(line) % 2 == 0
    return (
        names == [question.values["below"], question.values["goal"]]
        and loser
        and all(other != column for other in others)
    )


def lies_on_top_of_the_other(question: Question, cell: int) -> bool:
    below = question.variant.place(cell + question.variant.rules.support_offset)
    return question.board.mark_at(question.variant.cell(*below)) is question.mark.opponent and (
        waits_until_the_other_plays_below(question, cell)
    )


def sends_to(question: Question, cell: int) -> int:
    column, row = question.variant.place(cell)
    return row % 3 * 3 + column % 3


def names_where_it_leads(question: Question, cell: int) -> bool:
    board = small_board(question.variant, sends_to(question, cell))
    is_named = board in question.explain(cell)
    return is_named and question.board.play(cell).target() == sends_to(question, cell)


def leads_to_the_centre(question: Question, cell: int) -> bool:
    leading = {c for c in question.board.legal_moves() if sends_to(question, c) == 4}
    return question.right == leading


def lets_choose(question: Question, cell: int) -> bool:
    after = question.board.play(cell)
    boards = {question.variant.board_of(each) for each in after.legal_moves()}
    return len(boards) > 1 and after.closed().get(sends_to(question, cell)) is not None


def won_by(board: Board, cell: int) -> bool:
    return len([m for m in board.play(cell).closed().values() if m is board.turn]) > len(
        [m for m in board.closed().values() if m is board.turn]
    )


def can_win_a_board(board: Board) -> bool:
    return any(won_by(board, cell) for cell in board.legal_moves())


def is_the_only_trap(question: Question, cell: int) -> bool:
    moves = question.board.legal_moves()
    traps = {c for c in moves if can_win_a_board(question.board.play(c))}
    return question.right == traps and names_where_it_leads(question, cell)


def wins_nothing_there(question: Question, cell: int) -> bool:
    after = question.board.play(cell)
    return not can_win_a_board(after) and names_where_it_leads(question, cell)


def wins_the_board_safely(question: Question, cell: int) -> bool:
    winning = {c for c in question.board.legal_moves() if won_by(question.board, c)}
    safe = {c for c in winning if wins_nothing_there(question, c)} if len(winning) == 2 else set()
    return question.right == safe


def wins_three_boards(question: Question, cell: int) -> bool:
    closed = question.board.play(cell).closed()
    return wins(question, cell) and len([m for m in closed.values() if m is question.mark]) >= 3


def keeps_away(question: Question, cell: int) -> bool:
    losing = {c for c in question.board.legal_moves() if loses_to(question.board.play(c))}
    others = {*question.board.legal_moves()} - losing
    return question.right == others and names_where_it_leads(question, cell)


def wins_with_the_next(question: Question, cell: int) -> bool:
    after = question.board.play(cell)
    return not loses_to(after) and all(loses_to(after.play(c)) for c in after.legal_moves())


def is_answered_safely(question: Question, cell: int) -> bool:
    answer = question.answer_to(cell)
    return answer is not None and not loses_to(question.board.play(cell).play(answer))


def is_a_knights_move(question: Question, cell: int) -> bool:
    (column, row), (x, y) = map(question.variant.place, (cell, question.moves[-1]))
    is_knights = sorted((abs(column - x), abs(row - y))) == [1, 2]
    return is_knights and leads_to(Value.WIN)(question, cell)


def leaves_only_rows(question: Question, cell: int) -> bool:
    after = question.board.play(cell)
    return not after.is_over and all(after.play(c).is_over for c in after.legal_moves())


def poisons_the_centre(question: Question, cell: int) -> bool:
    after = question.board.play(cell)
    opposite = CLASSIC.size - 1 - question.moves[-1]
    return after.play(4).is_over and question.right == {opposite}


def is_the_centre_of_the_last(question: Question, cell: int) -> bool:
    is_open = [n for n in range(3) if n not in question.board.closed()]
    return len(is_open) == 1 and question.right == {question.variant.middle_of(is_open[0])}


def closes_one_and_leaves_rows(question: Question, cell: int) -> bool:
    closed = len(question.board.play(cell).closed()) == len(question.board.closed()) + 1
    return closed and leaves_only_rows(question, cell)


# By how a sentence begins: whether it is true of an answer.
CLAIMS: dict[str, Claim] = {
    AT_ONCE: loses_at_once,
    LATER: loses_later,
    DRAWN: holds_a_draw,
    OWN_LINE: makes_own_line,
    MISERE: has_to_make_a_row,
    ANSWERED: is_answered,
    QUIET: is_quiet,
    NEVER_THERE: lambda question, cell: not ways(question, cell),
    ELSEWHERE: is_elsewhere,
    "Turned, %(cell)s lies where %(shown)s was. Four corners": is_turned,
    "Any edge will do. So O has two answers to the centre": answers_up_to_symmetry,
    "The mirror stands on the line from a3 to c1": is_mirrored_at_the_diagonal,
    "Two threats, and %(opponent)s can block only one.": forks,
    "Two lines of %(mark)s cross in %(cell)s": forks,
    "Two threats again, and X can block only one.": forks,
    "It is the same on any board: two lines cross": forks,
    "The block makes two threats at once": forks,
    "Two threats at once, and O can block only one.": forks,
    "An edge makes X answer. After a corner X wins": makes_x_answer,
    "It threatens a line, O has to block, and then X": threatens_and_forks,
    "It threatens a line, X has to block, and then O": threatens_and_forks,
    "Against a corner only the centre holds.": is_only(CENTRE),
    "Against the centre any corner holds, and no edge.": is_only(CORNERS),
    "Against an edge these hold: the centre, a corner beside it": is_only(CENTRE, {0, 2}, {7}),
    "A second corner holds. After an edge": is_only({2, 6}),
    "Take a3 or a square in its two lines": takes_away_the_fork,
    "Left and right are the same here": is_mirrored_left_and_right,
    "So it is one of the %(games)s shortest games.": ends_after,
    "One of %(games)s games": ends_after,
    "The game goes on after %(cell)s": lambda q, cell: not q.board.play(cell).outcome(),
    "Nine moves, as in %(games)s games. Half of all": is_the_longest_game,
    "%(cell)s ends the game before all squares": lambda q, cell: bool(q.board.play(cell).outcome()),
    "%(x)s fills the other column, and so": waits_until_the_other_plays_below,
    "%(o)s fills the other column, and so": waits_until_the_other_plays_below,
    "%(x)s answers in the other column": waits_until_the_other_plays_below,
    "On top of it. The column is full": lies_on_top_of_the_other,
    "On top of %(o)s. So %(x)s has the last word": lies_on_top_of_the_other,
    "Now only a3 is left": is_only({7}),
    "From now on X runs out of safe squares": leads_to(Value.WIN),
    "In the centre. After any other beginning O": is_only(CENTRE),
    "Opposite, through the centre": mirrors,
    "Opposite again.": mirrors,
    LAST: has_to_make_a_row,
    "%(cell)s sends %(opponent)s to the": names_where_it_leads,
    FREE: lets_choose,
    MISSED: lambda question, cell: not won_by(question.board, cell),
    "%(cell)s is no trap: in the %(board)s": wins_nothing_there,
    "%(opponent)s answers %(answer)s, and then %(mark)s does": is_answered_safely,
    "With the centre of a small board.": leads_to_the_centre,
    "The %(board)s is won, so whoever": lets_choose,
    "It sends %(opponent)s to the %(board)s, and": is_the_only_trap,
    "The board is won, and in the %(board)s": wins_the_board_safely,
    "Three boards in a row: the game": wins_three_boards,
    "%(opponent)s needed it. In the": keeps_away,
    "Whatever %(opponent)s plays in the": wins_with_the_next,
    "Now every free square makes a row": leaves_only_rows,
    "In the centre. After any other beginning the": is_only(CENTRE),
    "A knight's move away from it": is_a_knights_move,
    "A knight's move away again": is_a_knights_move,
    "The corner opposite.": poisons_the_centre,
    "One board is left": is_the_centre_of_the_last,
    "Close it. Then the other side": closes_one_and_leaves_rows,
    "From here O forces X to make a row.": forces_and_the_centre_loses,
    "A four may have a gap.": wins,
    "A four leaves one answer": blocks_the_only_five,
    "An open four: both ends": lambda q, cell: len(fours_after(q, cell)) == 2,
    "Right at an end, before": stops_an_open_three,
    "%(opponent)s can stop one of them.": makes_two_threes,
    "%(opponent)s has to block the four.": makes_four_and_three,
    "Two fives are threatened": lambda q, cell: len(fours_after(q, cell)) == 2,
    "A four comes first": comes_before_a_three,
    "On the diagonal from b1 to e4.": wins,
    "Three with both ends free": makes_two_on_the_floor,
    "Beside the two, before they are three.": is_too_late_elsewhere,
    "Whoever plays d3 lifts the other": lifts_the_other,
    "%(cell)s is no trap: %(opponent)s": lambda q, cell: not loses_to(q.board.play(cell)),
    "%(opponent)s has to fill c3": makes_two_one_above_the_other,
    "c3 threatens c4 as well.": makes_the_other_fill_below,
    "The middle: most fours run through it.": is_the_only_win_in_41,
}


def claim(sentence: str) -> Claim:
    [found] = [claim for words, claim in CLAIMS.items() if sentence.startswith(words)]
    return found
