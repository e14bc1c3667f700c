/* The standard card through Lamina, held against the floor, in alternation in one process. Two roads:
 * lamina_node_render (pictures without a window) and a surface (process and composite).
 *
 * "specs" in a name: the card is arranged by layout specs, as a user would write it; these are the figures that count.
 * "frames": its nodes are placed by hand, as in the floor, which leaves the layout out and so shows what that costs.
 *
 * usage: bench_card FOLDER_OF_CARDS [SECONDS_A_ROUND [PREVIEW.png]] */
#include "bench.h"
#include "card/card_floor.h"
#include "card/card_tree.h"

/* TOLERANCE is how far a channel may be from the floor's: another version of cairo may antialias corners otherwise. */
enum { ROUNDS = 5, MAXIMUM_IN_FLIGHT = 48, FEED = 4, SCREEN = 20, TOLERANCE = 24 };

static card cards[CARD_COUNT];
static int card_count;

/* ---- The roads: each renders cards for `seconds` and returns cards per second ---- */

static double run_floor(card_floor *floor, double seconds) {
  double start = bench_now();
  long n = 0;
  while (bench_now() - start < seconds) {
    cairo_surface_destroy(card_floor_render(floor, &cards[n % card_count]));
    n++;
  }
  return (double)n / (bench_now() - start);
}

typedef struct slot {
  lamina_bitmap bitmap;
  bool busy;
} slot;

static long finished;

static void done(lamina_status status, void *user_data) {
  BENCH_OK(status);
  ((slot *)user_data)->busy = false;
  finished++;
}

/* Trees are made anew for each card, as in a feed that scrolls; making them is part of the time. The main thread looks
 * in every two milliseconds, as a loop with other things to do would, and not after each card: waking up costs it 20
 * us. */
static double run_render(lamina_context *context, card_tree_maker make_card, slot *slots, double seconds) {
  lamina_color clear = {0, 0, 0, 0};
  struct timespec pause = {0, 2000000};
  double start = bench_now();
  long next = 0, before = finished;
  int i;
  while (bench_now() - start < seconds) {
    for (i = 0; i < MAXIMUM_IN_FLIGHT; i++) {
      lamina_node *root;
      if (slots[i].busy) continue;
      root = make_card(context, &cards[next++ % card_count]);
      slots[i].busy = true;
      BENCH_OK(lamina_node_render(root, 1, clear, &slots[i].bitmap, done, &slots[i], NULL, NULL));
      lamina_node_release(root);
    }
    nanosleep(&pause, NULL);
    BENCH_OK(lamina_context_process(context, 0));
  }
  BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
  return (double)(finished - before) / (bench_now() - start);
}

/* Rows of a template: nothing of a card is made on the main thread, which adds rows and takes pictures. */
static double run_template(lamina_template *form, const card_images *images, double seconds) {
  double start = bench_now(), rate;
  long next = 0, taken = 0;
  lamina_job_options options = LAMINA_JOB_OPTIONS_INIT;
  lamina_picture_info picture = LAMINA_PICTURE_INFO_INIT;
  lamina_job *job = NULL;
  options.look_ahead = MAXIMUM_IN_FLIGHT;
  BENCH_OK(lamina_job_create(form, &options, &job));
  while (bench_now() - start < seconds) {
    while (next < taken + 2 * MAXIMUM_IN_FLIGHT) card_add_row(job, &cards[next++ % card_count], images);
    BENCH_OK(lamina_job_wait_picture(job, UINT64_MAX, &picture));
    BENCH_OK(picture.status);
    lamina_picture_release(picture.picture);
    taken++;
  }
  rate = (double)taken / (bench_now() - start);
  lamina_job_release(job);
  return rate;
}

/* Whether pictures through the template are those of the tree made node by node: the bytes that differ. */
static long compare_template(lamina_context *context, lamina_template *form, const card_images *images) {
  slot s = {bench_bitmap(CARD_WIDTH, CARD_HEIGHT), true};
  lamina_color clear = {0, 0, 0, 0};
  lamina_picture_info picture = LAMINA_PICTURE_INFO_INIT;
  lamina_job *job = NULL;
  long different = 0;
  int i, y;
  BENCH_OK(lamina_job_create(form, NULL, &job));
  for (i = 0; i < card_count; i++) {
    lamina_node *root = card_tree_with_specs(context, &cards[i]);
    card_add_row(job, &cards[i], images);
    BENCH_OK(lamina_node_render(root, 1, clear, &s.bitmap, done, &s, NULL, NULL));
    BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
    BENCH_OK(lamina_job_wait_picture(job, UINT64_MAX, &picture));
    BENCH_OK(picture.status);
    for (y = 0; y < CARD_HEIGHT; y++) {
      different += memcmp((char *)picture.data + (size_t)y * (size_t)picture.stride,
                          (char *)s.bitmap.data + (size_t)y * (size_t)s.bitmap.stride, CARD_WIDTH * 4) != 0;
    }
    lamina_picture_release(picture.picture);
    lamina_node_release(root);
  }
  lamina_job_release(job);
  free(s.bitmap.data);
  return different;
}

