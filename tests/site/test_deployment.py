import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from games.ops import program
from tests.server import ROOT, manage, setting_names
from tictactoe_site.security_headers import security_headers

SITE = ROOT / "tictactoe_site"
DEPLOY = SITE / "deploy"
CONTAINERS, NGINX, SYSTEMD = DEPLOY / "containers", DEPLOY / "nginx", DEPLOY / "systemd"
SECRETS = re.compile(r"\$\{(\w+)")
COMMAND = "/opt/tictactoe/.venv/bin/tictactoe-site"


def environment_file() -> dict[str, str]:
    text = (DEPLOY / "tictactoe.env").read_text()
    return dict(re.findall(r"^#?([A-Z_]+)=(.*)$", text, re.MULTILINE))


def test_the_environment_file_names_every_setting():
    for_containers = set(SECRETS.findall((CONTAINERS / "compose.yaml").read_text()))
    assert environment_file().keys() - for_containers == setting_names()
    assert for_containers <= environment_file().keys()


def test_the_guide_names_every_setting():
    [_, chapter] = (DEPLOY / "README.md").read_text().split("\n## Settings\n")
    table = re.findall(r"^\| (`.+?) \|", chapter.split("\n## ")[0], re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(table))) == setting_names()


def test_what_the_environment_file_shows_is_valid(tmp_path: Path):
    shown = {name: value for name, value in environment_file().items() if value}
    secret = "as long as a secret has to be, and of many different characters"
    given = {**shown, "SECRET_KEY": secret, "DATA_DIR": str(tmp_path)}
    status, output = manage("check", "--deploy", "--fail-level=WARNING", data=tmp_path, **given)
    assert status == 0, output


def test_the_lock_fits_what_the_project_asks_for_and_names_no_index():
    text = (DEPLOY / "requirements.txt").read_text()
    locked = dict(re.findall(r"^([a-z0-9-]+)==([^ ]+) .*\\$", text, re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    for line in (
        *project["dependencies"],
        *extras["passkeys"],
        *extras["postgres"],
        *extras["redis"],
    ):
        asked = Requirement(line)
        assert asked.specifier.contains(locked.get(asked.name, "0")), f"{line}: run .ci/lock"
    assert not re.search(r"://|--index|--find-links", text)


def test_the_changelog_begins_with_this_version():
    [newest, *_] = re.findall(
        r"^## (.+)$", (ROOT / ".github/CHANGELOG.md").read_text(), re.MULTILINE
    )
    assert newest in (program.version(), "Unreleased")


def test_a_container_may_migrate_for_hours_before_it_counts_as_failed():
    [hours] = re.findall(r"--start-period=(\d+)h ", (CONTAINERS / "Containerfile").read_text())
    assert int(hours) >= 12


def test_nginx_has_the_security_headers_of_the_site():
    text = (NGINX / "tictactoe/headers.conf").read_text()
    headers = dict(re.findall(r'^add_header (\S+) "?(.+?)"? always;$', text, re.MULTILINE))
    of_the_site = {**security_headers(), "Cross-Origin-Opener-Policy": "same-origin"}
    # A page of nginx needs nothing but the style in it.
    del headers["Content-Security-Policy"], of_the_site["Content-Security-Policy"]
    assert headers == of_the_site


def test_systemd_understands_the_units(tmp_path: Path):
    program = shutil.which("systemd-analyze") or pytest.skip("There is no systemd-analyze.")
    units = []
    for unit in SYSTEMD.iterdir():
        units.append(tmp_path / unit.name.replace("@.", "@8001."))
        units[-1].write_text(unit.read_text().replace(COMMAND, sys.executable))
    command = [program, "verify", "--man=no", *map(str, units)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, ""), run.stdout
