"""The contents of a feed, and the readers of its three formats: RSS 2.0, Atom, and the text format of
docs/feed-format.md."""
from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import List, Optional

MAXIMUM_FILE_BYTES = 64 * 1024 * 1024
ATOM = "{http://www.w3.org/2005/Atom}"
ACTION_COUNT = 4
FIELDS = ("title", "author", "time", "summary", "category", "actions")
BLOCKS = frozenset(
    "address article blockquote br dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section table td th tr ul".split()
)
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class FeedError(Exception):
    """An error in a feed, in one line."""


@dataclass
class Entry:
    title: str = ""
    author: str = ""
    time: str = ""
    summary: str = ""
    category: str = ""
    actions: List[str] = field(default_factory=list)


def read_feed(path: str) -> List[Entry]:
    """All entries of a file; FeedError if anything is wrong with it."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAXIMUM_FILE_BYTES)
    except OSError as error:
        raise FeedError(f"{path}: {os.strerror(error.errno or 0)}") from None
    if len(data) >= MAXIMUM_FILE_BYTES:
        raise FeedError(f"{path}: larger than {MAXIMUM_FILE_BYTES // (1024 * 1024)} MB")
    start = (data[3:] if data.startswith(b"\xef\xbb\xbf") else data).lstrip(b" \t\n\v\f\r")
    # XML begins with "<"; UTF-16 XML with a byte order mark. No entry of the text format begins so.
    is_xml = start.startswith(b"<") or data.startswith((b"\xff\xfe", b"\xfe\xff"))
    entries = parse_xml(path, data) if is_xml else parse_text(path, data)
    if not entries:
        raise FeedError(f"{path}: no entries")
    return entries


def collapse(text: Optional[str]) -> str:
    """One space for each run of white space, none at the ends."""
    return re.sub(r"[ \t-\r]+", " ", text or "").strip(" ")


# ---- The text format ----


def first_invalid(line: bytes) -> Optional[int]:
    """The offset of the first byte that is not valid UTF-8 (NUL counts as invalid)."""
    try:
        nul = line.decode("utf-8") and line.find(b"\0")
        return nul if isinstance(nul, int) and nul >= 0 else None
    except UnicodeDecodeError as error:
        nul = line.find(b"\0", 0, error.start)
        return nul if nul >= 0 else error.start


def parse_text(path: str, data: bytes) -> List[Entry]:
    entries: List[Entry] = []
    values: "dict[str, str]" = {}  # of the entry being read
    key, entry_line, offset = "", 0, 0

    def end_entry() -> None:
        if not values:
            return
        number = len(entries) + 1
        if not collapse(values.get("title")):
            raise FeedError(f"{path}:{entry_line}: entry {number}: no title")
        title, author, time, summary, category = (collapse(values.get(name)) for name in FIELDS[:-1])
        entry = Entry(title, author, time, summary, category)
        if collapse(values.get("actions")):
            entry.actions = [collapse(part) for part in values["actions"].split("|")]
            if len(entry.actions) != ACTION_COUNT or not all(entry.actions):
                raise FeedError(
                    f"{path}:{entry_line}: entry {number}: actions must be {ACTION_COUNT} labels separated by |"
                )
        entries.append(entry)
        values.clear()

    if data.startswith(b"\xef\xbb\xbf"):
        offset = 3
    for line_number, raw in enumerate(data[offset:].split(b"\n"), 1):
        number = len(entries) + 1
        invalid = first_invalid(raw)
        if invalid is not None:
            raise FeedError(f"{path}:{line_number}: entry {number}: invalid UTF-8 at byte offset {offset + invalid}")
        offset += len(raw) + 1
        line = raw.decode("utf-8")
        if line.endswith("\r"):
            line = line[:-1]
        if not line.strip(" \t"):
            end_entry()
            key = ""
        elif line.startswith("#"):
            continue
        elif line[0] in " \t":
            if not key:
                raise FeedError(f"{path}:{line_number}: a continuation line without a key before it")
            values[key] += " " + line
        else:
            if not values:
                entry_line = line_number
            key, colon, value = line.partition(":")
            if not colon:
                raise FeedError(f'{path}:{line_number}: entry {number}: expected "key: value"')
            if key not in FIELDS:
                raise FeedError(f'{path}:{line_number}: entry {number}: unknown key "{key[:40]}"')
            if key in values:
                raise FeedError(f'{path}:{line_number}: entry {number}: "{key}" given twice')
            values[key] = value
    end_entry()
    return entries


# ---- RSS and Atom ----


class NoDoctype(ElementTree.TreeBuilder):
    """xml.etree would expand the entities that a DTD declares, however often they are nested, so DTDs are refused. It
    fetches nothing."""

    def doctype(self, name: str, public: Optional[str], system: Optional[str]) -> None:
        raise FeedError("documents with a DOCTYPE are not accepted")


class PlainText(HTMLParser):
    """The text of HTML. Elements such as <p> end a word; others, such as <b>, may stand inside one."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: List[str] = []
        self.skipping = 0

    def handle_starttag(self, tag: str, attributes: object) -> None:
        self.skipping += tag in ("script", "style")
        self.parts.append(" " if tag in BLOCKS else "")

    def handle_endtag(self, tag: str) -> None:
        self.skipping -= tag in ("script", "style") and self.skipping > 0
        self.parts.append(" " if tag in BLOCKS else "")

    def handle_data(self, data: str) -> None:
        if not self.skipping:
            self.parts.append(data)


