#!/usr/bin/env python3
"""Writes paragraphs.tsv: paragraphs in many scripts, from the translations that Debian 12 installs (see README.md).

The result is checked in, so that tests need none of this; it is here to show where the texts come from.
"""
import gettext
import pathlib
import random
import re
import unicodedata

# Programs whose translations may be shared (LGPL), with sentences in them.
DOMAINS = ["glib20", "gtk20", "gtk20-properties", "gdk-pixbuf", "gsettings-desktop-schemas", "iso_3166", "iso_639-3"]
# Script: the letters' names in Unicode, a family in Debian's font packages, languages.
SCRIPTS = {
    "Latin": ("LATIN", "DejaVu Sans", ["de", "fr", "vi", "tr", "pl", "cs"]),
    "LatinNoto": ("LATIN", "Noto Sans", ["es", "pt", "is", "lv", "hu", "az"]),
    "LatinSerif": ("LATIN", "Noto Serif", ["it", "nl", "sv", "ro", "et", "yo"]),
    "Greek": ("GREEK", "DejaVu Serif", ["el"]),
    "Cyrillic": ("CYRILLIC", "Noto Sans", ["ru", "uk", "sr", "bg", "mn", "kk"]),
    "Armenian": ("ARMENIAN", "Noto Sans Armenian", ["hy"]),
    "Georgian": ("GEORGIAN", "Noto Sans Georgian", ["ka"]),
    "Hebrew": ("HEBREW", "Noto Sans Hebrew", ["he", "yi"]),
    "Arabic": ("ARABIC", "Noto Sans Arabic", ["ar", "fa", "ug"]),
    "ArabicNaskh": ("ARABIC", "Noto Naskh Arabic", ["ar", "fa"]),
    "Thaana": ("THAANA", "Noto Sans Thaana", ["dv"]),
    "Devanagari": ("DEVANAGARI", "Noto Sans Devanagari", ["hi", "mr", "ne"]),
    "Bengali": ("BENGALI", "Noto Sans Bengali", ["bn", "as"]),
    "Gurmukhi": ("GURMUKHI", "Noto Sans Gurmukhi", ["pa"]),
    "Gujarati": ("GUJARATI", "Noto Sans Gujarati", ["gu"]),
    "Oriya": ("ORIYA", "Noto Sans Oriya", ["or"]),
    "Tamil": ("TAMIL", "Noto Sans Tamil", ["ta"]),
    "Telugu": ("TELUGU", "Noto Sans Telugu", ["te"]),
    "Kannada": ("KANNADA", "Noto Sans Kannada", ["kn"]),
    "Malayalam": ("MALAYALAM", "Noto Sans Malayalam", ["ml"]),
    "Sinhala": ("SINHALA", "Noto Sans Sinhala", ["si"]),
    "Thai": ("THAI", "Noto Sans Thai", ["th"]),
    "Lao": ("LAO", "Noto Sans Lao", ["lo"]),
    "Tibetan": ("TIBETAN", "Noto Serif Tibetan", ["dz"]),
    "Myanmar": ("MYANMAR", "Noto Sans Myanmar", ["my"]),
    "Khmer": ("KHMER", "Noto Sans Khmer", ["km"]),
    "Ethiopic": ("ETHIOPIC", "Noto Sans Ethiopic", ["am", "ti"]),
    "Shavian": ("SHAVIAN", "Noto Sans Shavian", ["en@shaw"]),
    "Hangul": ("HANGUL", "Noto Sans CJK KR", ["ko"]),
    "HanSimplified": ("CJK", "Noto Sans CJK SC", ["zh_CN"]),
    "HanTraditional": ("CJK", "Noto Sans CJK TC", ["zh_TW"]),
    "Kana": (("HIRAGANA", "KATAKANA"), "Noto Sans CJK JP", ["ja"]),
}
LENGTHS = [12, 30, 60, 90, 120, 150, 180, 220, 260, 300, 40, 70]


def messages(language, names):
    """The translations in which most letters are of the script, short ones last."""
    found = set()
    for domain in DOMAINS:
        path = pathlib.Path(f"/usr/share/locale/{language}/LC_MESSAGES/{domain}.mo")
        if not path.exists():
            continue
        try:
            catalog = gettext.GNUTranslations(path.open("rb"))._catalog
        except IndexError:  # a malformed plural rule, of which Python complains
            continue
        for source, text in catalog.items():
            if not source or not isinstance(text, str) or re.search(r"[%<{\\]", text):
                continue
            text = " ".join(text.replace("_", "").split())
            letters = [unicodedata.name(c, "").split(" ")[0] for c in text if c.isalpha()]
            names = (names,) if isinstance(names, str) else names
            if letters and sum(n in names for n in letters) * 10 >= len(letters) * 7:
                found.add(text)
    return sorted(found, key=lambda text: (len(text) < 20, text))


def main():
    choice = random.Random(1)
    lines = []
    for script, (names, family, languages) in SCRIPTS.items():
        texts = {language: messages(language, names) for language in languages}
        for number, length in enumerate(LENGTHS):
            language = languages[number % len(languages)]
            long = [t for t in texts[language] if len(t) >= 20]
            pool = long if len(long) >= 20 else texts[language]
            paragraph = choice.choice(pool)
            while len(paragraph) < length:
                paragraph += " " + choice.choice(pool)
            lines.append(f"{script}\t{family}\t{language}\t{paragraph}\n")
    pathlib.Path(__file__).with_name("paragraphs.tsv").write_text("".join(lines), encoding="utf-8")


main()
