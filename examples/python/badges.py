#!/usr/bin/env python3
"""Draws a picture for each line of a file: badge-0.png, badge-1.png ... Everything is read, laid out, drawn and encoded
on native threads.

usage: badges.py TEMPLATE.json ROWS.jsonl
"""
import sys
from pathlib import Path

import lamina

if len(sys.argv) != 3:
    print("usage: badges.py TEMPLATE.json ROWS.jsonl", file=sys.stderr)
    sys.exit(2)
template, rows = Path(sys.argv[1]), Path(sys.argv[2])
with open(rows, "rb") as lines:
    for picture in lamina.Template(template).render(filter(bytes.strip, lines), format="png", scale=2):
        Path(f"badge-{picture.row}.png").write_bytes(picture)
