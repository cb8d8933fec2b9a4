import re
from collections.abc import Iterator
from gettext import NullTranslations
from html.parser import HTMLParser

CODE = "eo"  # a language of Django, with a comma in its numbers
SHOWN = {"aria-label", "placeholder", "title", "alt"}
META = {"description", "og:title", "og:description", "og:image:alt", "twitter:title"}
UNSEEN = {"script", "style"}
# Marks, cells, columns, keys and recovery codes, the same in every language, and the players of
# the tests.
FREE = re.compile(
    r"[XOFGHPRSUW\u03b1\u03b2½]|[a-o](?: ?\d+)?|(?:[A-Z2-7]{4} ){3}[A-Z2-7]{4}|Alice|Bob|Charlie",
    re.ASCII,
)


class Pseudo(NullTranslations):
    def gettext(self, message: str) -> str:
        *_, text = message.split("\x04")
        return f"⟦{text}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def language(self) -> str:
        return CODE

    to_language = language


class Page(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.attributes: list[str] = []
        self._unseen = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self._unseen += tag in UNSEEN
        self.attributes += [value or "" for name, value in attrs if name in SHOWN]
        if values.get("name") in META or values.get("property") in META:
            self.attributes.append(values["content"] or "")

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in UNSEEN

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.text += f"{data}\n"


def untranslated(html: str) -> list[str]:
    page = Page(html)
    return [text for shown in (page.text, *page.attributes) for text in outside(shown)]


def outside(text: str) -> Iterator[str]:
    while text != (text := re.sub("⟦[^⟦⟧]*⟧", " ", text)):
        continue
    for line in text.splitlines():
        if re.search(r"[^\W\d_]", re.sub(rf"\b(?:{FREE.pattern})\b", "", line)):
            yield line.strip()
