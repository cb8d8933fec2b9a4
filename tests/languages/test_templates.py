import re
from pathlib import Path

from tests.languages.pseudo import untranslated
from tests.server import ROOT

TEMPLATES = ROOT / "templates"
STAFFS = ("admin", "registration")
TAGS = re.compile(
    r"{% comment %}.*?{% endcomment %}|{% blocktranslate.*?{% endblocktranslate %}"
    r"|{% block \w*attributes %}.*?{% endblock %}|{#.*?#}|{%.*?%}|{{.*?}}",
    re.DOTALL,
)


def said_outside_of_gettext(template: Path) -> list[str]:
    return untranslated(TAGS.sub(" ", template.read_text(encoding="utf-8")))


def test_every_template_speaks_the_language_of_its_reader():
    templates = [
        path
        for path in TEMPLATES.rglob("*.html")
        if path.relative_to(TEMPLATES).parts[0] not in STAFFS
    ]
    assert len(templates) > 100
    found = {str(path): said for path in templates if (said := said_outside_of_gettext(path))}
    assert found == {}
