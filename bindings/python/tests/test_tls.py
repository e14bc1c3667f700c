"""Loads by https from servers on the loopback: a certificate that nobody vouches for, no TLS at all, a connection that
is reset in the middle of its greeting."""
from __future__ import annotations

import shutil
import socket
import ssl
import struct
import subprocess
import threading
from pathlib import Path
from typing import Callable, Iterator

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


def refusal(url: str) -> str:
    with lamina.Context(workers=0) as context:
        with pytest.raises(lamina.LaminaError) as caught:
            context.load(url).result()
    return str(caught.value)


def test_a_certificate_that_nobody_vouches_for_is_refused(listener: socket.socket, tmp_path: Path) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
         "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate], check=True, capture_output=True)  # fmt: skip
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    asked = []

    def answer(connection: socket.socket) -> None:
        with tls.wrap_socket(connection, server_side=True) as secret:
            asked.append(secret.recv(4096))
            secret.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")

    assert "certificate" in refusal(serve(listener, answer))
    assert all(request == b"" for request in asked)


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
