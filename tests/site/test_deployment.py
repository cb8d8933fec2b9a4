"""The files for operators name what there is, and agree with each other and with the code."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.server import ROOT, SETTINGS, manage
from tictactoe_site.security_headers import security_headers

SITE = ROOT / "tictactoe_site"
DEPLOY = SITE / "deploy"
CONTAINERS, NGINX, SYSTEMD = DEPLOY / "containers", DEPLOY / "nginx", DEPLOY / "systemd"
UNITS = sorted(SYSTEMD.iterdir())
SERVICE = SYSTEMD / "tictactoe@.service"
PYTHON = "/opt/tictactoe/.venv/bin/python"
EXPOSURE = 15  # of the unit, as systemd counts from 0 to 100
SECRETS = re.compile(r"\$\{(\w+)")


def settings_of_the_code() -> set[str]:
    text = "".join(path.read_text() for path in SITE.glob("*.py"))
    return set(re.findall(r'\bread\(\s*"([A-Z_]+)"', text))


def environment_file() -> dict[str, str]:
    """Return all settings in the file, those that are commented out as well."""
    text = (DEPLOY / "tictactoe.env").read_text()
    return dict(re.findall(r"^#?([A-Z_]+)=(.*)$", text, re.MULTILINE))


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    composed: dict[str, Any] = yaml.safe_load((CONTAINERS / "compose.yaml").read_text())
    return composed


def directive(path: Path, name: str) -> str:
    [value] = re.findall(rf"^ *{name}[ =]([^;\n]+)", path.read_text(), re.MULTILINE)
    return str(value)


def test_the_environment_file_names_every_setting():
    for_containers = set(SECRETS.findall((CONTAINERS / "compose.yaml").read_text()))
    assert environment_file().keys() - for_containers == settings_of_the_code()
    assert for_containers <= environment_file().keys()


def test_the_guide_names_every_setting():
    [_, chapter] = (DEPLOY / "README.md").read_text().split("\n## Settings\n")
    table = re.findall(r"^\| (`.+?) \|", chapter.split("\n## ")[0], re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(table))) == settings_of_the_code()


def test_the_servers_of_tests_inherit_no_setting():
    assert settings_of_the_code() <= SETTINGS


def test_what_the_environment_file_shows_is_valid(tmp_path: Path):
    shown = {name: value for name, value in environment_file().items() if value}
    secret = "as long as a secret has to be, and of many different characters"
    given = {**shown, "SECRET_KEY": secret, "DATA_DIR": str(tmp_path)}
    status, output = manage("check", "--deploy", "--fail-level=WARNING", data=tmp_path, **given)
    assert status == 0, output


def test_no_value_in_the_environment_file_has_a_comment_behind_it():
    # For systemd and Docker it would be a part of the value.
    assert not any(" " in value or "#" in value for value in environment_file().values())


def test_the_image_is_made_of_what_there_is():
    text = (CONTAINERS / "Containerfile").read_text()
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", text, re.MULTILINE)
    sources = " ".join(copied).split()
    assert {"manage.py", "games", "tictactoe_site", "templates", "static"} <= set(sources)
    assert all((ROOT / name).exists() for name in sources)
    assert re.search(r"^USER [1-9]", text, re.MULTILINE)


def test_no_secret_gets_into_the_image_or_the_repository(compose: dict[str, Any]):
    secrets = compose["services"]["server"]["env_file"]
    assert f"**/{secrets}" in (ROOT / ".dockerignore").read_text().splitlines()
    assert secrets in (ROOT / ".gitignore").read_text().splitlines()


def test_the_containers_are_given_files_that_exist(compose: dict[str, Any]):
    build = compose["services"]["server"]["build"]
    assert (CONTAINERS / build["context"]).resolve() == ROOT
    assert (ROOT / build["dockerfile"]).is_file()
    mounts = [
        mount.split(":")[0]
        for service in compose["services"].values()
        for mount in service.get("volumes", [])
    ]
    files = [name for name in mounts if name.startswith(".")]
    assert files
    assert all((CONTAINERS / name).is_file() for name in files)
    named = {name for name in mounts if "/" not in name}
    assert named == compose["volumes"].keys()


def test_only_nginx_can_be_reached_from_outside(compose: dict[str, Any]):
    services = compose["services"]
    assert [name for name in services if "ports" in services[name]] == ["nginx"]
    assert services["database"]["networks"] == services["events"]["networks"] == ["back"]
    assert compose["networks"]["back"] == {"internal": True}


def test_the_server_believes_the_network_of_nginx(compose: dict[str, Any]):
    [network] = compose["networks"]["front"]["ipam"]["config"]
    server = compose["services"]["server"]
    assert server["environment"]["TRUSTED_PROXIES"] == network["subnet"]
    assert server["environment"].keys() <= settings_of_the_code()
    assert "front" in server["networks"]


def test_nginx_finds_the_static_files(compose: dict[str, Any]):
    [public] = set(re.findall(r"root (/var/cache/.+);", (NGINX / "nginx.conf").read_text()))
    assert compose["services"]["server"]["environment"]["STATIC_ROOT"] == f"{public}/static"
    assert f"static:{public}" in compose["services"]["server"]["volumes"]
    assert f"static:{public}:ro" in compose["services"]["nginx"]["volumes"]
    cache = directive(SERVICE, "CacheDirectory")
    assert f"/var/cache/{cache}" == public


def test_nginx_finds_the_server(compose: dict[str, Any]):
    listens_at = r"play --host (\S+) --port %i\n"
    [host] = re.findall(listens_at, SERVICE.read_text())
    address = directive(NGINX / "tictactoe/servers.conf", "server").split()[0]
    assert address == f"{host}:8001"
    assert "tictactoe@8001" in (DEPLOY / "README.md").read_text()
    port = directive(CONTAINERS / "Containerfile", "EXPOSE")
    name = directive(CONTAINERS / "servers.conf", "server").split()[0]
    assert name == f"server:{port}"
    assert "server" in compose["services"]


def test_nginx_waits_less_long_for_a_page_than_its_visitor():
    [pages] = re.findall(
        r"location / \{([^}]*proxy\.conf[^}]*)\}", (NGINX / "nginx.conf").read_text()
    )
    [seconds] = re.findall(r"proxy_read_timeout (\d+)s;", pages)
    assert int(seconds) <= 15


def test_systemd_counts_the_server_as_started_when_it_says_so():
    # However long it has migrated the database before.
    assert directive(SERVICE, "Type") == "notify"
    assert directive(SERVICE, "TimeoutStartSec") == "infinity"


def test_nginx_has_the_security_headers_of_the_site():
    text = (NGINX / "tictactoe/headers.conf").read_text()
    headers = dict(re.findall(r'^add_header (\S+) "?(.+?)"? always;$', text, re.MULTILINE))
    of_the_site = {**security_headers(), "Cross-Origin-Opener-Policy": "same-origin"}
    # A page of nginx needs nothing but the style in it.
    del headers["Content-Security-Policy"], of_the_site["Content-Security-Policy"]
    assert headers == of_the_site


def test_nginx_includes_what_there_is(compose: dict[str, Any]):
    text = (NGINX / "nginx.conf").read_text()
    names = set(re.findall(r"include (tictactoe/\S+);", text))
    assert names == {f"tictactoe/{path.name}" for path in (NGINX / "tictactoe").glob("*.conf")}
    [page] = re.findall(r"error_page 502 .*/(\S+);", text)
    assert (NGINX / "tictactoe" / page).is_file()
    mounted = {mount.split(":")[1] for mount in compose["services"]["nginx"]["volumes"]}
    assert {f"/etc/nginx/{name}" for name in {*names, f"tictactoe/{page}"}} <= mounted


def with_systemd(*arguments: str) -> None:
    program = shutil.which("systemd-analyze") or pytest.skip("There is no systemd-analyze.")
    run = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stderr == ""


@pytest.fixture
def units(tmp_path: Path) -> list[str]:
    """The units with a Python that there is, as systemd looks for it; an instance of the server."""
    names = {unit: unit.name.replace("@.", "@8001.") for unit in UNITS}
    for unit, name in names.items():
        (tmp_path / name).write_text(unit.read_text().replace(PYTHON, sys.executable))
    return [str(tmp_path / name) for name in names.values()]


def test_systemd_understands_the_units(units: list[str]):
    assert any(PYTHON in unit.read_text() for unit in UNITS)
    with_systemd("verify", "--man=no", *units)


@pytest.mark.parametrize("name", ["tictactoe@.service", "tictactoe-backup.service"])
def test_the_services_are_given_no_more_than_they_need(name: str):
    with_systemd("security", "--offline=yes", f"--threshold={EXPOSURE}", str(SYSTEMD / name))
