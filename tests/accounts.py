from games.models import Player
from games.people.accounts import services

PASSWORD = "three plain words"


def with_account(player: Player, password: str = PASSWORD) -> Player:
    services.create_account(player, name=player.name, password=password, shows_profile=True)
    return player
