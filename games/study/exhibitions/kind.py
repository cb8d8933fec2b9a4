from __future__ import annotations

from games.models.kinds import Kind
from games.study.exhibitions.services import NAME


class ExhibitionKind(Kind):
    name = NAME
    label = "Exhibition"
    has_people = False
