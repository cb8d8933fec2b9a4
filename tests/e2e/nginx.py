"""The nginx that Debian packages, with the configuration that operators are given."""

import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.processes import wait_until
from tests.server import ROOT, TIMEOUT, Server

CONFIGURATION = ROOT / "tictactoe_site/deploy/nginx"
SITE = "localhost"
BURST = 60  # requests that one person may send at once, fewer than operators allow
SHIPPED, FEWER = ("30r/s", 300), ("5r/s", BURST)
CERTIFICATE, KEY = "fullchain.pem", "privkey.pem"
# Says whom the limits would take the sender of X-Real-IP for.
CLIENTS = """
    server {{
        listen 127.0.0.1:{port};
        set_real_ip_from 127.0.0.1;
        real_ip_header X-Real-IP;
        return 200 $client;
    }}
"""
# Those of the package belong to the user that the package starts it as.
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Nginx:
    def __init__(
        self,
        folder: Path,
        *,
        program: str,
        public: Path,
        servers: Iterable[Server],
        limits: tuple[str, int],
    ) -> None:
        self.folder = folder
        self._rate, burst = limits
        self.port, self.plain_port, self.clients_port = (_free_port() for _ in range(3))
        self._program = program
        self._process: subprocess.Popen[bytes] | None = None
        _make_certificate(folder)
        shutil.copytree(CONFIGURATION, folder, dirs_exist_ok=True)
        self._adapt(folder / "nginx.conf", public)
        file = folder / "tictactoe" / "limits.conf"
        file.write_text(file.read_text().replace("people burst=300", f"people burst={burst}"))
        _name_servers(folder / "tictactoe" / "servers.conf", servers)

    @property
    def url(self) -> str:
        return f"https://{SITE}:{self.port}/"

    @property
    def certificate(self) -> Path:
        return self.folder / CERTIFICATE

    def check(self) -> str:
        command = [*self._command(), "-t"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stderr

    def start(self) -> None:
        self._process = subprocess.Popen([*self._command(), "-g", "daemon off;"])
        wait_until(self._listens)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(TIMEOUT)

    def _command(self) -> list[str]:
        return [self._program, "-e", "stderr", "-c", str(self.folder / "nginx.conf")]

    def _listens(self) -> bool:
        assert self._process.poll() is None, self.check()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def _adapt(self, path: Path, public: Path) -> None:
        folders = [f"{name}_temp_path {self.folder}/{name};" for name in TEMPORARY]
        text = path.read_text()
        for old, new in {
            "/run/nginx.pid": f"{self.folder}/nginx.pid",
            "/var/log/nginx/error.log": f"{self.folder}/error.log",
            "include mime.types;": "\n".join(["include /etc/nginx/mime.types;", *folders]),
            "include tictactoe/tls.conf;": (
                "include tictactoe/tls.conf;" + CLIENTS.format(port=self.clients_port)
            ),
            "/etc/nginx/tictactoe": f"{self.folder}/tictactoe",
            "/etc/letsencrypt/live/example.org": str(self.folder),
            "/var/www/html": f"{self.folder}/html",
            "/var/cache/tictactoe": str(public),
            "example.org": SITE,
            "zone=people:10m rate=30r/s": f"zone=people:10m rate={self._rate}",
            "listen 443": f"listen 127.0.0.1:{self.port}",
            "listen [::]:443": f"listen [::1]:{self.port}",
            "listen 80": f"listen 127.0.0.1:{self.plain_port}",
            "listen [::]:80": f"listen [::1]:{self.plain_port}",
        }.items():
            assert old in text, f"{path} says nothing of {old}"
            text = text.replace(old, new)
        path.write_text(text if _has_ipv6() else re.sub(r".*listen \[::1\].*\n", "", text))


def over_https(nginx: Nginx, *, source: str = "127.0.0.1") -> HTTPSConnection:
    context = ssl.create_default_context(cafile=nginx.certificate)
    return HTTPSConnection(
        SITE, nginx.port, timeout=TIMEOUT, context=context, source_address=(source, 0)
    )


def over_http(nginx: Nginx) -> HTTPConnection:
    return HTTPConnection(SITE, nginx.plain_port, timeout=TIMEOUT)


@contextmanager
def nginx_before(
    servers: Iterable[Server], *, program: str, public: Path, limits: tuple[str, int] = FEWER
) -> Iterator[Nginx]:
    with TemporaryDirectory(prefix="tictactoe-nginx-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        nginx = Nginx(folder, program=program, public=public, servers=servers, limits=limits)
        nginx.start()
        try:
            yield nginx
        finally:
            nginx.stop()


def _name_servers(path: Path, servers: Iterable[Server]) -> None:
    [rest] = re.findall(r"^server 127\.0\.0\.1:8001(.*)$", path.read_text(), re.MULTILINE)
    path.write_text("".join(f"server {each.host}:{each.port}{rest}\n" for each in servers))


def _make_certificate(folder: Path) -> None:
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    name = ["-subj", f"/CN={SITE}", "-addext", f"subjectAltName=DNS:{SITE}"]
    files = ["-keyout", str(folder / KEY), "-out", str(folder / CERTIFICATE)]
    command = ["openssl", "req", "-x509", *curve, *name, *files]
    subprocess.run(command, capture_output=True, check=True)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def _has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True
