import pytest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path", ["/explore/classic/", "/menace/", "/own-player/", "/tree/real-search/", "/tree/"]
)
def test_each_page_of_the_study_shows_a_room_its_board_and_sentence(client, path: str) -> None:
    page = client.get(path).text
    assert 'aria-keyshortcuts="f Escape"' in page
    assert "data-presented" in page