/* A feed: each frame shows so many new cards below each other, so that two workers have something to share. */
static double run_surface(lamina_context *context, lamina_surface *surface, lamina_bitmap *bitmap, int shown, double seconds) {
  double start = bench_now();
  long n = 0;
  int i;
  while (bench_now() - start < seconds) {
    lamina_node *feed = NULL;
    BENCH_OK(lamina_node_create(context, &feed));
    for (i = 0; i < shown; i++) {
      lamina_rect frame = {{0, i * (double)CARD_HEIGHT}, {CARD_WIDTH, CARD_HEIGHT}};
      lamina_node *one = card_tree_with_specs(context, &cards[n++ % card_count]);
      BENCH_OK(lamina_node_set_frame(one, frame));
      BENCH_OK(lamina_node_add_child(feed, one));
      lamina_node_release(one);
    }
    BENCH_OK(lamina_surface_set_root(surface, feed));
    BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
    BENCH_OK(lamina_surface_composite(surface, bitmap, NULL, 0, NULL));
    lamina_node_release(feed);
  }
  BENCH_OK(lamina_surface_set_root(surface, NULL));
  return (double)n / (bench_now() - start);
}

static void keep_best(double *best, double value) {
  if (value > *best) *best = value;
}

/* The share of the pixels of a card that differ from the floor's by more than a shade, in percent. Writes both pictures
 * when a path is given. */
static double compare_card(lamina_context *context, card_floor *floor, card_tree_maker make_card, const card *c,
                           const char *path) {
  slot s = {bench_bitmap(CARD_WIDTH, CARD_HEIGHT), true};
  lamina_color clear = {0, 0, 0, 0};
  lamina_node *root = make_card(context, c);
  cairo_surface_t *surface = card_floor_render(floor, c);
  const unsigned char *theirs = cairo_image_surface_get_data(surface), *ours = s.bitmap.data;
  long i, different = 0;
  int channel;
  BENCH_OK(lamina_node_render(root, 1, clear, &s.bitmap, done, &s, NULL, NULL));
  BENCH_OK(lamina_context_wait_idle(context, UINT64_MAX));
  for (i = 0; i < (long)CARD_WIDTH * CARD_HEIGHT; i++) {
    for (channel = 0; channel < 4; channel++) {
      if (abs(ours[i * 4 + channel] - theirs[i * 4 + channel]) > TOLERANCE) {
        different++;
        break;
      }
    }
  }
  if (path != NULL) {
    char other[1024];
    snprintf(other, sizeof other, "%s.floor.png", path);
    BENCH_OK(lamina_bitmap_write_file(&s.bitmap, NULL, path, LAMINA_NUL_TERMINATED));
    cairo_surface_write_to_png(surface, other);
  }
  cairo_surface_destroy(surface);
  lamina_node_release(root);
  free(s.bitmap.data);
  return 100.0 * (double)different / (CARD_WIDTH * CARD_HEIGHT);
}

/* Speed for another picture would be worth nothing: the share of unlike pixels in the card that is least like the
 * floor's. One line of text that is off by a pixel makes 0.3 to 1 percent. */
static double compare_with_floor(lamina_context *context, card_floor *floor, card_tree_maker make_card,
                                 const char *path) {
  double worst = 0;
  int i;
  for (i = 0; i < card_count; i++) {
    double share = compare_card(context, floor, make_card, &cards[i], i == 0 ? path : NULL);
    if (share > worst) worst = share;
  }
  return worst;
}

/* Cairo before 1.18 draws letters on whole pixels only. */
static lamina_context *context_on_whole_pixels(void) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_context *context = NULL;
  options.thread_count = 1;
  options.glyph_positions = LAMINA_GLYPH_POSITIONS_WHOLE_PIXELS;
  BENCH_OK(lamina_context_create(&options, &context));
  return context;
}

/* A whole screen of new cards a frame. Making their nodes is the owner thread's, whatever the workers do; without it is
 * what workers can share. */
