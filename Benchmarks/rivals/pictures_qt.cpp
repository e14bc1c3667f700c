// The same list of pictures in a ListView of Qt Quick with asynchronous Images, drawn by its software renderer on this
// thread (QT_QUICK_BACKEND=software, QSG_RENDER_LOOP=basic).
#include "pictures_job.h"

#include "qt_window.h"

#include <QDir>
#include <QQmlPropertyMap>

static const char form[] = R"(
import QtQuick
ListView {
  width: 480; height: 800
  cacheBuffer: 800
  model: 1000
  delegate: Item {
    required property int index
    width: 480; height: 100
    Image {
      x: 14; y: 5; width: 120; height: 90
      asynchronous: true; cache: false; fillMode: Image.PreserveAspectCrop
      sourceSize.width: 120; sourceSize.height: 90
      source: "file://" + folder + "/build/bench/pictures/" + index + ".jpg"
      onStatusChanged: if (status === Image.Ready) times.row = index
    }
  }
}
)";

static pictures_times times;

int main(int argc, char **argv) {
  QGuiApplication application(argc, argv);
  QtWindow window;
  QQmlPropertyMap told;
  told.insert("row", -1);
  QObject::connect(&told, &QQmlPropertyMap::valueChanged, [](const QString &, const QVariant &row) { times.is_there[row.toInt()] = true; });
  window.view.rootContext()->setContextProperty("times", &told);
  window.view.rootContext()->setContextProperty("folder", QDir::currentPath());
  QObject *made = window.open(form);
  for (int i = 0; i < 60; i++) {
    window.next_frame();
    pictures_wait(bench_now(), 0);
  }
  double start = bench_now();
  for (int i = 0; i < PICTURES_FRAMES; i++) {
    double spent = list_cpu(), offset = made->property("contentY").toDouble() + PICTURES_STEP;
    made->setProperty("contentY", offset);
    window.next_frame();
    times.owner[i] = list_cpu() - spent;
    pictures_note_frame(&times, offset);
    pictures_wait(start, i);
  }
  pictures_print("qt_", &times, NAN);
  return 0;
}
