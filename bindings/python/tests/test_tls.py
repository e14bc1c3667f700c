"""Loads by https from servers on the loopback: certificates that nobody, the system or a file vouches for, HTTP/2, no
TLS at all, a connection that is reset in the middle of its greeting."""
from __future__ import annotations

import shutil
import socket
import ssl
import struct
import subprocess
import threading
import time
from pathlib import Path
from typing import Callable, Iterator, NamedTuple, Optional

import pytest

import lamina


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


def serve(listener: socket.socket, answer: Callable[[socket.socket], None]) -> str:
    """Answers each connection; the address."""

    def run() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                try:
                    answer(connection)
                except OSError:
                    pass  # the client refuses, which is what is tried

    threading.Thread(target=run, daemon=True).start()
    return f"https://127.0.0.1:{listener.getsockname()[1]}/"


def refusal(url: str, ca_file: Optional[Path] = None) -> str:
    with lamina.Context(workers=0) as context:
        context.set_loader_options(ca_file=ca_file)
        with pytest.raises(lamina.LaminaError) as caught:
            context.load(url).result()
    return str(caught.value)


class Certificate(NamedTuple):
    """One for 127.0.0.1, which vouches for itself."""

    key: Path
    file: Path


def make_certificate(folder: Path) -> Certificate:
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate")
    folder.mkdir()
    made = Certificate(folder / "key.pem", folder / "certificate.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
         "subjectAltName=IP:127.0.0.1", "-keyout", made.key, "-out", made.file], check=True, capture_output=True)  # fmt: skip
    return made


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return make_certificate(tmp_path_factory.mktemp("certificates") / "one")


@pytest.fixture(scope="module")
def other_certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return make_certificate(tmp_path_factory.mktemp("certificates") / "other")


def test_a_certificate_that_nobody_vouches_for_is_refused(
    listener: socket.socket, certificate: Certificate, other_certificate: Certificate
) -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate.file, certificate.key)
    asked = []

    def answer(connection: socket.socket) -> None:
        with tls.wrap_socket(connection, server_side=True) as secret:
            asked.append(secret.recv(4096))
            secret.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")

    url = serve(listener, answer)
    assert "certificate" in refusal(url)
    assert "certificate" in refusal(url, other_certificate.file)
    assert all(request == b"" for request in asked)
    with lamina.Context(workers=0) as context:
        context.set_loader_options(ca_file=certificate.file)
        assert context.load(url).result().data == b"hi"


def test_files_that_vouch_for_nobody(listener: socket.socket, certificate: Certificate, tmp_path: Path) -> None:
    with lamina.Context(workers=0) as context:
        with pytest.raises(lamina.MissingFileError):
            context.set_loader_options(ca_file=tmp_path / "nowhere.pem")
        with pytest.raises(lamina.FileError):
            context.set_loader_options(ca_file=tmp_path)
    empty = tmp_path / "empty.pem"
    empty.write_text("no certificate\n")
    asked: "List[bytes]" = []
    url = serve(listener, lambda connection: asked.append(connection.recv(1)))
    assert url in refusal(url, empty)


class Relay:
    """Stands between clients and a server, and counts connections."""

    def __init__(self, port: int) -> None:
        self.connections = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"https://127.0.0.1:{self._listener.getsockname()[1]}"
        self._server_port = port
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            server = socket.create_connection(("127.0.0.1", self._server_port))
            for source, target in ((client, server), (server, client)):
                threading.Thread(target=self._pass, args=(source, target), daemon=True).start()

    @staticmethod
    def _pass(source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # one of both has gone

    def close(self) -> None:
        self._listener.close()


@pytest.fixture
def http2(certificate: Certificate, tmp_path: Path) -> Iterator[Relay]:
    """A server that speaks HTTP/2 alone, with 40 files."""
    server = shutil.which("nghttpd", path="/usr/sbin:/usr/bin:/sbin:/bin")
    if server is None:
        pytest.skip("no nghttpd, a server of HTTP/2 (Debian: nghttp2-server)")
    for number in range(40):
        (tmp_path / f"{number}.bin").write_bytes(bytes([number]) * 20_000)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [server, "--address=127.0.0.1", "-d", tmp_path, str(port), certificate.key, certificate.file],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    try:
        end = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                assert process.poll() is None and time.monotonic() < end, "nghttpd does not listen"
                time.sleep(0.02)
        relay = Relay(port)
        yield relay
        relay.close()
    finally:
        process.kill()
        process.wait()


def test_http2_takes_one_connection(http2: Relay, certificate: Certificate) -> None:
    with lamina.Context(workers=0) as context:
        context.set_loader_options(ca_file=certificate.file)
        loads = [context.load(f"{http2.url}/{number}.bin") for number in range(40)]
        for number, load in enumerate(loads):
            assert load.result().data == bytes([number]) * 20_000
        assert http2.connections == 1
        # One that is cancelled ends alone, unless its bytes have come by then.
        loads = [context.load(f"{http2.url}/{number}.bin", reload=True) for number in range(40)]
        are_cancelled = [number % 2 == 0 and load.cancel() for number, load in enumerate(loads)]
        for number, load in enumerate(loads):
            if are_cancelled[number]:
                with pytest.raises(lamina.CancelledError):
                    load.result()
            else:
                assert load.result().data == bytes([number]) * 20_000
        with pytest.raises(lamina.FileError) as caught:
            context.load(f"{http2.url}/nothing.bin").result()
        assert caught.value.response.http_status == 404
    assert http2.connections <= 2


def test_a_server_without_tls_is_refused(listener: socket.socket) -> None:
    def answer(connection: socket.socket) -> None:
        connection.recv(4096)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")

    url = serve(listener, answer)
    assert url in refusal(url)


def test_a_connection_that_is_reset(listener: socket.socket) -> None:
    def answer(connection: socket.socket) -> None:
        connection.recv(16)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    url = serve(listener, answer)
    assert url in refusal(url)