static void bench_screen(lamina_context *one, lamina_context *two, double seconds) {
  lamina_surface *on_one = NULL, *on_two = NULL;
  lamina_size size = {CARD_WIDTH, SCREEN * CARD_HEIGHT};
  lamina_bitmap bitmap = bench_bitmap(CARD_WIDTH, SCREEN * CARD_HEIGHT);
  double surface1 = 0, surface2 = 0, bands2 = 0;
  int i;
  BENCH_OK(lamina_surface_create(one, size, 1, &on_one));
  BENCH_OK(lamina_surface_create(two, size, 1, &on_two));
  for (i = 0; i < ROUNDS; i++) {
    keep_best(&surface1, run_surface(one, on_one, &bitmap, SCREEN, seconds));
    keep_best(&surface2, run_surface(two, on_two, &bitmap, SCREEN, seconds));
    BENCH_OK(lamina_surface_set_composited_in_bands(on_two, true));
    keep_best(&bands2, run_surface(two, on_two, &bitmap, SCREEN, seconds));
    BENCH_OK(lamina_surface_set_composited_in_bands(on_two, false));
  }
  bench_print("card/screen_20_cards_surface_1_worker", surface1, "cards/s", NAN, NAN, false);
  bench_print("card/screen_20_cards_surface_2_workers", surface2, "cards/s", surface1, 1.6, false);
  bench_print("card/screen_20_cards_surface_2_workers_bands", bands2, "cards/s", surface1, 1.6, false);
  lamina_surface_release(on_one);
  lamina_surface_release(on_two);
  free(bitmap.data);
}

/* The card with photos, scaled to half, and round portraits. */
static void bench_images(card_floor *floor, lamina_context *whole, lamina_context *one, lamina_context *two,
                         const char *folder, slot *slots, double seconds) {
  cairo_surface_t *photos[CARD_PHOTOS], *avatars[CARD_AVATARS];
  card_images on_whole, on_one, on_two;
  lamina_template *form_one = card_template(one, folder, "card_img.json"), *form_two = card_template(two, folder, "card_img.json");
  double floor_best = 0, render1 = 0, render2 = 0, template1 = 0, template2 = 0;
  int i;
  card_make_pictures(photos, avatars);
  floor->photos = photos;
  floor->avatars = avatars;
  card_images_init(&on_whole, whole, photos, avatars);
  card_images_init(&on_one, one, photos, avatars);
  card_images_init(&on_two, two, photos, avatars);
  card_tree_use_images(&on_whole);
  bench_print("card/img_pixels_unlike_floor", compare_with_floor(whole, floor, card_tree_with_specs, NULL), "%", NAN, 0.1, true);
  card_tree_use_images(&on_one);
  bench_print("card/img_template_rows_unlike_nodes", (double)compare_template(one, form_one, &on_one), "pixel rows", NAN, 0, true);
  for (i = 0; i < ROUNDS; i++) {
    keep_best(&floor_best, run_floor(floor, seconds));
    keep_best(&template1, run_template(form_one, &on_one, seconds));
    keep_best(&template2, run_template(form_two, &on_two, seconds));
    card_tree_use_images(&on_one);
    keep_best(&render1, run_render(one, card_tree_with_specs, slots, seconds));
    card_tree_use_images(&on_two);
    keep_best(&render2, run_render(two, card_tree_with_specs, slots, seconds));
  }
  bench_print("card/img_floor_c", floor_best, "cards/s", NAN, NAN, false);
  bench_print("card/img_specs_render_1_worker", render1, "cards/s", floor_best, 2.5, false);
  bench_print("card/img_specs_render_2_workers", render2, "cards/s", render1, 1.9, false);
  bench_print("card/img_template_1_worker", template1, "cards/s", floor_best, 2.5, false);
  bench_print("card/img_template_2_workers", template2, "cards/s", template1, 1.9, false);
  lamina_template_release(form_one);
  lamina_template_release(form_two);
  card_tree_use_images(NULL);
  floor->photos = floor->avatars = NULL;
  card_images_clear(&on_whole);
  card_images_clear(&on_one);
  card_images_clear(&on_two);
  for (i = 0; i < CARD_PHOTOS; i++) cairo_surface_destroy(photos[i]);
  for (i = 0; i < CARD_AVATARS; i++) cairo_surface_destroy(avatars[i]);
}

