/* The same list of pictures in a GtkListView of GtkPictures, which read and decode their files on this thread, in the
 * frame that shows them: none waits. GSK_RENDERER=cairo draws without a GPU. */
#include "gtk_window.h"
#include "pictures_job.h"

static pictures_times times;

static void set_up(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), *picture = gtk_picture_new();
  (void)factory, (void)data;
  gtk_widget_set_size_request(row, LIST_WIDTH, PICTURES_ROW);
  gtk_widget_set_size_request(picture, PICTURES_WIDTH, PICTURES_HEIGHT);
  gtk_picture_set_can_shrink(GTK_PICTURE(picture), TRUE);
  gtk_widget_set_margin_start(picture, 14);
  gtk_widget_set_margin_top(picture, 5);
  gtk_widget_set_margin_bottom(picture, 5);
  gtk_box_append(GTK_BOX(row), picture);
  gtk_list_item_set_child(item, row);
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
  unsigned long row = row_of(item);
  char path[64];
  (void)factory, (void)data;
  pictures_path((int)row, path, sizeof path);
  gtk_picture_set_filename(GTK_PICTURE(gtk_widget_get_first_child(gtk_list_item_get_child(item))), path);
  times.is_there[row] = true;
}

int main(void) {
  GtkAdjustment *place;
  double start;
  int i;
  if (!open_window()) return 77;
  set_list(PICTURES_COUNT, G_CALLBACK(set_up), G_CALLBACK(bind));
  place = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller));
  for (i = 0; i < 10; i++) next_frame();
  start = bench_now();
  for (i = 0; i < PICTURES_FRAMES; i++) {
    double spent = list_cpu();
    gtk_adjustment_set_value(place, gtk_adjustment_get_value(place) + PICTURES_STEP);
    next_frame();
    times.owner[i] = list_cpu() - spent;
    pictures_note_frame(&times, gtk_adjustment_get_value(place));
    pictures_wait(start, i);
  }
  pictures_print("gtk_", &times, NAN);
  return 0;
}
