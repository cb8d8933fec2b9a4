"""Makes and checks the content that comes with the program: ``python -m tests.tools.content``."""

from argparse import ArgumentParser
from pathlib import Path

from games.ai import opening_book
from games.engine import BOARDS
from games.people.duels.openings import book as openings_book
from games.study.puzzles import book as puzzles_book
from games.study.puzzles.book import Theme
from tests.tools.content import images, opening_table, openings, puzzles


def parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m tests.tools.content", description=__doc__)
    kinds = parser.add_subparsers(required=True)
    for name, module, boards, folder in (
        ("openings", openings, openings_book.PLIES, openings_book.FOLDER),
        ("puzzles", puzzles, BOARDS, puzzles_book.FOLDER),
    ):
        kind = kinds.add_parser(name)
        actions = {"make": module.make, "check": module.check}
        kind.add_argument("action", choices=actions)
        kind.add_argument("--board", choices=boards, nargs="+", default=boards, help="default: all")
        kind.add_argument("--folder", type=Path, default=folder, help="of the data")
        kind.add_argument("--count", type=int, default=10, help="how many to add (10)")
        kind.add_argument("--seed", type=int, default=1, help="of the random games (1)")
        kind.add_argument("--seconds", type=float, default=5, help="to make each (5)")
        kind.add_argument("--minutes", type=float, default=20, help="to check all of them (20)")
        kind.add_argument("--theme", choices=list(Theme), help="of the puzzles to add")
        kind.set_defaults(actions=actions)
    kind = kinds.add_parser("book", help="make the table of Connect Four's openings, in an hour")
    kind.add_argument("--file", type=Path, default=opening_book.TABLE, help="where to write it")
    kind.set_defaults(actions={"make": opening_table.make}, action="make", board=["connect-four"])
    kind = kinds.add_parser("images", help="draw the icons, and the picture of links to the site")
    kind.add_argument("--folder", type=Path, default=images.FOLDER, help="where to write them")
    kind.set_defaults(actions={"make": images.make}, action="make", board=[""])
    return parser


def main(*arguments: str) -> None:
    options = parser().parse_args(arguments or None)
    for board in options.board:
        options.actions[options.action](board, options)


if __name__ == "__main__":
    main()
