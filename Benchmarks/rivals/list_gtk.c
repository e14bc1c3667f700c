/* The same feed in a GtkListView. Everything that it does is on this thread: rows are built, laid out and drawn in the
 * frame that shows them, so that none is blank. GSK_RENDERER=cairo draws without a GPU. */
#include "gtk_window.h"

/* ---- How rows look ---- */

static GdkTexture *pictures[LIST_PICTURES];

static GtkWidget *label(const char *attributes) {
  GtkWidget *made = gtk_label_new(NULL);
  PangoAttrList *list = pango_attr_list_from_string(attributes);
  gtk_label_set_attributes(GTK_LABEL(made), list);
  pango_attr_list_unref(list);
  gtk_label_set_xalign(GTK_LABEL(made), 0);
  return made;
}

static void set_up(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12), *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *picture = gtk_picture_new(), *text = label("0 -1 absolute-size 14336");
  (void)factory, (void)data;
  gtk_widget_set_size_request(picture, LIST_PICTURE, LIST_PICTURE);
  gtk_widget_set_valign(picture, GTK_ALIGN_START);
  gtk_label_set_wrap(GTK_LABEL(text), TRUE);
  gtk_widget_set_hexpand(texts, TRUE);
  gtk_box_append(GTK_BOX(texts), label("0 -1 absolute-size 17408, 0 -1 weight bold"));
  gtk_box_append(GTK_BOX(texts), text);
  gtk_box_append(GTK_BOX(row), picture);
  gtk_box_append(GTK_BOX(row), texts);
  gtk_widget_set_margin_start(row, LIST_PADDING);
  gtk_widget_set_margin_end(row, LIST_PADDING);
  gtk_widget_set_margin_top(row, LIST_PADDING);
  gtk_widget_set_margin_bottom(row, LIST_PADDING);
  gtk_list_item_set_child(item, row);
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
  unsigned long row = row_of(item);
  GtkWidget *picture = gtk_widget_get_first_child(gtk_list_item_get_child(item));
  GtkWidget *title = gtk_widget_get_first_child(gtk_widget_get_next_sibling(picture));
  char room[256];
  (void)factory, (void)data;
  gtk_picture_set_paintable(GTK_PICTURE(picture), GDK_PAINTABLE(pictures[row % LIST_PICTURES]));
  list_title(row, room, sizeof room);
  gtk_label_set_text(GTK_LABEL(title), room);
  snprintf(room, sizeof room, "%.*s", list_text_length(row), list_words);
  gtk_label_set_text(GTK_LABEL(gtk_widget_get_next_sibling(title)), room);
}

/* ---- Frames ---- */

static double last, spent[1024];

static void open_list(guint count, const char *name) {
  double cpu = list_cpu(), wall = bench_now();
  char title[64];
  set_list(count, G_CALLBACK(set_up), G_CALLBACK(bind));
  next_frame();
  snprintf(title, sizeof title, "open_%s_owner", name);
  list_print("gtk_", title, (list_cpu() - cpu) * 1e3, "ms", NAN);
  snprintf(title, sizeof title, "open_%s_first_screen", name);
  list_print("gtk_", title, (bench_now() - wall) * 1e3, "ms", NAN);
}

static void jump(void) {
  double cpu;
  next_frame();
  cpu = list_cpu();
  gtk_widget_activate_action(list, "list.scroll-to-item", "u", 9000u);
  next_frame();
  list_print("gtk_", "jump_in_10000_owner", (list_cpu() - cpu) * 1e3, "ms", NAN);
}

/* One frame of a motion after the other: what was spent since the last one is all that it took. */
static void scroll(const list_motion *motion) {
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller));
  int i, frames = motion->frames / 4; /* it takes its time */
  gtk_widget_activate_action(list, "list.scroll-to-item", "u", 20000u);
  for (i = 0; i < 5; i++) next_frame();
  for (i = 0; i < frames; i++) {
    last = list_cpu();
    gtk_adjustment_set_value(place, gtk_adjustment_get_value(place) + list_distance(motion, i));
    next_frame();
    spent[i] = list_cpu() - last;
  }
  list_print_frames("gtk_", motion, spent, frames, NAN, NAN);
}

int main(void) {
  uint32_t pixels[LIST_PICTURE * LIST_PICTURE];
  size_t i;
  if (!open_window()) return 77;
  for (i = 0; i < LIST_PICTURES; i++) {
    GBytes *bytes;
    list_picture((int)i, pixels);
    bytes = g_bytes_new(pixels, sizeof pixels);
    pictures[i] = gdk_memory_texture_new(LIST_PICTURE, LIST_PICTURE, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, LIST_PICTURE * 4);
    g_bytes_unref(bytes);
  }
  open_list(10000, "10000");
  jump();
  open_list(1000000, "1000000");
  open_list(LIST_ROWS, "100000");
  for (i = 0; i < sizeof list_motions / sizeof *list_motions; i++) scroll(&list_motions[i]);
  return 0;
}
