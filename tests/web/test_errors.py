import re

import pytest
from django.test import Client

from games.pages import help_pages
from games.web import errors


@pytest.fixture
def broken(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by intent")

    monkeypatch.setattr(help_pages, "render", fail)
    client.raise_request_exception = False
    return client


@pytest.mark.django_db
def test_an_error_is_found_by_what_the_page_says(broken: Client, caplog):
    response = broken.get("/about/")
    assert response.status_code == 500
    [reference] = re.findall(r"reference <strong>([A-Z2-9]{4})</strong>", response.text)
    [line] = [each for each in caplog.records if each.name == "django.request"]
    assert line.request.error_reference == reference
    assert line.exc_info
    again = broken.get("/about/")
    assert reference not in again.text


def test_the_page_needs_no_database(broken: Client, monkeypatch):
    # A test that is not marked for the database may not ask it anything.
    response = broken.get("/how-to/")
    assert response.status_code == 500
    assert "That was our fault" in response.text
    assert 'href="/"' in response.text
    assert 'class="brand"' in response.text
    assert 'id="marks-x-0"' in response.text


def test_what_is_not_understood_is_refused_in_the_chosen_theme(client: Client):
    client.cookies["theme"] = "night"
    response = client.get("/", headers={"host": "not a host"})
    assert response.status_code == 400
    assert 'data-theme="night"' in response.text
    assert "This site has another address." in response.text


def test_of_hosts_that_are_made_up_the_log_has_a_few(client, monkeypatch, caplog):
    monkeypatch.setattr(errors, "_unknown_hosts", set())
    for number in range(50):
        client.get("/", headers={"host": f"{number}.example"})
    assert caplog.text.count("none of its names") == errors.MAX_HOSTS
