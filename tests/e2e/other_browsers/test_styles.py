import json
import re

from tests.e2e.other_browsers.conftest import NewWindow
from tests.server import ROOT, Server

DESCRIPTORS = re.compile(r"@(font-face|property [-\w]+) *\{[^}]*\}")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
DECLARATION = re.compile(r"(?<![-\w])(-{0,2}[a-z][-\w]*)\s*:\s*([^;{}]+?)\s*(?=[;}])")
VARIABLE = re.compile(r"var\((--[-\w]+)(?:,\s*((?:[^()]|\([^()]*\))*))?\)")
# What a page does as well without, or what stands beside its own name with a prefix.
DISPENSABLE = {
    *("-webkit-tap-highlight-color", "-webkit-text-size-adjust", "text-size-adjust"),
    *("-webkit-user-select", "user-select", "field-sizing", "forced-color-adjust"),
    *("text-wrap: pretty", "fill: context-stroke"),
}
UNKNOWN = "JSON.stringify({}.filter(([name, value]) => !CSS.supports(name, value)))"
RULES = """(function count(rules) {{
  return [...rules].reduce((sum, rule) => sum + 1 + count(rule.cssRules ?? []), 0);
}})((() => {{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync({});
  return sheet.cssRules;
}})())"""


def style_sheets() -> dict[str, str]:
    folder = ROOT / "static/css"
    paths = sorted(folder.rglob("*.css"))
    return {str(path.relative_to(folder)): COMMENT.sub("", path.read_text()) for path in paths}


def declarations() -> list[tuple[str, str]]:
    text = DESCRIPTORS.sub("", "\n".join(style_sheets().values()))
    found = DECLARATION.findall(text)
    values = {name: value for name, value in reversed(found) if name.startswith("--")}

    def resolved(value: str) -> str:
        while match := VARIABLE.search(value):
            instead = match[2] or values.get(match[1], "0")
            value = value[: match.start()] + instead + value[match.end() :]
        return value.removesuffix("!important").strip()

    return sorted({(name, resolved(value)) for name, value in found if not name.startswith("--")})


def test_every_declaration_is_understood(server: Server, new_window: NewWindow):
    window = new_window()
    window.open(f"{server.url}health/live")
    unknown = json.loads(window.evaluate(UNKNOWN.format(json.dumps(declarations()))))
    dropped = [f"{name}: {value}" for name, value in unknown if name not in DISPENSABLE]
    assert [each for each in dropped if each not in DISPENSABLE] == []
    for path, text in style_sheets().items():
        assert window.evaluate(RULES.format(json.dumps(text))) == text.count("{"), path