int main(int argc, char **argv) {
  const char *folder = argc > 1 ? argv[1] : "Benchmarks/card";
  double seconds = argc > 2 ? atof(argv[2]) : 1;
  double different, floor_best = 0, render1 = 0, render2 = 0, frames1 = 0, frames2 = 0, surface1 = 0, surface2 = 0;
  double template1 = 0, template2 = 0, bands2 = 0;
  card_floor floor;
  lamina_context *whole = context_on_whole_pixels(), *one = bench_context(1), *two = bench_context(2);
  lamina_template *form_one, *form_two;
  lamina_surface *on_one = NULL, *on_two = NULL;
  lamina_size size = {CARD_WIDTH, FEED * CARD_HEIGHT};
  lamina_bitmap bitmap = bench_bitmap(CARD_WIDTH, FEED * CARD_HEIGHT);
  slot slots[MAXIMUM_IN_FLIGHT];
  int i;
  card_count = card_load(folder, cards);
  if (card_count == 0) {
    fprintf(stderr, "no cards.tsv; usage: bench_card FOLDER_OF_CARDS [SECONDS_A_ROUND [PREVIEW.png]]\n");
    return 1;
  }
  card_floor_init(&floor);
  different = compare_with_floor(whole, &floor, card_tree_with_specs, argc > 3 ? argv[3] : NULL);
  bench_print("card/specs_pixels_unlike_floor", different, "%", NAN, 0.1, true);
  different = compare_with_floor(whole, &floor, card_tree_with_frames, NULL);
  bench_print("card/frames_pixels_unlike_floor", different, "%", NAN, 0.1, true);
  form_one = card_template(one, folder, "card.json");
  form_two = card_template(two, folder, "card.json");
  bench_print("card/template_rows_unlike_nodes", (double)compare_template(one, form_one, NULL), "pixel rows", NAN, 0, true);
  BENCH_OK(lamina_surface_create(one, size, 1, &on_one));
  BENCH_OK(lamina_surface_create(two, size, 1, &on_two));
  for (i = 0; i < MAXIMUM_IN_FLIGHT; i++) {
    slots[i].bitmap = bench_bitmap(CARD_WIDTH, CARD_HEIGHT);
    slots[i].busy = false;
  }
  /* In alternation, best of each: what slows the machine for a while must not decide. */
  for (i = 0; i < ROUNDS; i++) {
    keep_best(&floor_best, run_floor(&floor, seconds));
    keep_best(&render1, run_render(one, card_tree_with_specs, slots, seconds));
    keep_best(&render2, run_render(two, card_tree_with_specs, slots, seconds));
    keep_best(&frames1, run_render(one, card_tree_with_frames, slots, seconds));
    keep_best(&frames2, run_render(two, card_tree_with_frames, slots, seconds));
    keep_best(&template1, run_template(form_one, NULL, seconds));
    keep_best(&template2, run_template(form_two, NULL, seconds));
    keep_best(&surface1, run_surface(one, on_one, &bitmap, FEED, seconds));
    keep_best(&surface2, run_surface(two, on_two, &bitmap, FEED, seconds));
    BENCH_OK(lamina_surface_set_composited_in_bands(on_two, true));
    keep_best(&bands2, run_surface(two, on_two, &bitmap, FEED, seconds));
    BENCH_OK(lamina_surface_set_composited_in_bands(on_two, false));
  }
  bench_print("card/floor_c", floor_best, "cards/s", NAN, NAN, false);
  bench_print("card/specs_render_1_worker", render1, "cards/s", floor_best, 1.0, false);
  bench_print("card/specs_render_1_worker_later", render1, "cards/s", floor_best, 2.5, false);
  bench_print("card/specs_render_2_workers", render2, "cards/s", render1, 1.8, false);
  bench_print("card/specs_render_2_workers_floor", render2, "cards/s", floor_best, NAN, false);
  bench_print("card/frames_render_1_worker", frames1, "cards/s", floor_best, NAN, false);
  bench_print("card/frames_render_2_workers", frames2, "cards/s", frames1, 1.8, false);
  bench_print("card/template_1_worker", template1, "cards/s", floor_best, 1 / 0.7, false);
  bench_print("card/template_2_workers", template2, "cards/s", template1, 1.9, false);
  bench_print("card/template_2_workers_floor", template2, "cards/s", floor_best, NAN, false);
  bench_print("card/specs_surface_1_worker", surface1, "cards/s", floor_best, 1.0, false);
  bench_print("card/specs_surface_1_worker_later", surface1, "cards/s", floor_best, 2.5, false);
  bench_print("card/specs_surface_2_workers", surface2, "cards/s", surface1, 1.8, false);
  bench_print("card/specs_surface_2_workers_bands", bands2, "cards/s", surface1, 1.5, false);
  bench_screen(one, two, seconds);
  bench_images(&floor, whole, one, two, folder, slots, seconds);
  lamina_template_release(form_one);
  lamina_template_release(form_two);
  lamina_surface_release(on_one);
  lamina_surface_release(on_two);
  lamina_context_release(whole);
  lamina_context_release(one);
  lamina_context_release(two);
  card_floor_clear(&floor);
  for (i = 0; i < MAXIMUM_IN_FLIGHT; i++) free(slots[i].bitmap.data);
  free(bitmap.data);
  return 0;
}
