"""Loads: files, data URLs, a server on the loopback with faults, schemes of the host, and the cache in a folder."""
from __future__ import annotations

import asyncio
import http.server
import random
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

import pytest

import lamina


class Server(http.server.ThreadingHTTPServer):
    """Answers by path; counts what it is asked."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen: List[Tuple[str, Dict[str, str]]] = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # clients that go away are part of the tests

    def count(self, path: str) -> int:
        return sum(seen == path for seen, _ in self.seen)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, *arguments: Any) -> None:
        pass

    def answer(self, status: int, body: bytes = b"", **fields: str) -> None:
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        self.server.seen.append((self.path, {k.lower(): v for k, v in self.headers.items()}))
        name = self.path.split("/")[1].split("?")[0]
        if name == "fresh":
            self.answer(200, b"fresh " + self.path.encode(), Cache_Control="max-age=1000", Content_Type="image/png")
        elif name == "short":
            self.answer(200, b"short", Cache_Control="max-age=1", Connection="close")
        elif name == "checked":
            if self.headers.get("If-None-Match") == '"1"':
                self.answer(304, ETag='"1"')
            else:
                self.answer(200, b"checked", ETag='"1"', Cache_Control="no-cache")
        elif name == "large":
            self.answer(200, bytes(range(256)) * 1024, Cache_Control="max-age=1000")
        elif name == "loop":
            self.answer(302, Location="/loop")
        elif name == "slow":
            self.send_response(200)
            self.send_header("Content-Length", "3")
            self.end_headers()
            for byte in b"abc":
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                time.sleep(0.15)
        elif name == "hang":
            time.sleep(3)
        elif name == "cut":
            self.send_response(200)
            self.send_header("Content-Length", "100")
            self.end_headers()
            self.wfile.write(b"x" * 50)
            self.close_connection = True
        elif name == "garbage":
            self.wfile.write(b"\x00\x01garbage\r\n\r\n")
            self.close_connection = True
        elif name == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            # Only the last of what holds the connection closes it.
            self.rfile.close()
            self.wfile.close()
            self.connection.close()
            self.close_connection = True
        else:
            self.answer(404, b"nothing here")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.shutdown()
    server.server_close()


def test_results(context: lamina.Context, server: Server, tmp_path: Path) -> None:
    found = context.load("data:text/x,a%20b").result()
    assert (found.data, found.content_type, found.source) == (b"a b", "text/x", lamina.LoadSource.DATA)
    file = tmp_path / "a b.txt"
    file.write_bytes(b"file")
    assert context.load(file.as_uri()).result().data == b"file"
    with pytest.raises(lamina.MissingFileError):
        context.load("file:///nowhere").result()
    found = context.load(server.url + "/fresh/1").result()
    assert (found.data, found.http_status, found.source) == (b"fresh /fresh/1", 200, lamina.LoadSource.NETWORK)
    assert found.content_type == "image/png"
    assert context.load(server.url + "/fresh/1").result().source == lamina.LoadSource.CACHE
    assert context.load(server.url + "/checked").result().source == lamina.LoadSource.NETWORK
    assert context.load(server.url + "/checked").result().source == lamina.LoadSource.VALIDATED
    with pytest.raises(lamina.FileError) as caught:
        context.load(server.url + "/other").result()
    assert caught.value.response is not None
    assert caught.value.response.http_status == 404
    assert "12 bytes" in repr(caught.value.response)
    assert caught.value.response.data == b"nothing here"


def test_what_servers_are_told_and_what_is_kept(server: Server) -> None:
    with lamina.Context(workers=0) as context:
        context.set_loader_options(user_agent="Reader/1.0", max_bytes=100_000, max_redirects=0)
        context.load(server.url + "/fresh/named", store=False).result()
        assert server.seen[-1][1]["user-agent"] == "Reader/1.0"
        assert context.loader_statistics.cached_responses == 0
        assert context.load(server.url + "/fresh/named").result().source == lamina.LoadSource.NETWORK
        with pytest.raises(lamina.FileError, match="is not in the cache"):
            context.load(server.url + "/fresh/other", only_cached=True).result()
        with pytest.raises(lamina.OutOfRangeError):
            context.load(server.url + "/large").result()
        with pytest.raises(lamina.OutOfRangeError, match="redirected"):
            context.load(server.url + "/loop").result()
    with lamina.Context(workers=0) as context:
        context.load(server.url + "/fresh/unnamed").result()
        assert server.seen[-1][1]["user-agent"] == "Lamina"


def test_a_stale_response_stands_in() -> None:
    one = Server()
    with lamina.Context(workers=0) as context:
        context.set_loader_options(max_retries=0)
        assert not context.load(one.url + "/checked").result().is_stale
        assert not context.load(one.url + "/short").result().is_stale
        one.shutdown()
        one.server_close()
        time.sleep(1.1)
        found = context.load(one.url + "/short").result()
        assert found.is_stale and found.data == b"short" and found.source == lamina.LoadSource.CACHE
        with pytest.raises(lamina.FileError):  # its server forbade it
            context.load(one.url + "/checked").result()


@pytest.mark.parametrize("path", ["cut", "garbage", "reset", "loop"])
def test_faults(server: Server, path: str) -> None:
    with lamina.Context(workers=0) as context:
        context.set_loader_options(max_retries=0, max_redirects=3)
        with pytest.raises((lamina.FileError, lamina.OutOfRangeError)):
            context.load(f"{server.url}/{path}").result(20)


def test_time_limit(server: Server) -> None:
    with lamina.Context(workers=0) as context:
        context.set_loader_options(timeout=0.3)
        with pytest.raises(lamina.TimedOutError):
            context.load(server.url + "/hang").result(20)


def test_what_is_allowed(server: Server) -> None:
    with lamina.Context(workers=0) as context:
        context.set_loader_options(files=False, private_addresses=False)
        with pytest.raises(lamina.UnsupportedError, match="file"):
            context.load("file:///etc/passwd")
        with pytest.raises(lamina.UnsupportedError, match="own network"):
            context.load(server.url + "/private").result()
        assert server.count("/private") == 0
        with pytest.raises(lamina.InvalidStateError):
            context.set_loader_options()


def test_progress(context: lamina.Context, server: Server) -> None:
    seen: List[Tuple[bytes, Any]] = []
    found = context.load(server.url + "/slow", progress=lambda data, total: seen.append((data, total))).result()
    assert found.data == b"abc"
    assert (b"a", 3) in seen
    assert [data for data, _ in seen] == sorted(data for data, _ in seen)
    assert seen[-1] == (b"abc", 3)
    for url, data in (("data:,ab%63", b"abc"), (server.url + "/large?progress", bytes(range(256)) * 1024)):
        seen.clear()
        context.load(url, progress=lambda data, total: seen.append((data, total))).result()
        assert seen[-1] == (data, len(data))
        assert len([each for each in seen if len(each[0]) == len(data)]) == 1
    seen.clear()
    with pytest.raises(lamina.FileError):
        context.load("file:///nowhere", progress=lambda data, total: seen.append((data, total))).result()
    assert seen == []


def test_equal_loads_are_one(context: lamina.Context, server: Server) -> None:
    loads = [context.load(server.url + "/slow?one", priority="high") for _ in range(10)]
    assert loads[0].cancel()
    assert not loads[0].cancel()
    loads[1].set_priority("low")
    assert [load.result().data for load in loads[1:]] == [b"abc"] * 9
    with pytest.raises(lamina.CancelledError):
        loads[0].result()
    assert server.count("/slow?one") == 1
    assert context.loader_statistics.joined == 9


def test_headers(context: lamina.Context, server: Server) -> None:
    context.load(server.url + "/fresh/headers", headers={"X-A": "b c"}).result()
    assert server.seen[-1][1]["x-a"] == "b c"
    for bad in ({"A": "b\nC: d"}, {"A b": "c"}, {"Host": "other"}, {"": "x"}):
        with pytest.raises((ValueError, lamina.InvalidArgumentError)):
            context.load(server.url + "/fresh/headers", headers=bad)
    with pytest.raises(TypeError, match="headers"):
        context.load(server.url + "/fresh/headers", headers={1: 2})  # type: ignore[dict-item]
    with pytest.raises(lamina.InvalidArgumentError, match="timeout"):
        context.set_loader_options(timeout=-1)


def test_asyncio(server: Server) -> None:
    async def main() -> None:
        async with lamina.Context(workers=1) as context:
            found = await asyncio.gather(*(context.load(f"{server.url}/fresh/{i % 5}") for i in range(20)))
            assert [one.data for one in found] == [b"fresh /fresh/%d" % (i % 5) for i in range(20)]
            with pytest.raises(lamina.FileError):
                await context.load(server.url + "/other")
            hanging = context.load(server.url + "/hang?async")
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(hanging, 0.2)
            with pytest.raises(lamina.CancelledError):
                await hanging

    asyncio.run(main())


def test_schemes_of_the_host(context: lamina.Context) -> None:
    asked: List[Tuple[int, str]] = []
    cancelled: List[int] = []
    context.set_loader("app", lambda request, url, priority: asked.append((request, url)), cancelled.append)
    load = context.load("app:one")
    context.process()
    assert asked == [(asked[0][0], "app:one")]

    def serve() -> None:
        context.append_load(asked[0][0], b"abc", 6)
        context.append_load(asked[0][0], b"def")
        context.end_load(asked[0][0], content_type="text/x")

    thread = threading.Thread(target=serve)
    thread.start()
    thread.join()
    assert load.result().data == b"abcdef"
    assert load.result().content_type == "text/x"
    load = context.load("app:two")
    context.process()
    load.cancel()
    context.process()
    assert cancelled == [asked[1][0]]
    with pytest.raises(lamina.InvalidStateError):
        context.append_load(asked[1][0], b"late")
    context.set_loader("app", None)
    with pytest.raises(lamina.UnsupportedError):
        context.load("app:three")


def test_closing_ends_loads(server: Server) -> None:
    context = lamina.Context(workers=0)
    load = context.load(server.url + "/hang?closing")
    time.sleep(0.1)
    start = time.monotonic()
    context.close()
    assert time.monotonic() - start < 2.5
    with pytest.raises(lamina.CancelledError):
        load.result()
    assert not load.cancel()


def test_folder(server: Server, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    for source in (lamina.LoadSource.NETWORK, lamina.LoadSource.CACHE):
        with lamina.Context(workers=0) as context:
            context.set_loader_options(cache_folder=folder, cache_bytes=10_000_000)
            for path in ("/fresh/folder", "/large"):
                assert context.load(server.url + path).result().source == source
            assert context.loader_statistics.cached_responses == 2
    with lamina.Context(workers=0) as context:
        context.set_loader_options(cache_folder=folder)
        context.trim_loader_cache()
        assert context.loader_statistics.cached_bytes == 0
        with pytest.raises(lamina.FileError):
            context.load(server.url + "/large", only_cached=True).result()


def test_the_command(server: Server, tmp_path: Path, environment: "Dict[str, str]") -> None:
    folder = tmp_path / "cache"
    with lamina.Context(workers=0) as context:
        context.set_loader_options(cache_folder=folder)
        assert context.loader_cache() == []
        context.load(server.url + "/fresh/command").result()
        context.load(server.url + "/checked").result()
        listed = context.loader_cache()
        assert [(each.url, each.state, each.http_status, each.size) for each in listed] == [
            (server.url + "/checked", "stale", 200, 7), (server.url + "/fresh/command", "fresh", 200, 20)]  # fmt: skip

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([sys.executable, "-m", "lamina", "cache", *arguments], env=environment, capture_output=True, text=True)

    found = run(str(folder))
    assert found.returncode == 0, found.stderr
    assert "fresh  " + server.url + "/fresh/command" in found.stdout
    assert "2 responses" in found.stdout
    assert "0 responses" in run(str(folder), "--trim", "0").stdout
    assert run(str(folder), "--trim", "-1").returncode == 2
    assert run(str(tmp_path / "nowhere")).returncode == 2
    assert not (tmp_path / "nowhere").exists()


_WRITER = """
import sys, lamina
base, folder, seed = sys.argv[1:]
with lamina.Context(workers=0) as context:
    context.set_loader_options(cache_folder=folder, cache_bytes=3_000_000)
    print("ready", flush=True)
    number = int(seed) * 7
    while True:
        loads = [context.load(f"{base}/{'large' if i % 4 == 0 else 'fresh'}/{(number + i) % 60}") for i in range(8)]
        for load in loads: load.result()
        number += 8
