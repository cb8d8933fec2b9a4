from collections.abc import Iterator

import pytest
from django.utils import translation
from django.utils.translation import trans_real

from tests.languages.pseudo import CODE, Pseudo


@pytest.fixture(autouse=True)
def _pseudo_language(settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.LANGUAGES = [*settings.LANGUAGES, (CODE, "Brackets")]
    monkeypatch.setitem(trans_real._translations, CODE, Pseudo())
    yield
    translation.deactivate()  # what the last request has left
