"""A browser without scripts: it follows the links of a page and sends its forms, and no more."""

from collections.abc import Iterator
from urllib.parse import urldefrag, urljoin

from django.test import Client
from django.test.html import Element, parse_html


class PlainBrowser:
    def __init__(self, client: Client | None = None) -> None:
        self.client = client or Client(enforce_csrf_checks=True)
        self.address = "/"
        self.page = Element("html", ())

    def open(self, address: str, *, status: int = 200) -> None:
        self._get(address, {}, status)

    def follow(self, name: str) -> None:
        link = self._named("a", name)
        assert has(link, "href"), f"{name} leads nowhere."
        self.open(attribute(link, "href"))

    def press(self, name: str, /, *, status: int = 200, **choices: str) -> None:
        self._send(self._named("button", name), choices, status)

    def play(self, cell: int) -> None:
        pressed = self.cell(cell)
        if pressed.name == "a":
            self.open(attribute(pressed, "href"))
        else:
            self._send(pressed, {}, 200)

    def cell(self, number: int) -> Element:
        return next(each for each in self.all() if attribute(each, "data-cell") == str(number))

    def marks(self) -> str:
        cells = [each for each in self.all() if has(each, "data-cell") and has(each, "data-mark")]
        return "".join(attribute(each, "data-mark") or "." for each in cells)

    def text(self) -> str:
        return text_of(self.page)

    def names(self, kind: str) -> list[str]:
        return [name_of(each) for each in self.all() if each.name == kind]

    def all(self, root: Element | None = None) -> Iterator[Element]:
        for each in (root or self.page).children:
            if isinstance(each, Element) and not _is_hidden(each):
                yield each
                yield from self.all(each)

    def _named(self, kind: str, name: str) -> Element:
        main = [each for each in self.all() if each.name == "main"]
        for root in (*main, self.page):
            for each in self.all(root):
                if each.name == kind and name_of(each) == name:
                    return each
        raise AssertionError(f"There is no {name!r} among {self.names(kind)}.")

    def _send(self, button: Element, choices: dict[str, str], status: int) -> None:
        assert not has(button, "disabled"), f"{name_of(button)} is disabled."
        form = self._form_of(button)
        fields = dict(_fields(self.all(form)))
        assert choices.keys() <= {attribute(each, "name") for each in self.all(form)}
        fields |= choices
        if name := attribute(button, "name"):
            fields[name] = attribute(button, "value")
        send = self._post if attribute(form, "method") == "post" else self._get
        send(attribute(form, "action"), fields, status)

    def _form_of(self, button: Element) -> Element:
        forms = [each for each in self.all() if each.name == "form"]
        if id := attribute(button, "form"):
            return next(form for form in forms if attribute(form, "id") == id)
        return next(form for form in forms if any(each is button for each in self.all(form)))

    def _get(self, address: str, fields: dict[str, str], status: int) -> None:
        address = urldefrag(urljoin(self.address, address)).url
        self._show(address, self.client.get(address, fields or None, follow=True), status)

    def _post(self, address: str, fields: dict[str, str], status: int) -> None:
        address = urljoin(self.address, address)
        self._show(address, self.client.post(address, fields, follow=True), status)

    def _show(self, address: str, response, status: int) -> None:
        assert response.status_code == status, response.text
        redirects = [to for to, _ in getattr(response, "redirect_chain", [])]
        self.address = urljoin(address, redirects[-1]) if redirects else address
        self.page = parse_html(response.text)


def attribute(element: Element, name: str) -> str:
    return dict(element.attributes).get(name) or ""


def has(element: Element, name: str) -> bool:
    return name in dict(element.attributes)


def text_of(element: Element) -> str:
    inner = [each for each in element.children if isinstance(each, Element)]
    hidden = [each for each in inner if _is_hidden(each)]
    if element.name in {"button", "span"} and any(has(each, "data-shown") for each in inner):
        hidden = [each for each in inner if not has(each, "data-shown")]
    parts = (
        each if isinstance(each, str) else text_of(each)
        for each in element.children
        if not any(each is other for other in hidden)
    )
    return " ".join(" ".join(parts).split())


def name_of(element: Element) -> str:
    return attribute(element, "aria-label") or text_of(element)


def _is_hidden(element: Element) -> bool:
    return element.name in {"template", "script", "style"} or has(element, "hidden")


def _fields(elements: Iterator[Element]) -> Iterator[tuple[str, str]]:
    for each in elements:
        name = attribute(each, "name")
        if each.name == "select":
            options = [option for option in each.children if isinstance(option, Element)]
            chosen = [option for option in options if has(option, "selected")] or options
            yield name, attribute(chosen[0], "value")
        elif each.name == "input" and _is_filled_in(each):
            default = "on" if _is_choice(each) else ""
            yield name, attribute(each, "value") if has(each, "value") else default


def _is_filled_in(field: Element) -> bool:
    return not has(field, "disabled") and (not _is_choice(field) or has(field, "checked"))


def _is_choice(field: Element) -> bool:
    return attribute(field, "type") in {"radio", "checkbox"}
