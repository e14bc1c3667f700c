// The same feed in a ListView of Qt Quick, drawn by its software renderer on this thread (QT_QUICK_BACKEND=software,
// QSG_RENDER_LOOP=basic): rows are built in the frame that shows them, so that none is blank.
#include "qt_window.h"

#include <QQuickImageProvider>

static const char form[] = R"(
import QtQuick
ListView {
  id: list
  width: 480; height: 800
  model: 0
  delegate: Item {
    required property int index
    width: 480; height: Math.max(texts.implicitHeight, 56) + 28
    Image { x: 14; y: 14; width: 56; height: 56; source: "image://art/" + index % 16 }
    Column {
      id: texts
      x: 82; y: 14; width: 384; spacing: 4
      Text { width: 384; text: "Entry number " + index; font.pixelSize: 17; font.bold: true }
      Text { width: 384; text: words.substring(0, 20 + index * 37 % 160); font.pixelSize: 14; wrapMode: Text.WordWrap }
    }
  }
}
)";

class Pictures : public QQuickImageProvider {
public:
  Pictures() : QQuickImageProvider(Image) {}

  QImage requestImage(const QString &id, QSize *size, const QSize &) override {
    QImage image(LIST_PICTURE, LIST_PICTURE, QImage::Format_ARGB32_Premultiplied);
    list_picture(id.toInt(), reinterpret_cast<uint32_t *>(image.bits()));
    *size = image.size();
    return image;
  }
};

static QtWindow *window;

static void next_frame() { window->next_frame(); }

static QObject *list() { return window->view.rootObject(); }

static void open_list(int count, const char *name) {
  char title[64];
  list()->setProperty("model", 0);
  next_frame();
  double cpu = list_cpu(), wall = bench_now();
  list()->setProperty("model", count);
  next_frame();
  snprintf(title, sizeof title, "open_%s_owner", name);
  list_print("qt_", title, (list_cpu() - cpu) * 1e3, "ms", NAN);
  snprintf(title, sizeof title, "open_%s_first_screen", name);
  list_print("qt_", title, (bench_now() - wall) * 1e3, "ms", NAN);
}

static void go_to(int row) { QMetaObject::invokeMethod(list(), "positionViewAtIndex", Q_ARG(int, row), Q_ARG(int, 0)); }

static void scroll(const list_motion *motion) {
  static double spent[1024];
  go_to(20000);
  for (int i = 0; i < 5; i++) next_frame();
  for (int i = 0; i < motion->frames; i++) {
    double start = list_cpu();
    list()->setProperty("contentY", list()->property("contentY").toDouble() + list_distance(motion, i));
    next_frame();
    spent[i] = list_cpu() - start;
  }
  list_print_frames("qt_", motion, spent, motion->frames, NAN, NAN);
}

int main(int argc, char **argv) {
  QGuiApplication application(argc, argv);
  QtWindow shown;
  window = &shown;
  shown.view.engine()->addImageProvider("art", new Pictures);
  shown.view.rootContext()->setContextProperty("words", QString::fromLatin1(list_words));
  shown.open(form);
  next_frame();
  open_list(10000, "10000");
  double cpu = list_cpu();
  go_to(9000);
  next_frame();
  list_print("qt_", "jump_in_10000_owner", (list_cpu() - cpu) * 1e3, "ms", NAN);
  open_list(1000000, "1000000");
  open_list(LIST_ROWS, "100000");
  for (const list_motion &motion : list_motions) scroll(&motion);
  return 0;
}
