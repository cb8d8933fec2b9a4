"""The animals of made-up names: a picture each in ``static/img/avatars``, of 500 bytes at most."""

from __future__ import annotations

from random import Random

from games.engine.translation import gettext_noop as _

AVATARS = {
    "badger": _("Badger"),
    "beaver": _("Beaver"),
    "bison": _("Bison"),
    "cat": _("Cat"),
    "crane": _("Crane"),
    "deer": _("Deer"),
    "dolphin": _("Dolphin"),
    "falcon": _("Falcon"),
    "ferret": _("Ferret"),
    "finch": _("Finch"),
    "fox": _("Fox"),
    "gecko": _("Gecko"),
    "goose": _("Goose"),
    "hare": _("Hare"),
    "heron": _("Heron"),
    "hedgehog": _("Hedgehog"),
    "ibex": _("Ibex"),
    "jackdaw": _("Jackdaw"),
    "koala": _("Koala"),
    "lark": _("Lark"),
    "lemur": _("Lemur"),
    "lynx": _("Lynx"),
    "magpie": _("Magpie"),
    "marmot": _("Marmot"),
    "mole": _("Mole"),
    "moose": _("Moose"),
    "newt": _("Newt"),
    "otter": _("Otter"),
    "owl": _("Owl"),
    "panda": _("Panda"),
    "puffin": _("Puffin"),
    "rabbit": _("Rabbit"),
    "raven": _("Raven"),
    "robin": _("Robin"),
    "seal": _("Seal"),
    "sparrow": _("Sparrow"),
    "squirrel": _("Squirrel"),
    "stoat": _("Stoat"),
    "swan": _("Swan"),
    "tiger": _("Tiger"),
    "toad": _("Toad"),
    "turtle": _("Turtle"),
    "walrus": _("Walrus"),
    "wren": _("Wren"),
}
# Their colours stand in tokens.css.
INKS = {
    "blue": _("Blue"),
    "red": _("Red"),
    "pine": _("Pine"),
    "plum": _("Plum"),
    "walnut": _("Walnut"),
    "slate": _("Slate"),
}
SIDES = ("blue", "red")  # the inks of X and O, which no newcomer gets


def of_newcomer(name: str, rng: Random) -> dict[str, str]:
    animals = (word for word in name.lower().split() if word in AVATARS)
    return {
        "avatar": next(animals, ""),
        "ink": rng.choice([ink for ink in INKS if ink not in SIDES]),
    }
