import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY, Counter, Gauge, Histogram, Info

from games.ops import metrics
from tests.server import ROOT

DEPLOY = Path(__file__).resolve().parents[2] / "tictactoe_site" / "deploy"
DASHBOARD = DEPLOY / "grafana.json"
FRESH = "import games.ops.metrics, prometheus_client as p; print(p.generate_latest().decode())"
NAME = re.compile(r"\b(?:tictactoe|process|python)_[a-z_]+")
# What Prometheus itself adds, and what a histogram has besides.
GIVEN_LABELS = {"le", "job", "instance"}
SUFFIXES = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"], "gauge": [""]}


def panels() -> list[dict[str, Any]]:
    return json.loads(DASHBOARD.read_text())["panels"]


def queries() -> Iterator[tuple[str, str]]:
    for panel in panels():
        for target in panel.get("targets", ()):
            yield target["expr"], target["legendFormat"]


def samples() -> dict[str, set[str]]:
    ours = {
        metric._name: set(metric._labelnames)
        for metric in vars(metrics).values()
        if isinstance(metric, Counter | Gauge | Histogram)
    }
    return {
        family.name + suffix: ours.get(family.name, set())
        for family in REGISTRY.collect()
        for suffix in SUFFIXES.get(family.type, [])
    }


def test_a_query_asks_for_what_is_measured(subtests: pytest.Subtests):
    for query, legend in [*queries(), *((alert, "") for alert in alerts())]:
        with subtests.test(query=query, legend=legend):
            names = NAME.findall(query)
            assert names
            known = samples()
            assert set(names) <= known.keys()
            labels = set().union(*(known[name] for name in names)) | GIVEN_LABELS
            grouped = re.findall(r"\bby \(([^)]*)\)", query)
            assert {label for group in grouped for label in group.split(", ")} <= labels
            assert set(re.findall(r"{{(\w+)}}", legend)) <= labels
            assert query.count("(") == query.count(")")


def test_everything_that_is_measured_is_shown():
    shown = {name for query, _ in queries() for name in NAME.findall(query)}
    for metric in vars(metrics).values():
        if isinstance(metric, Counter | Gauge | Histogram):
            assert any(name.startswith(metric._name) for name in shown), metric._name


def test_the_guide_names_everything_that_is_measured():
    guide = re.findall(
        r"^\| `(tictactoe_\w+)` \|", (DEPLOY / "README.md").read_text(), re.MULTILINE
    )
    named = [name.removesuffix("_total") for name in guide]
    kinds = Counter | Gauge | Histogram | Info
    measured = {each._name for each in vars(metrics).values() if isinstance(each, kinds)}
    assert sorted(named) == sorted(measured - {"tictactoe_build"} | {"tictactoe_build_info"})


def rules() -> list[dict[str, Any]]:
    [group] = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"]
    return group["rules"]


def alerts() -> list[str]:
    conditions = [rule["expr"] for rule in rules()]
    return [condition for condition in conditions if "tictactoe_" in condition]


def test_an_alert_is_given_the_zero_before_the_first_time():
    command = [sys.executable, "-c", FRESH]
    fresh = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert len(alerts()) > 5
    for alert in alerts():
        for name, label in re.findall(r"(tictactoe_\w+)(?:\{(\w+=\"[^\"]+\")\})?", alert):
            assert re.search(rf"^{name}(\{{.*{label or ''}.*\}})? 0.0$", fresh, re.MULTILINE), name
    guesses = set(re.findall(r'^tictactoe_guesses_total{task="(\w+)"} 0.0$', fresh, re.MULTILINE))
    assert guesses == {"search", "advise", "study", "review"}
