/* A window of GTK with a list of rows of any number, whose frames this thread makes one by one. */
#ifndef GTK_WINDOW_H
#define GTK_WINDOW_H

#include "list_job.h"

#include <gtk/gtk.h>

/* ---- Rows as they are asked for: a list of numbers that is no list ---- */

typedef struct { GObject base; guint count; } Numbers;
typedef struct { GObjectClass base; } NumbersClass;

static GType numbers_item_type(GListModel *model) { (void)model; return GTK_TYPE_STRING_OBJECT; }
static guint numbers_count(GListModel *model) { return ((Numbers *)model)->count; }
static gpointer numbers_item(GListModel *model, guint place) {
  char text[32];
  if (place >= ((Numbers *)model)->count) return NULL;
  snprintf(text, sizeof text, "%u", place);
  return gtk_string_object_new(text);
}
static void numbers_interface(GListModelInterface *interface) {
  interface->get_item_type = numbers_item_type;
  interface->get_n_items = numbers_count;
  interface->get_item = numbers_item;
}
G_DEFINE_TYPE_WITH_CODE(Numbers, numbers, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, numbers_interface))
static void numbers_class_init(NumbersClass *class) { (void)class; }
static void numbers_init(Numbers *self) { (void)self; }

/* ---- Frames ---- */

static GtkWidget *window, *scroller, *list;
static bool is_painted;

static void painted(GdkFrameClock *clock, gpointer data) {
  (void)clock, (void)data;
  is_painted = true;
}

static void next_frame(void) {
  is_painted = false;
  gtk_widget_queue_draw(list);
  while (!is_painted) g_main_context_iteration(NULL, TRUE);
}

/* False where there is no display. */
static bool open_window(void) {
  if (!gtk_init_check()) return false;
  window = gtk_window_new();
  scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_window_set_decorated(GTK_WINDOW(window), FALSE);
  gtk_window_set_default_size(GTK_WINDOW(window), LIST_WIDTH, LIST_HEIGHT);
  gtk_window_set_child(GTK_WINDOW(window), scroller);
  list = scroller;
  gtk_widget_show(window);
  g_signal_connect(gtk_widget_get_frame_clock(window), "after-paint", G_CALLBACK(painted), NULL);
  next_frame();
  return true;
}

static void set_list(guint count, GCallback set_up, GCallback bind) {
  Numbers *numbers = g_object_new(numbers_get_type(), NULL);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  numbers->count = count;
  g_signal_connect(factory, "setup", set_up, NULL);
  g_signal_connect(factory, "bind", bind, NULL);
  list = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(numbers))), factory);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), list);
}

static inline unsigned long row_of(GtkListItem *item) {
  return strtoul(gtk_string_object_get_string(gtk_list_item_get_item(item)), NULL, 10);
}

#endif
