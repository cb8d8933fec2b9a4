"""What the tests of the main path ask of a browser, whichever it is."""

import json
import time
from abc import ABC, abstractmethod

TIMEOUT = 30  # seconds
POLL_EVERY = 0.05


class Window(ABC):
    @abstractmethod
    def open(self, url: str) -> None: ...

    @abstractmethod
    def set_cookie(self, url: str, name: str, value: str) -> None: ...

    @abstractmethod
    def screenshot(self) -> bytes:
        """Return a picture of what the window shows, as PNG."""

    def click(self, selector: str) -> None:
        element = f"document.querySelector({json.dumps(selector)})"
        self.wait_for(f"!{element}?.closest('[data-deaf]')")
        self._click(selector)

    @abstractmethod
    def _click(self, selector: str) -> None: ...

    @abstractmethod
    def evaluate(self, expression: str):
        """Return the value of a JavaScript expression, which is a text, a number or a boolean."""

    def wait_for(self, expression: str) -> None:
        until = time.monotonic() + TIMEOUT
        while not self.evaluate(f"Boolean({expression})"):
            assert time.monotonic() < until, f"{expression} never became true"
            time.sleep(POLL_EVERY)
