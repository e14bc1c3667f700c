// A window of Qt Quick with a list in it, whose frames this thread makes one by one.
#ifndef QT_WINDOW_H
#define QT_WINDOW_H

#include "list_job.h"

#include <QEventLoop>
#include <QGuiApplication>
#include <QQmlComponent>
#include <QQmlContext>
#include <QQmlEngine>
#include <QQuickItem>
#include <QQuickView>

class QtWindow {
public:
  QQuickView view;

  // Shows what the QML in `form` says; what it names is set in view.rootContext() before.
  QObject *open(const char *form) {
    QQmlComponent component(view.engine());
    component.setData(form, QUrl("form.qml"));
    QObject *made = component.create(view.rootContext());
    if (made == nullptr) {
      fprintf(stderr, "%s\n", component.errorString().toUtf8().constData());
      exit(1);
    }
    QObject::connect(&view, &QQuickWindow::frameSwapped, [this] { is_painted = true; });
    view.setContent(QUrl(), &component, made);
    view.resize(LIST_WIDTH, LIST_HEIGHT);
    view.show();
    return made;
  }

  void next_frame() {
    is_painted = false;
    view.update();
    while (!is_painted) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  }

private:
  bool is_painted = false;
};

#endif
