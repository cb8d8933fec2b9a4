import shutil
import subprocess
import sys
from pathlib import Path

from tests.server import ROOT, copy_database, environment_of, prepared_data

CODE = """
import importlib.abc, importlib.util, sys

class Hidden(importlib.abc.MetaPathFinder):
    def find_spec(self, name, *_):
        if name.partition(".")[0] == "fido2":
            raise ModuleNotFoundError(name)

find_spec = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "fido2" else find_spec(name, *more)
sys.meta_path.insert(0, Hidden())

import django
django.setup()

from django.test import Client
form = {"username": "Alice", "password1": "three plain words"}
client = Client(headers={"host": "localhost"})
assert client.post("/account/sign-up/", form).status_code == 302
assert client.post("/account/sign-out/").status_code == 302
assert b"passkey" not in client.get("/account/sign-in/").content
form = {"login": "Alice", "password": "three plain words"}
assert client.post("/account/sign-in/", form).status_code == 302
page = client.get("/account/")
assert page.status_code == 200 and b"Passkeys" not in page.content
assert client.get("/account/passkeys/").status_code == 404
"""


def test_all_else_of_accounts_is_there(tmp_path: Path):
    shutil.copytree(prepared_data() / "static", copy_database(tmp_path) / "static")
    settings = {"DJANGO_SETTINGS_MODULE": "tictactoe_site.settings"}
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env=environment_of(tmp_path, **settings),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