"""


def test_killed_while_writing(server: Server, tmp_path: Path, environment: "Dict[str, str]") -> None:
    """Whatever is in the folder after processes were killed is whole, and nothing else."""
    folder = tmp_path / "cache"
    for seed in range(8):
        writers = [
            subprocess.Popen([sys.executable, "-c", _WRITER, server.url, str(folder), str(seed + i)], env=environment, stdout=subprocess.PIPE)
            for i in range(2)
        ]
        for writer in writers:
            assert writer.stdout is not None and writer.stdout.readline() == b"ready\n"
        time.sleep(random.Random(seed).uniform(0.02, 0.3))
        for writer in writers:
            writer.send_signal(signal.SIGKILL)
            writer.wait()
            writer.stdout.close()  # type: ignore[union-attr]
    messages: List[str] = []
    with lamina.Context(workers=0, log=lambda level, text: messages.append(text)) as context:
        context.set_loader_options(cache_folder=folder, cache_bytes=3_000_000)
        kept = 0
        for number in range(60):
            for kind in ("fresh", "large"):
                try:
                    found = context.load(f"{server.url}/{kind}/{number}", only_cached=True).result()
                except lamina.FileError:
                    continue
                kept += 1
                expected = b"fresh /fresh/%d" % number if kind == "fresh" else bytes(range(256)) * 1024
                assert found.data == expected
        context.process()
    assert kept > 0
    assert messages == []


def test_a_loader_that_raises_has_failed(context: lamina.Context) -> None:
    """Nobody else would end the load."""
    failures: "List[Any]" = []

    def start(request: int, url: str, priority: Any) -> None:
        raise ValueError("no such thing")

    context.set_loader("mem", start)
    image = lamina.Image.begin(context, "mem:3", loaded=failures.append)
    context.wait_idle()
    context.process()
    assert image.state == lamina.ImageState.FAILED
    assert [str(each) for each in failures] == ["'mem:3': ValueError: no such thing"]
