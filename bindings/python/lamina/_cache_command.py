"""lamina cache: what the cache of a folder holds."""
from __future__ import annotations

import argparse
import os
import sys

from .context import Context
from .errors import LaminaError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", help="the folder, as given to set_loader_options()")
    parser.add_argument("--trim", type=int, metavar="BYTES", help="drop what was used the longest time ago until it holds no more; 0 empties it")


def run(arguments: argparse.Namespace) -> int:
    if not os.path.isfile(os.path.join(arguments.folder, "responses.sqlite")):
        print(f"lamina cache: {arguments.folder} is not the folder of a cache", file=sys.stderr)
        return 2
    if arguments.trim is not None and arguments.trim < 0:
        print("lamina cache: --trim takes a number of bytes, from 0", file=sys.stderr)
        return 2
    messages = []
    try:
        with Context(workers=0, log=lambda level, text: messages.append(text)) as context:
            context.set_loader_options(cache_folder=arguments.folder)
            if arguments.trim is not None:
                context.trim_loader_cache(arguments.trim)
            found = context.loader_cache()
            context.process()
            usage = context.loader_statistics
    except LaminaError as error:
        print(f"lamina cache: {error}", file=sys.stderr)
        return 2
    for each in found:
        print(f"{each.size:>10}  {each.http_status}  {each.age:>8} s  {each.state:<5}  {each.url}")
    print(f"{usage.cached_responses} responses, {usage.cached_bytes} bytes with what they are found by")
    for text in messages:
        print(f"lamina cache: {text}", file=sys.stderr)
    return 1 if messages else 0
