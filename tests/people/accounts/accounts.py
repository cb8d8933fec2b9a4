from django.contrib.auth.models import User
from django.test import Client

from games.models import Player
from tests.accounts import PASSWORD

NEW_PASSWORD = "three other words"


def sign_up(client: Client, name: str, password: str = PASSWORD, **more: str):
    data = {"username": name, "password1": password, **more}
    return client.post("/account/sign-up/", data)


def sign_in(client: Client, name: str, password: str = PASSWORD, **more: str):
    return client.post("/account/sign-in/", {"login": name, "password": password, **more})


def lost(client: Client, name: str, code: str = "12345 67890", password: str = NEW_PASSWORD):
    form = {"name": name, "code": code, "password1": password}
    return client.post("/account/lost-password/", form)


def signed_in(player: Player) -> Client:
    client = Client()
    assert sign_in(client, player.name).status_code == 302
    assert visitor(client) == player
    return client


def write_password_again(client: Client, password: str = PASSWORD) -> None:
    answer = client.post("/account/password/again/", {"password": password})
    assert answer.status_code == 302


def visitor(client: Client) -> Player | None:
    shown: Player | None = client.get("/how-to/").context["visitor"]
    return shown if shown else None


def account_of(player: Player) -> User:
    return User.objects.get(player=player)
