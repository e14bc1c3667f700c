/* Recorded drawings: what is drawn, that nodes, templates and bitmaps show the same, what is refused, and lifetimes. */
#include "check.h"

static lamina_context *context;

static lamina_drawing_step step(lamina_drawing_kind kind) {
  lamina_drawing_step made = LAMINA_DRAWING_STEP_INIT;
  made.kind = kind;
  return made;
}

static lamina_drawing_step box(double x, double y, double width, double height) {
  lamina_drawing_step made = step(LAMINA_DRAWING_KIND_RECT);
  made.rect = check_make_rect(x, y, width, height);
  return made;
}

static lamina_drawing_step fill(unsigned rgb) {
  lamina_drawing_step made = step(LAMINA_DRAWING_KIND_FILL);
  made.color = check_make_color(rgb);
  return made;
}

static lamina_drawing *make(const lamina_drawing_step *steps, size_t count) {
  lamina_drawing *made = NULL;
  CHECK_OK(lamina_drawing_create(context, steps, count, &made));
  return made;
}

/* Whether one step after a good one is refused, with a sentence that names it. */
static void refuse(lamina_drawing_step wrong, lamina_status status, const char *words) {
  lamina_drawing_step steps[2];
  lamina_drawing *made = NULL;
  steps[0] = box(0, 0, 1, 1);
  steps[1] = wrong;
  CHECK_STATUS(lamina_drawing_create(context, steps, 2, &made), status);
  if (!CHECK(strstr(lamina_last_error(), words) != NULL)) printf("    %s\n", lamina_last_error());
  if (!CHECK(strstr(lamina_last_error(), "steps[1]: ") != NULL)) printf("    %s\n", lamina_last_error());
  CHECK(made == NULL);
}

