from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client


def log_in(password: str, address: str = "192.0.2.7", username: str = "staff") -> HttpResponse:
    data = {"username": username, "password": password, "next": "/admin/"}
    return Client(REMOTE_ADDR=address).post("/admin/login/", data)


def test_guessing_a_password_is_refused_with_the_time_to_wait():
    get_user_model().objects.create_superuser("staff", password="right")
    for _ in range(10):
        response = log_in("wrong")
        assert response.status_code == 200
        assert "Please enter the correct" in response.text
    for password in ("wrong", "right"):
        response = log_in(password)
        assert response.status_code == 429
        assert "That is a lot of wrong passwords. Please wait 10 min" in response.text
    assert {log_in("right", address="192.0.2.8").status_code for _ in range(12)} == {302}


def test_an_empty_form_tries_no_password_and_is_not_counted():
    for _ in range(12):
        assert log_in("", username="").status_code == 200


def test_a_login_that_leads_nowhere_ends_at_the_start_page():
    get_user_model().objects.create_superuser("staff", password="right")
    for following in (
        {},
        {"next": ""},
        {"next": "https://evil.example/"},
        {"next": "//evil.example"},
    ):
        data = {"username": "staff", "password": "right", **following}
        assert Client().post("/admin/login/", data)["Location"] == "/admin/"
