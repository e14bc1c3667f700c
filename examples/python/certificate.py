#!/usr/bin/env python3
"""One certificate in ten scripts: the same layout, whatever the direction and the height of the letters.

usage: certificate.py [OUT.png]
"""
import math
import sys

import lamina
from lamina import column, inset, row

# Script, title, name, what for.
CERTIFICATES = [
    ("Latin", "Certificate", "Grace Hopper", "has completed the course in computing with distinction."),
    ("Ελληνικά", "Πιστοποιητικό", "Ελένη Παπαδοπούλου", "ολοκλήρωσε με άριστα το μάθημα πληροφορικής."),
    ("Кириллица", "Сертификат", "Софья Ковалевская", "с отличием окончила курс информатики."),
    ("العربية", "شهادة", "مريم الإسطرلابي", "أكملت دورة الحوسبة بامتياز."),
    ("עברית", "תעודה", "רחל כהן", "סיימה בהצטיינות את קורס המחשבים."),
    ("देवनागरी", "प्रमाणपत्र", "शकुन्तला देवी", "ने कंप्यूटर पाठ्यक्रम विशेष योग्यता से पूरा किया।"),
    ("ไทย", "ประกาศนียบัตร", "สมหญิง ใจดี", "สำเร็จหลักสูตรคอมพิวเตอร์ด้วยเกียรตินิยม"),
    ("汉字", "证书", "王贞仪", "以优异成绩完成计算机课程。"),
    ("かな", "修了証", "さとう はなこ", "コンピューター課程を優秀な成績で修了しました。"),
    ("한글", "수료증", "이소연", "컴퓨터 과정을 우수한 성적으로 수료하였습니다."),
]
SIZE = (420, 300)
GOLD, INK, PAPER = "#b08d3c", "#2b2a28", "#fffdf6"


def draw_frame(canvas):
    """A double frame, and a seal in the corner."""
    cairo, (width, height) = canvas.cairo, canvas.size
    cairo.set_source_rgb(*lamina.Color.hex(GOLD)[:3])
    for margin, line in ((8, 3), (15, 1)):
        cairo.set_line_width(line)
        cairo.rectangle(margin, margin, width - 2 * margin, height - 2 * margin)
        cairo.stroke()
    x, y, points = width - 62, height - 62, 24
    for i in range(2 * points):
        radius = 26 if i % 2 else 22
        cairo.line_to(x + radius * math.cos(math.pi * i / points), y + radius * math.sin(math.pi * i / points))
    cairo.close_path()
    cairo.fill()
    cairo.set_source_rgb(*lamina.Color.hex(PAPER)[:3])
    cairo.arc(x, y, 15, 0, 2 * math.pi)
    cairo.stroke()


def certificate(ui, script, title, name, reason):
    words = column(spacing=10)[
        ui.text(script, size=13, color=GOLD, alignment="center"),
        ui.text(title, size=34, weight="bold", color=INK, alignment="center", max_lines=1),
        ui.text(name, size=24, color=GOLD, alignment="center"),
        ui.text(reason, size=16, color=INK, alignment="center", line_spacing=1.15),
    ]
    return ui.box(background=PAPER, draw=draw_frame, size=SIZE)[inset((34, 40, 60, 40))[words]]


def main():
    with lamina.Context() as ui:
        pages = [certificate(ui, *texts) for texts in CERTIFICATES]
        sheet = inset(16)[column(spacing=16)[[row(spacing=16)[pages[i : i + 2]] for i in range(0, len(pages), 2)]]]
        ui.picture(sheet, background="#d9d4c5").save(sys.argv[1] if len(sys.argv) > 1 else "certificate.png")


if __name__ == "__main__":
    main()