def html_text(markup: str) -> str:
    parser = PlainText()
    parser.feed(markup)
    parser.close()
    return collapse("".join(parser.parts))


def local_name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def child(parent: Optional[ElementTree.Element], *names: str) -> Optional[ElementTree.Element]:
    """The first child with the first of these names that exists, in any namespace."""
    for name in names:
        for element in parent if parent is not None else ():
            if local_name(element) == name:
                return element
    return None


def plain_text(element: Optional[ElementTree.Element]) -> str:
    """The text below an element; block elements of XHTML end a word."""
    if element is None:
        return ""
    parts: List[str] = []

    def visit(node: ElementTree.Element) -> None:
        gap = " " if local_name(node) in BLOCKS else ""
        parts.append(gap)
        if local_name(node) not in ("script", "style"):
            parts.append(node.text or "")
            for inner in node:
                visit(inner)
                parts.append(inner.tail or "")
        parts.append(gap)

    visit(element)
    return collapse("".join(parts))


def atom_text(element: Optional[ElementTree.Element]) -> str:
    text = plain_text(element)
    return html_text(text) if element is not None and element.get("type") == "html" else text


def iso_time(text: str) -> str:
    """2026-03-14T09:30:00Z -> 2026-03-14 09:30"""
    return f"{text[:10]} {text[11:16]}" if re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d", text) else text


def mail_time(text: str) -> str:
    """Sat, 14 Mar 2026 09:30:00 +0000 -> 2026-03-14 09:30"""
    match = re.match(r"(?:[^,]*,)?\s*(\d{1,2}) (\w{3}) (\d{4}) (\d{1,2}):(\d\d)", text)
    if not match or match[2] not in MONTHS:
        return text
    return f"{match[3]}-{MONTHS.index(match[2]) + 1:02}-{int(match[1]):02} {int(match[4]):02}:{match[5]}"


def rss_entry(item: ElementTree.Element) -> Entry:
    description = child(item, "description")
    return Entry(
        title=plain_text(child(item, "title")),
        author=plain_text(child(item, "creator", "author")),
        time=mail_time(plain_text(child(item, "pubDate"))),
        summary=html_text(plain_text(description)),
        category=plain_text(child(item, "category")),
    )


def atom_entry(item: ElementTree.Element) -> Entry:
    category = child(item, "category")
    return Entry(
        title=atom_text(child(item, "title")),
        author=plain_text(child(child(item, "author"), "name")),
        time=iso_time(plain_text(child(item, "published", "updated"))),
        summary=atom_text(child(item, "summary", "content")),
        category=collapse(category.get("term")) if category is not None else "",
    )


def parse_xml(path: str, data: bytes) -> List[Entry]:
    try:
        root = ElementTree.fromstring(data, parser=ElementTree.XMLParser(target=NoDoctype()))
    except FeedError as error:
        raise FeedError(f"{path}: {error}") from None
    except ElementTree.ParseError as error:
        detail = str(error).partition(": line ")[0]
        raise FeedError(f"{path}:{error.position[0]}: malformed XML: {detail}") from None
    except (LookupError, ValueError) as error:  # an encoding that Python does not know
        raise FeedError(f"{path}:1: malformed XML: {error}") from None

    is_atom = root.tag == ATOM + "feed"
    parent = root if is_atom else child(root, "channel") if local_name(root) == "rss" else None
    if parent is None:
        raise FeedError(f"{path}: neither RSS 2.0 nor Atom: the root element is <{local_name(root)}>")
    entries: List[Entry] = []
    for item in parent:
        if local_name(item) != ("entry" if is_atom else "item"):
            continue
        entry = atom_entry(item) if is_atom else rss_entry(item)
        if not entry.title and not entry.summary:
            raise FeedError(f"{path}: entry {len(entries) + 1}: neither title nor summary")
        if not entry.title:  # RSS allows it: the summary stands in
            entry.title, entry.summary = entry.summary, ""
        entries.append(entry)
    return entries
