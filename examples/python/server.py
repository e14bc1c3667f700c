#!/usr/bin/env python3
"""An asyncio server that returns PNGs: GET /card?title=...&author=... Drawing happens on Lamina's workers.

usage: server.py [PORT]        then: curl -o card.png 'http://127.0.0.1:8080/card?title=Hello'
"""
import asyncio
import sys
from urllib.parse import parse_qs, urlsplit

import lamina

from social_card import SIZE, social_card

LONGEST_TITLE, LONGEST_REQUEST, PATIENCE_SECONDS, AT_ONCE = 200, 8192, 10, 16


class CardServer:
    def __init__(self, ui):
        self.ui, self.turns = ui, asyncio.Semaphore(AT_ONCE)

    async def card(self, query):
        title, author = ((query.get(name) or [default])[0][:LONGEST_TITLE] for name, default in (("title", "?"), ("author", "?")))
        async with self.turns:  # so many pictures in memory, and no more
            picture = await self.ui.start_picture(social_card(self.ui, title, author.strip() or "?"), *SIZE)
            return await asyncio.to_thread(picture.to_png)

    async def answer(self, reader, writer):
        try:
            request = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE_SECONDS)
            method, target, _ = request.split(b"\r\n", 1)[0].decode("latin-1").split(" ", 2)
            url = urlsplit(target)
            if method != "GET":
                await self.send(writer, "405 Method Not Allowed", "text/plain", b"GET only\n")
            elif url.path != "/card":
                await self.send(writer, "404 Not Found", "text/plain", b"try /card?title=Hello\n")
            else:
                await self.send(writer, "200 OK", "image/png", await self.card(parse_qs(url.query)))
        except (asyncio.TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
            await self.send(writer, "400 Bad Request", "text/plain", b"not a request\n")
        except lamina.LaminaError as error:
            await self.send(writer, "400 Bad Request", "text/plain", f"{error}\n".encode("utf-8", "replace"))
        except ConnectionError:
            pass
        finally:
            writer.close()

    async def send(self, writer, status, kind, body):
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()


async def main(port):
    async with lamina.Context() as ui:
        server = await asyncio.start_server(CardServer(ui).answer, "127.0.0.1", port, limit=LONGEST_REQUEST)
        print(f"listening on http://127.0.0.1:{server.sockets[0].getsockname()[1]}/card?title=Hello", flush=True)
        async with server:
            await server.serve_forever()


if __name__ == "__main__":
    try:
        asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 8080))
    except KeyboardInterrupt:
        pass