static void test_refusals(void) {
  lamina_drawing_step wrong, many[65];
  lamina_drawing *made = NULL;
  lamina_point points[2] = {{0, 0}, {NAN, 0}};
  double dashes[2] = {1e-6, 0};
  int i;
  wrong = step((lamina_drawing_kind)99);
  refuse(wrong, LAMINA_ERROR_INVALID_ARGUMENT, "kind is 99");
  wrong = step(LAMINA_DRAWING_KIND_RESTORE);
  refuse(wrong, LAMINA_ERROR_INVALID_ARGUMENT, "without a save before it");
  wrong = step(LAMINA_DRAWING_KIND_LINE);
  wrong.points = points;
  wrong.point_count = 2;
  refuse(wrong, LAMINA_ERROR_INVALID_ARGUMENT, "points[1].x is nan");
  wrong.points = NULL;
  refuse(wrong, LAMINA_ERROR_INVALID_ARGUMENT, "points is NULL");
  wrong = step(LAMINA_DRAWING_KIND_ARC);
  wrong.radius = 1e6;
  refuse(wrong, LAMINA_ERROR_OUT_OF_RANGE, "100000");
  wrong.radius = -1;
  refuse(wrong, LAMINA_ERROR_INVALID_ARGUMENT, "radius is -1");
  wrong = step(LAMINA_DRAWING_KIND_TRANSFORM);
  wrong.transform.xx = 0;
  refuse(wrong, LAMINA_ERROR_OUT_OF_RANGE, "scales by 0");
  wrong.transform.xx = INFINITY;
  refuse(wrong, LAMINA_ERROR_INVALID_ARGUMENT, "transform.xx");
  wrong = step(LAMINA_DRAWING_KIND_STROKE);
  wrong.dashes = dashes;
  wrong.dash_count = 2;
  refuse(wrong, LAMINA_ERROR_OUT_OF_RANGE, "1000000 along this path");
  dashes[0] = 0;
  refuse(wrong, LAMINA_ERROR_INVALID_ARGUMENT, "dashes are all 0");
  dashes[1] = -3;
  refuse(wrong, LAMINA_ERROR_INVALID_ARGUMENT, "dashes[1] is -3");
  wrong.dash_count = 65;
  refuse(wrong, LAMINA_ERROR_INVALID_ARGUMENT, "dashes has 65");
  wrong = step(LAMINA_DRAWING_KIND_STROKE);
  wrong.line_cap = (lamina_line_cap)3;
  refuse(wrong, LAMINA_ERROR_INVALID_ARGUMENT, "line_cap is 3");
  wrong = step(LAMINA_DRAWING_KIND_TEXT);
  refuse(wrong, LAMINA_ERROR_INVALID_HANDLE, "text is NULL");
  wrong = step(LAMINA_DRAWING_KIND_IMAGE);
  refuse(wrong, LAMINA_ERROR_INVALID_HANDLE, "image is NULL");
  wrong = step(LAMINA_DRAWING_KIND_SAVE);
  wrong.opacity = 2;
  refuse(wrong, LAMINA_ERROR_INVALID_ARGUMENT, "opacity is 2");
  for (i = 0; i < 65; i++) many[i] = step(LAMINA_DRAWING_KIND_SAVE);
  CHECK_STATUS(lamina_drawing_create(context, many, 64, &made), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "after 64 of the saves") != NULL);
  many[0] = many[2] = step(LAMINA_DRAWING_KIND_RESTORE);
  CHECK_STATUS(lamina_drawing_create(context, many + 1, 3, &made), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "the first is steps[2]") != NULL);
  many[0] = many[2] = many[1];
  CHECK_STATUS(lamina_drawing_create(context, many, 65, &made), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_drawing_create(context, many, 100001, &made), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_drawing_create(context, NULL, 1, &made), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_TEXT(lamina_last_error(), "steps is NULL, but its count is 1");
  CHECK_STATUS(lamina_drawing_create(context, many, 1, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(made == NULL);
}

/* Dashes along arcs are counted by their length; a line leads to one from where the path is. */
static void test_dashes_of_arcs(void) {
  lamina_drawing_step steps[6];
  lamina_drawing *made = NULL;
  double two[2] = {2, 2}, dot = 0.5;
  int i;
  for (i = 0; i < 4; i++) {
    steps[i] = step(LAMINA_DRAWING_KIND_ARC);
    steps[i].point.x = i < 2 ? 40 : 10;
    steps[i].point.y = i == 1 || i == 2 ? 40 : 10;
    steps[i].radius = 5;
    steps[i].start_angle = (i - 1) * 1.5707963;
    steps[i].end_angle = i * 1.5707963;
  }
  steps[4] = step(LAMINA_DRAWING_KIND_CLOSE);
  steps[5] = step(LAMINA_DRAWING_KIND_STROKE);
  steps[5].dashes = two;
  steps[5].dash_count = 2;
  lamina_drawing_release(make(steps, 6)); /* a rounded box */
  steps[5].dashes = &dot;
  steps[5].dash_count = 1;
  lamina_drawing_release(make(steps, 6));
  steps[4] = steps[5];
  lamina_drawing_release(make(steps + 3, 2));
  /* The limit holds: around a large circle, and on the way to a small one that is far. */
  steps[0].radius = 99000;
  steps[0].point.x = steps[0].point.y = 0;
  steps[0].start_angle = 0;
  steps[0].end_angle = 6.28;
  steps[1] = steps[5];
  CHECK_STATUS(lamina_drawing_create(context, steps, 2, &made), LAMINA_ERROR_OUT_OF_RANGE);
  steps[0] = step(LAMINA_DRAWING_KIND_MOVE);
  steps[0].point.x = -99000;
  steps[1] = step(LAMINA_DRAWING_KIND_ARC);
  steps[1].point.x = 99000;
  steps[1].end_angle = 1;
  steps[2] = steps[5];
  dot = 0.1;
  CHECK_STATUS(lamina_drawing_create(context, steps, 3, &made), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK(made == NULL);
}

/* Pixels that must be exactly so: whole rectangles, clips, transforms, the other side of an even-odd path, groups,
 * images. */
static void test_pixels(void) {
  lamina_drawing_step steps[32];
  uint32_t image_pixels[2] = {0xFFFF0000, 0xFF0000FF};
  lamina_bitmap image = LAMINA_BITMAP_INIT;
  check_picture drawn = check_make_picture(40, 20);
  lamina_point origin = {0, 0};
  lamina_drawing *drawing;
  int n = 0;
  image.data = image_pixels;
  image.width = 2;
  image.height = 1;
  image.stride = 8;
  steps[n++] = box(0, 0, 10, 10); /* a frame: what is crossed twice stays free */
  steps[n++] = box(2, 2, 6, 6);
  steps[n] = fill(0x00FF00);
  steps[n++].even_odd = true;
  steps[n++] = step(LAMINA_DRAWING_KIND_SAVE);
  steps[n++] = box(12, 0, 4, 10);
  steps[n++] = step(LAMINA_DRAWING_KIND_CLIP);
  steps[n] = step(LAMINA_DRAWING_KIND_TRANSFORM);
  steps[n].transform.x0 = 10;
  steps[n++].transform.xx = 2;
  steps[n++] = box(0, 0, 5, 5);
  steps[n++] = fill(0xFF0000);
  steps[n++] = step(LAMINA_DRAWING_KIND_RESTORE);
  steps[n] = step(LAMINA_DRAWING_KIND_SAVE);
  steps[n++].opacity = 0.5;
  steps[n++] = box(20, 0, 8, 8);
  steps[n++] = fill(0xFF0000);
  steps[n++] = box(22, 0, 8, 8);
  steps[n++] = fill(0x0000FF);
  steps[n++] = step(LAMINA_DRAWING_KIND_RESTORE);
  steps[n] = step(LAMINA_DRAWING_KIND_IMAGE);
  steps[n].image = check_image(context, &image);
  steps[n++].rect = check_make_rect(32, 0, 8, 4);
  steps[n] = step(LAMINA_DRAWING_KIND_MOVE);
  steps[n++].point.y = 15;
  steps[n] = step(LAMINA_DRAWING_KIND_LINE);
  steps[n].point.x = 40;
  steps[n++].point.y = 15;
  steps[n] = step(LAMINA_DRAWING_KIND_STROKE);
  steps[n++].line_width = 2;
  drawing = make(steps, (size_t)n);
  image_pixels[0] = 0; /* it was copied */
  CHECK_OK(lamina_drawing_draw(drawing, origin, 1, &drawn.bitmap));
  CHECK_EQUAL(drawn.pixels[0], 0xFF00FF00);
  CHECK_EQUAL(drawn.pixels[40 * 5 + 5], 0);
  CHECK_EQUAL(drawn.pixels[40 * 2 + 11], 0);
  CHECK_EQUAL(drawn.pixels[40 * 2 + 12], 0xFFFF0000);
  CHECK_EQUAL(drawn.pixels[40 * 2 + 15], 0xFFFF0000);
  CHECK_EQUAL(drawn.pixels[40 * 2 + 16], 0);
  CHECK_EQUAL(drawn.pixels[20], 0x80800000);
  CHECK_EQUAL(drawn.pixels[25], 0x80000080); /* the group as a whole: no red shines through */
  CHECK_EQUAL(drawn.pixels[40 * 1 + 32], 0xFFFF0000);
  CHECK_EQUAL(drawn.pixels[40 * 1 + 39], 0xFF0000FF);
  CHECK_EQUAL(drawn.pixels[40 * 14 + 3], 0xFF000000);
  CHECK_EQUAL(drawn.pixels[40 * 15 + 39], 0xFF000000);
  CHECK_EQUAL(drawn.pixels[40 * 16 + 3], 0);
  CHECK_STATUS(lamina_drawing_draw(drawing, origin, 0, &drawn.bitmap), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_drawing_draw(drawing, origin, 1, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  origin.x = NAN;
  CHECK_STATUS(lamina_drawing_draw(drawing, origin, 1, &drawn.bitmap), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_drawing_release(drawing);
  CHECK_STATUS(lamina_drawing_draw(drawing, origin, 1, &drawn.bitmap), LAMINA_ERROR_INVALID_HANDLE);
  free(drawn.pixels);
}

/* A drawing with everything in it. */
static lamina_drawing *chart(lamina_context *in) {
  static const lamina_point points[4] = {{2, 30}, {20, 8}, {40, 22}, {58, 4}};
  static const double dashes[2] = {4, 2};
  lamina_gradient gradient = LAMINA_GRADIENT_INIT;
  lamina_gradient_stop stops[2] = {{0, {1, 0, 0, 1}}, {1, {0, 0, 1, 0}}};
  lamina_drawing_step steps[12];
  lamina_text *text = NULL;
  lamina_drawing *made = NULL;
  int n = 0;
  gradient.stops = stops;
  gradient.stop_count = 2;
  CHECK_OK(lamina_text_create(in, "words", LAMINA_NUL_TERMINATED, NULL, &text));
  steps[n] = box(0, 0, 60, 40);
  steps[n++].corner_radii.top_left = 9;
  steps[n] = fill(0);
  steps[n++].gradient = &gradient;
  steps[n] = step(LAMINA_DRAWING_KIND_MOVE);
  steps[n++].point = points[0];
  steps[n] = step(LAMINA_DRAWING_KIND_LINE);
  steps[n].points = points;
  steps[n++].point_count = 4;
  steps[n] = step(LAMINA_DRAWING_KIND_STROKE);
  steps[n].line_width = 3;
  steps[n].line_cap = LAMINA_LINE_CAP_ROUND;
  steps[n].dashes = dashes;
  steps[n].dash_count = 2;
  steps[n++].keeps_path = true;
  steps[n] = step(LAMINA_DRAWING_KIND_STROKE);
  steps[n++].color = check_make_color(0xFFFFFF);
  steps[n] = step(LAMINA_DRAWING_KIND_ARC);
  steps[n].point.x = steps[n].point.y = 30;
  steps[n].radius = 6;
  steps[n++].end_angle = 4;
  steps[n++] = step(LAMINA_DRAWING_KIND_CLOSE);
  steps[n++] = fill(0x00AA55);
  steps[n] = step(LAMINA_DRAWING_KIND_TEXT);
  steps[n].text = text;
  steps[n++].rect = check_make_rect(4, 4, 50, 20);
  CHECK_OK(lamina_drawing_create(in, steps, (size_t)n, &made));
  lamina_text_release(text); /* the drawing keeps it */
  return made;
}

static int differences(const check_picture *a, const uint32_t *b, int stride_px) {
  int x, y, count = 0;
  for (y = 0; y < a->bitmap.height; y++) {
    for (x = 0; x < a->bitmap.width; x++) {
      count += a->pixels[y * (a->bitmap.stride / 4) + x] != b[y * stride_px + x];
    }
  }
  return count;
}

/* In a bitmap, in a picture of a node, on a surface and in a template: the same to the byte. */
static void test_everywhere(void) {
  const char *json = "{\"root\": {\"drawing\": \"{chart}\", \"style\": {\"width\": 60, \"height\": 40}}}";
  lamina_drawing *drawing = chart(context);
  check_picture alone = check_make_picture(120, 80), rendered = check_make_picture(120, 80), shown = check_make_picture(120, 80);
  lamina_node *node = check_box(context, 60, 40);
  lamina_point origin = {0, 0};
  lamina_size size = {60, 40};
  lamina_color clear = {0, 0, 0, 0};
  lamina_surface *surface = NULL;
  lamina_template *form = NULL;
  lamina_job *job = NULL;
  lamina_job_options options = LAMINA_JOB_OPTIONS_INIT;
  lamina_slot_value value = LAMINA_SLOT_VALUE_INIT;
  lamina_picture_info picture = LAMINA_PICTURE_INFO_INIT;
  CHECK_OK(lamina_drawing_draw(drawing, origin, 2, &alone.bitmap));
  CHECK_OK(lamina_node_set_drawing(node, drawing));
  CHECK_OK(lamina_node_render(node, 2, clear, &rendered.bitmap, NULL, NULL, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_EQUAL(differences(&alone, rendered.pixels, rendered.bitmap.stride / 4), 0);
  CHECK(alone.pixels[60 * 80] != 0);
  CHECK_OK(lamina_surface_create(context, size, 2, &surface));
  CHECK_OK(lamina_surface_set_root(surface, node));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_surface_composite(surface, &shown.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(differences(&alone, shown.pixels, shown.bitmap.stride / 4), 0);
  CHECK_OK(lamina_template_create(context, json, LAMINA_NUL_TERMINATED, &form));
  options.scale = 2;
  CHECK_OK(lamina_job_create(form, &options, &job));
  value.slot = "chart";
  value.kind = LAMINA_VALUE_KIND_DRAWING;
  value.drawing = drawing;
  CHECK_OK(lamina_job_add_row(job, &value, 1));
  lamina_drawing_release(drawing); /* node and row have it */
  CHECK_STATUS(lamina_job_add_row(job, &value, 1), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_OK(lamina_job_add_row_json(job, "{\"chart\": 3}", LAMINA_NUL_TERMINATED));
  CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &picture));
  CHECK_OK(picture.status);
  CHECK_EQUAL(differences(&alone, (uint32_t *)picture.data, picture.stride / 4), 0);
  lamina_picture_release(picture.picture);
  CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &picture));
  CHECK_STATUS(picture.status, LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(picture.message != NULL && strstr(picture.message, "a drawing is needed") != NULL);
  lamina_job_release(job);
  lamina_template_release(form);
  CHECK_OK(lamina_node_set_drawing(node, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  memset(shown.pixels, 1, 120 * 80 * 4);
  CHECK_OK(lamina_surface_set_needs_composite(surface));
  CHECK_OK(lamina_surface_composite(surface, &shown.bitmap, NULL, 0, NULL));
  CHECK_EQUAL(shown.pixels[60 * 80], 0);
  lamina_surface_release(surface);
  lamina_node_release(node);
  free(alone.pixels);
  free(rendered.pixels);
  free(shown.pixels);
}

static void test_nodes(void) {
  lamina_context *other = check_context(0);
  lamina_drawing *drawing = chart(context);
  lamina_node *node = check_box(context, 60, 40), *text = NULL, *foreign = check_node(other);
  lamina_node_appearance look = LAMINA_NODE_APPEARANCE_INIT;
  lamina_node_change change = LAMINA_NODE_CHANGE_INIT;
  lamina_drawing_step stale = step(LAMINA_DRAWING_KIND_TEXT);
  lamina_drawing *made = NULL;
  char words[200];
  CHECK_OK(lamina_node_create_text(context, NULL, &text));
  CHECK_STATUS(lamina_node_set_drawing(text, drawing), LAMINA_ERROR_UNSUPPORTED);
  CHECK_STATUS(lamina_node_set_drawing(foreign, drawing), LAMINA_ERROR_FOREIGN_CONTEXT);
  CHECK_STATUS(lamina_node_set_drawing(node, (lamina_drawing *)(void *)node), LAMINA_ERROR_INVALID_HANDLE);
  look.drawing = drawing;
  change.node = node;
  change.appearance = &look;
  change.fields = LAMINA_NODE_FIELDS_DRAWING;
  CHECK_OK(lamina_context_apply_changes(context, &change, 1));
  CHECK(lamina_node_read_description(node, words, sizeof words) > 0);
  CHECK(lamina_drawing_retain(drawing) == drawing);
  lamina_drawing_release(drawing);
  lamina_drawing_release(drawing);
  CHECK(lamina_drawing_retain(drawing) == NULL);
  CHECK_STATUS(lamina_context_apply_changes(context, &change, 1), LAMINA_ERROR_INVALID_HANDLE);
  CHECK(strstr(lamina_last_error(), "appearance->drawing") != NULL);
  CHECK_OK(lamina_text_create(context, "x", 1, NULL, &stale.text));
  lamina_text_release(stale.text);
  CHECK_STATUS(lamina_drawing_create(context, &stale, 1, &made), LAMINA_ERROR_INVALID_HANDLE);
  lamina_drawing_release(NULL);
  lamina_node_release(node);
  lamina_node_release(text);
  lamina_node_release(foreign);
  lamina_context_release(other);
}

/* One drawing, drawn by many threads at once. */
static lamina_drawing *shared;
static check_picture expected;

static void *draw_often(void *unused) {
  check_picture mine = check_make_picture(120, 80);
  lamina_point origin = {0, 0};
  intptr_t wrong = 0;
  int i;
  (void)unused;
  for (i = 0; i < 20; i++) {
    memset(mine.pixels, 0, 120 * 80 * 4);
    if (lamina_drawing_draw(shared, origin, 2, &mine.bitmap) != LAMINA_OK) wrong++;
    wrong += differences(&expected, mine.pixels, mine.bitmap.stride / 4);
  }
  free(mine.pixels);
  return (void *)wrong;
}

static void test_threads(void) {
  pthread_t threads[4];
  lamina_point origin = {0, 0};
  int i;
  shared = chart(context);
  expected = check_make_picture(120, 80);
  CHECK_OK(lamina_drawing_draw(shared, origin, 2, &expected.bitmap));
  for (i = 0; i < 4; i++) CHECK(pthread_create(&threads[i], NULL, draw_often, NULL) == 0);
  for (i = 0; i < 4; i++) {
    void *wrong = NULL;
    pthread_join(threads[i], &wrong);
    CHECK_EQUAL((intptr_t)wrong, 0);
  }
  free(expected.pixels);
  lamina_drawing_release(shared);
}

int main(void) {
  context = check_context(2);
  test_refusals();
  test_dashes_of_arcs();
  test_pixels();
  test_everywhere();
  test_nodes();
  test_threads();
  lamina_context_release(context);
  return check_done(__FILE__);
}
