import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings

from games.models import avatars
from games.play import services

PICTURES = Path(settings.RESOURCES / "static/img/avatars")
NEWCOMER = "somebody"


@pytest.mark.parametrize("avatar", [*avatars.AVATARS, NEWCOMER])
def test_an_avatar_is_a_small_picture_that_takes_its_ink_from_the_page(avatar: str):
    file = PICTURES / f"{avatar}.svg"
    assert file.stat().st_size <= 500
    root = ElementTree.parse(file).getroot()  # noqa: S314 - a file of ours
    assert (root.get("id"), root.get("viewBox")) == ("a", "0 0 40 40")
    assert {element.get("fill") for element in root} <= {None, "none"}
    assert not any("stroke" in element.attrib for element in root.iter())


def test_each_animal_has_a_picture_and_no_other_has():
    assert {file.stem for file in PICTURES.iterdir()} == {*avatars.AVATARS, NEWCOMER}


@pytest.mark.django_db
def test_a_newcomer_is_the_animal_of_the_name_and_stays_it():
    player = services.create_player(token="form")
    assert player.avatar == player.name.split()[1].lower()
    assert player.ink in {"pine", "plum", "walnut", "slate"}  # neither side's
    services.rename_player(player, name="Zoe")
    player.refresh_from_db()
    assert player.avatar in avatars.AVATARS


@pytest.mark.parametrize("ink", ["x", "red", "good", "plum", "walnut", "slate"])
def test_an_ink_can_be_told_from_the_sheet_of_each_theme(ink: str):
    tokens = (settings.RESOURCES / "static/css/tokens.css").read_text()
    themes = re.findall(r"--(\S+): light-dark\((#\w{6}), (#\w{6})\)", tokens)
    colours = {name: (light, dark) for name, light, dark in themes}
    night = re.findall(r"--sheet: (#\w{6});", tokens)[-1]
    (light, dark), (paper, chalk) = colours[ink], colours["sheet"]
    assert min(contrast(light, paper), contrast(dark, chalk), contrast(dark, night)) > 5.5


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
