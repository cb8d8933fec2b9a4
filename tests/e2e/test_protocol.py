"""The wire format as the scripts write and read it."""

from __future__ import annotations

from tests.e2e.people import NewPerson
from tests.protocol.golden_files import golden
from tests.server import Server


def test_the_browser_speaks_the_protocol(server: Server, new_person: NewPerson):
    """The golden messages mean the same to both sides."""
    person = new_person(server)
    person.play_computer("easy", "X")
    main = person.page.locator('script[src*="game/main"]').get_attribute("src")
    sent, received = person.page.evaluate(
        """async ([main, messages, answers]) => {
          const script = await (await fetch(main)).text();
          const name = script.match(/protocol\\.[0-9a-f]+\\.js/)[0];
          const protocol = await import("/static/js/game/" + name);
          const sent = messages.map(({type, id, ...fields}) =>
            protocol[type](...Object.values(fields)));
          const received = answers.map((answer) => protocol.decode(JSON.stringify(answer)));
          return [sent.map((message) => JSON.parse(protocol.encode(message))), received];
        }""",
        [main, golden("messages"), golden("answers")],
    )
    assert [{**m, "id": None} for m in sent] == [{**m, "id": None} for m in golden("messages")]
    assert len({message["id"] for message in sent}) == len(sent)
    assert received == golden("answers")
