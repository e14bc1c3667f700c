/* Templates: what is refused, slots, rows to pictures, order, cancelling, and that pictures are those of the same
 * nodes. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include "check.h"

#include <unistd.h>

static lamina_context *context;

static lamina_template *make(const char *json) {
  lamina_template *made = NULL;
  CHECK_OK(lamina_template_create(context, json, LAMINA_NUL_TERMINATED, &made));
  return made;
}

/* Whether a template is refused, with a sentence that has `words` in it. */
static void refuse(const char *json, const char *words) {
  lamina_template *made = NULL;
  CHECK(lamina_template_create(context, json, LAMINA_NUL_TERMINATED, &made) != LAMINA_OK);
  if (!CHECK(strstr(lamina_last_error(), words) != NULL)) printf("    for %s: %s\n", json, lamina_last_error());
  CHECK(made == NULL);
}

static void refuse_many_slots(void) {
  static const char beginning[] = "{\"root\": {\"kind\": \"text\", \"text\": \"", end[] = "\"}}";
  char *json = (char *)malloc(10001 * 8 + sizeof beginning + sizeof end), *at = json;
  int i;
  if (!CHECK(json != NULL)) return;
  at += sprintf(at, "%s", beginning);
  for (i = 0; i <= 10000; i++) at += sprintf(at, "{%d}", i);
  sprintf(at, "%s", end);
  refuse(json, "the slot {10000} is one too many; a template has at most 10,000 slots");
  free(json);
}

static void test_refusals(void) {
  lamina_template *made = NULL;
  char deep[2001];
  refuse("", "empty");
  refuse("{\"root\": {},\n  \"width\" 3}", "line 2, column");
  refuse("{\"width\": 10, \"width\": 10, \"root\": {}}", "duplicate");
  refuse("[1]", "template is an array of 1");
  refuse("{\"width\": 10}", "no \"root\"");
  refuse("{\"root\": {}, \"depth\": 1}", "template.depth");
  refuse("{\"root\": {\"kind\": \"box\"}}", "template.root.kind is \"box\"");
  refuse("{\"root\": {\"kind\": \"row\"}}", "the root is a node");
  refuse("{\"root\": {\"background\": \"reddish\"}}", "template.root.background");
  refuse("{\"root\": {\"opacity\": 2}}", "a number from 0 to 1");
  refuse("{\"root\": {\"style\": {\"width\": \"12x\"}}}", "template.root.style.width is \"12x\"; a length is needed: 0 to 10,000,000");
  refuse("{\"root\": {\"kind\": \"text\", \"text\": \"a {b{c} d\"}}", "the slot {b{c} has a brace in its name");
  refuse("{\"root\": {\"kind\": \"text\", \"text\": \"a {b\"}}", "byte 2");
  refuse("{\"root\": {\"kind\": \"text\", \"text\": \"a }\"}}", "byte 2");
  refuse("{\"root\": {\"kind\": \"text\"}}", "0 of");
  refuse("{\"root\": {\"kind\": \"text\", \"markup\": \"<b>x\"}}", "template.root.markup");
  refuse("{\"root\": {\"children\": [{\"kind\": \"inset\", \"insets\": 1}]}}", "inset takes 1");
  refuse("{\"root\": {\"children\": [{\"kind\": \"row\"}, {\"kind\": \"row\"}]}}", "2 specs");
  refuse("{\"root\": {\"children\": [{\"kind\": \"center\", \"centering\": \"z\", \"children\": [{}]}]}}",
         "template.root.children[0].centering");
  refuse("{\"root\": {}, \"defaults\": {\"a\": 1}}", "no such slot");
  refuse("{\"root\": {\"kind\": \"text\", \"text\": \"x\", \"attributes\": {\"size\": \"big\"}}}", "attributes.size");
  refuse("{\"root\": {\"kind\": \"image\"}}", "no \"image\"");
  refuse("{\"root\": {\"kind\": \"image\", \"image\": \"data:image/png;base64,AAAA\"}}", "template.root.image: ");
  refuse("{\"root\": {\"kind\": \"image\", \"image\": \"data:image/png;base64,A$\"}}", "base 64");
  refuse("{\"root\": {\"kind\": \"image\", \"image\": \"{a}\", \"options\": {\"gravity\": \"up\"}}}",
         "template.root.options.gravity is \"up\"");
  refuse("{\"root\": {\"kind\": \"image\", \"image\": \"{a}\", \"options\": {\"source\": [0, 0, 0, 1]}}}",
         "template.root.options.source");
  refuse("{\"root\": {\"border\": 2}}", "template.root.border is 2; an object");
  refuse("{\"root\": {\"border\": {\"width\": 2}}}", "template.root.border has no \"color\"");
  refuse("{\"root\": {\"border\": {\"width\": -1, \"color\": \"#fff\"}}}", "template.root.border.width is -1");
  refuse("{\"root\": {\"shadow\": {\"color\": \"#fff\", \"blur\": -1}}}", "template.root.shadow.blur");
  refuse("{\"root\": {\"corner_radius\": 1, \"corner_radii\": [1, 2, 3, 4]}}", "give only one of them");
  refuse("{\"root\": {\"corner_radii\": [1, 2, 3]}}", "template.root.corner_radii");
  refuse("{\"root\": {\"gradient\": {\"stops\": []}}}", "template.root.gradient.stops");
  refuse("{\"root\": {\"gradient\": {\"stops\": [{\"offset\": 1, \"color\": \"#fff\"}, {\"offset\": 0, \"color\": \"#fff\"}]}}}",
         "template.root.gradient.stops[1].offset is 0");
  refuse("{\"root\": {\"transform\": [1, 0, 0, 1]}}", "template.root.transform");
  refuse("{\"root\": {\"flex_profile\": \"grid\"}}", "template.root.flex_profile is \"grid\"");
  refuse("{\"root\": {\"flex_style\": \"gap: red\"}}", "template.root.flex_style: ");
  refuse("{\"root\": {\"flex_style\": {\"gap\": \"1px; width: 2px\"}}}", "template.root.flex_style.gap is");
  refuse("{\"root\": {\"flex_style\": {\"flex_direction\": \"left\"}}}", "template.root.flex_style.flex_direction: ");
  sprintf(deep, "{\"root\": {\"kind\": \"text\", \"text\": \"{%0101d}\"}}", 7);
  refuse(deep, "has a name of 101 bytes; at most 100");
  refuse_many_slots();
  refuse("{\"root\": {\"flex_style\": {\"flex_line_count\": 0}}}", "template.root.flex_style.flex_line_count: ");
  memset(deep, '[', 2000);
  deep[2000] = 0;
  CHECK_STATUS(lamina_template_create(context, deep, LAMINA_NUL_TERMINATED, &made), LAMINA_ERROR_OUT_OF_RANGE);
  CHECK_STATUS(lamina_template_create(context, NULL, 0, &made), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_template_create(context, "\xff", 1, &made), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_template_create(NULL, "{}", 2, &made), LAMINA_ERROR_INVALID_HANDLE);
}

static void test_slots(void) {
  char name[16];
  lamina_template *t = make(
      "{\"width\": 50, \"root\": {\"kind\": \"text\", \"text\": \"{{{title}}} {price} {title}\", \"background\": \"{tint}\"}}");
  CHECK_EQUAL(lamina_template_get_slot_count(t), 3);
  CHECK_EQUAL(lamina_template_read_slot_name(t, 0, name, sizeof name), 5);
  CHECK_TEXT(name, "title");
  lamina_template_read_slot_name(t, 2, name, sizeof name);
  CHECK_TEXT(name, "tint");
  CHECK_EQUAL(lamina_template_read_slot_name(t, 3, name, sizeof name), 0);
  CHECK(lamina_template_retain(t) == t);
  lamina_template_release(t);
  lamina_template_release(t);
  CHECK_EQUAL(lamina_template_get_slot_count(t), 0);
  CHECK(lamina_template_retain(t) == NULL);
}

static lamina_slot_value text_value(const char *slot, const char *text) {
  lamina_slot_value value = LAMINA_SLOT_VALUE_INIT;
  value.slot = slot;
  value.kind = LAMINA_VALUE_KIND_TEXT;
  value.text = text;
  return value;
}

/* ---- The same tree as nodes ---- */

static const char *const FORM =
    "{\"width\": 120, \"height\": 70, \"background\": \"#eeeeee\", \"defaults\": {\"share\": \"50%\"}, \"root\": {"
    "\"background\": \"{tint}\", \"corner_radius\": 6, \"children\": [{\"kind\": \"inset\", \"insets\": [4, 6, 4, 6],"
    " \"children\": [{\"kind\": \"column\", \"spacing\": 3, \"children\": ["
    "{\"kind\": \"text\", \"runs\": [{\"text\": \"{title}\", \"attributes\": {\"weight\": 700}}, {\"text\": \" / {count}\"}],"
    " \"attributes\": {\"size\": 13, \"color\": \"#224466\"}, \"options\": {\"max_lines\": 2}},"
    "{\"background\": \"#cc8844\", \"style\": {\"height\": 5, \"width\": \"{share}\"}},"
    "{\"background\": \"#00ff00\", \"style\": {\"height\": 4}, \"hidden\": \"{gone}\"},"
    "{\"kind\": \"image\", \"image\": \"{photo}\", \"style\": {\"width\": 9, \"height\": 9}}]}]}]}}";

static uint32_t photo_pixels[4] = {0xFFFF0000, 0xFF00FF00, 0xFF0000FF, 0x80808080};

static lamina_bitmap photo(void) {
  lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
  bitmap.data = photo_pixels;
  bitmap.width = bitmap.height = 2;
  bitmap.stride = 8;
  return bitmap;
}

static lamina_status draw_photo(lamina_canvas *canvas, lamina_size size, double scale, void *user_data) {
  lamina_bitmap bitmap = photo();
  lamina_image *image = check_image(context, &bitmap);
  lamina_status status = lamina_canvas_set_image(canvas, image);
  (void)size;
  (void)scale;
  (void)user_data;
  lamina_image_release(image);
  return status;
}

static lamina_node *bar(unsigned rgb, lamina_dimension width, double height) {
  lamina_node *node = check_node(context);
  lamina_style style = LAMINA_STYLE_INIT;
  style.width = width;
  style.height.unit = LAMINA_UNIT_POINTS;
  style.height.value = height;
  CHECK_OK(lamina_node_set_style(node, &style));
  CHECK_OK(lamina_node_set_background(node, check_make_color(rgb)));
  return node;
}

static lamina_node *title_node(const char *title, const char *rest) {
  lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT, bold = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text_options options = LAMINA_TEXT_OPTIONS_INIT;
  lamina_color ink = check_make_color(0x224466);
  lamina_text_builder *builder = NULL;
  lamina_text *text = NULL;
  lamina_node *node = NULL;
  attributes.size = 13;
  attributes.color = ink;
  bold.weight = 700;
  options.max_lines = 2;
  CHECK_OK(lamina_text_builder_create(context, &attributes, &builder));
  CHECK_OK(lamina_text_builder_append(builder, title, LAMINA_NUL_TERMINATED, &bold));
  CHECK_OK(lamina_text_builder_append(builder, rest, LAMINA_NUL_TERMINATED, NULL));
  CHECK_OK(lamina_text_builder_copy_text(builder, &text));
  CHECK_OK(lamina_node_create_text(context, text, &node));
  CHECK_OK(lamina_node_set_text_options(node, &options));
  lamina_text_builder_release(builder);
  lamina_text_release(text);
  return node;
}

static lamina_node *by_hand(const char *title, const char *rest, unsigned tint, double share, bool gone) {
  lamina_dimension part = {LAMINA_UNIT_FRACTION, 0}, any = {LAMINA_UNIT_AUTO, 0};
  lamina_insets insets = {4, 6, 4, 6};
  lamina_node *root = check_node(context), *parts[4] = {NULL, NULL, NULL, NULL};
  lamina_element children[4];
  lamina_spec *column = NULL, *spec = NULL;
  int i;
  part.value = share;
  parts[0] = title_node(title, rest);
  parts[1] = bar(0xCC8844, part, 5);
  parts[2] = bar(0x00FF00, any, 4);
  parts[3] = check_box(context, 9, 9);
  CHECK_OK(lamina_node_set_hidden(parts[2], gone));
  CHECK_OK(lamina_node_set_draw_image_callback(parts[3], draw_photo, NULL, NULL));
  CHECK_OK(lamina_node_set_background(root, check_make_color(tint)));
  CHECK_OK(lamina_node_set_corner_radius(root, 6));
  for (i = 0; i < 4; i++) children[i].node = parts[i];
  CHECK_OK(lamina_spec_create_column(context, 3, LAMINA_ALIGN_AUTO, children, 4, &column));
  CHECK_OK(lamina_spec_create_inset(context, insets, NULL, column, &spec));
  CHECK_OK(lamina_node_set_spec(root, spec));
  for (i = 0; i < 4; i++) lamina_node_release(parts[i]);
  lamina_spec_release(column);
  lamina_spec_release(spec);
  return root;
}

/* The number of pixel rows that differ. */
static int compare(lamina_node *root, const lamina_picture_info *p, double scale) {
  check_picture mine = check_make_picture((int)p->width, (int)p->height);
  int y, different = 0;
  CHECK_OK(lamina_node_render(root, scale, check_make_color(0xEEEEEE), &mine.bitmap, NULL, NULL, NULL, NULL));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  for (y = 0; y < p->height; y++) {
    different += memcmp(mine.pixels + y * p->width, (char *)p->data + (size_t)y * (size_t)p->stride, (size_t)p->width * 4) != 0;
  }
  free(mine.pixels);
  return different;
}

static void test_same_pictures(void) {
  lamina_template *t = make(FORM);
  lamina_job_options options = LAMINA_JOB_OPTIONS_INIT;
  lamina_bitmap image = photo();
  lamina_image *shared = NULL;
  double scales[2] = {1, 1.5};
  int i, row;
  CHECK_OK(lamina_image_create(context, &image, &shared));
  for (i = 0; i < 2; i++) {
    lamina_image *own = check_image(context, &image);
    lamina_job *job = NULL;
    lamina_picture_info first = LAMINA_PICTURE_INFO_INIT, second = LAMINA_PICTURE_INFO_INIT, third = LAMINA_PICTURE_INFO_INIT;
    lamina_slot_value values[6];
    lamina_node *root;
    options.scale = scales[i];
    CHECK_OK(lamina_job_create(t, &options, &job));
    values[0] = text_value("title", "Towers & <bread>");
    values[1] = text_value("count", NULL);
    values[1].kind = LAMINA_VALUE_KIND_NUMBER;
    values[1].number = 3;
    values[2] = text_value("tint", "#ffddaa");
    values[3] = text_value("gone", NULL);
    values[3].kind = LAMINA_VALUE_KIND_BOOLEAN;
    values[3].boolean = true;
    values[4] = text_value("photo", NULL);
    values[4].kind = LAMINA_VALUE_KIND_IMAGE;
    CHECK_STATUS(lamina_job_add_row(job, values, 5), LAMINA_ERROR_INVALID_HANDLE);
    values[4].image = own;
    CHECK_OK(lamina_job_add_row(job, values, 5));
    values[1].number = 0.25;
    values[2].kind = LAMINA_VALUE_KIND_COLOR;
    values[2].color = check_make_color(0x102030);
    values[3].boolean = false;
    values[5] = text_value("share", "75%");
    CHECK_OK(lamina_job_add_row(job, values, 6));
    CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &first));
    CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &second));
    CHECK_OK(first.status);
    CHECK_OK(second.status);
    CHECK_EQUAL(first.width, (int)(120 * scales[i]));
    CHECK_EQUAL(first.height, (int)(70 * scales[i]));
    root = by_hand("Towers & <bread>", " / 3", 0xFFDDAA, 0.5, true);
    CHECK_EQUAL(compare(root, &first, scales[i]), 0);
    CHECK(compare(root, &second, scales[i]) > 0);
    lamina_node_release(root);
    root = by_hand("Towers & <bread>", " / 0.25", 0x102030, 0.75, false);
    CHECK_EQUAL(compare(root, &second, scales[i]), 0);
    /* A picture for many rows, in the place of one that is gone. */
    lamina_image_release(own);
    CHECK_STATUS(lamina_job_add_row(job, values, 6), LAMINA_ERROR_INVALID_HANDLE);
    values[4].image = shared;
    for (row = 0; row < 3; row++) CHECK_OK(lamina_job_add_row(job, values, 6));
    for (row = 0; row < 3; row++) {
      CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &third));
      CHECK_OK(third.status);
      CHECK_EQUAL(compare(root, &third, scales[i]), 0);
      lamina_picture_release(third.picture);
    }
    lamina_node_release(root);
    lamina_job_release(job);
    /* The pictures outlive their job. */
    CHECK(((uint32_t *)first.data)[0] == 0xFFEEEEEE);
    CHECK(lamina_picture_retain(first.picture) == first.picture);
    lamina_picture_release(first.picture);
    CHECK(((uint32_t *)first.data)[0] == 0xFFEEEEEE);
    lamina_picture_release(first.picture);
    lamina_picture_release(second.picture);
    CHECK(lamina_picture_retain(second.picture) == NULL);
    CHECK(strstr(lamina_last_error(), "no longer exists") != NULL);
  }
  lamina_image_release(shared);
  lamina_template_release(t);
}

/* ---- Many rows ---- */

static const char *const LINE =
    "{\"width\": 60, \"root\": {\"kind\": \"text\", \"markup\": \"<b>{n}</b> {word}\", \"background\": \"#ffffff\"},"
    " \"defaults\": {\"word\": \"x\"}}";

/* Every seventh row is bad in one way or another; all come out, in their order. */
static void run_rows(lamina_template *t, const lamina_job_options *options, int count) {
  static const char *const bad[] = {"{\"n\": true}", "{}", "{\"n\": ", "[]", "{\"n\": null}", "{\"n\": {}}"};
  lamina_job *job = NULL;
  lamina_picture_info p = LAMINA_PICTURE_INFO_INIT;
  int i;
  CHECK_OK(lamina_job_create(t, options, &job));
  CHECK_STATUS(lamina_job_wait_picture(job, 0, &p), LAMINA_ERROR_INVALID_STATE);
  for (i = 0; i < count; i++) {
    char row[64];
    snprintf(row, sizeof row, "{\"n\": %d, \"word\": \"<a & b>\", \"other\": [1, {}]}", i);
    CHECK_OK(lamina_job_add_row_json(job, i % 7 == 3 ? bad[i / 7 % 6] : row, LAMINA_NUL_TERMINATED));
  }
  for (i = 0; i < count; i++) {
    if (!CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &p))) break;
    CHECK_EQUAL(p.row, i);
    if (i % 7 == 3) {
      CHECK_STATUS(p.status, LAMINA_ERROR_INVALID_ARGUMENT);
      CHECK(p.message != NULL && strlen(p.message) > 10 && p.data == NULL && p.picture == NULL);
    } else {
      CHECK_OK(p.status);
      CHECK(p.message == NULL && p.data != NULL && p.width == 60 && p.height > 10);
      if (options != NULL && options->encoding != NULL) {
        CHECK(memcmp(p.data, "\x89PNG", 4) == 0 && p.data_size > 60 && p.stride == 0);
      } else {
        CHECK(p.data_size == (size_t)p.stride * (size_t)p.height && *(uint32_t *)p.data == 0xFFFFFFFF);
      }
      lamina_picture_release(p.picture);
    }
  }
  CHECK_STATUS(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &p), LAMINA_ERROR_INVALID_STATE);
  lamina_job_release(job);
}

static void test_rows(void) {
  lamina_template *t = make(LINE);
  lamina_job_options options = LAMINA_JOB_OPTIONS_INIT;
  lamina_encode_options png = LAMINA_ENCODE_OPTIONS_INIT;
  run_rows(t, NULL, 100);
  options.encoding = &png;
  options.look_ahead = 3;
  run_rows(t, &options, 60);
  options.look_ahead = 1;
  options.worker_limit = 1;
  run_rows(t, &options, 30);
  lamina_template_release(t);
}

/* Rows of texts are those of JSON; a NULL, and what is not given, are the defaults. */
static void test_rows_of_texts(void) {
  static const char *const all[] = {"7", "<a & b>"}, *const some[] = {"7", NULL}, *const none[] = {NULL};
  static const char *const broken[] = {"7", "\xff"};
  static const char *const same[] = {"{\"n\": \"7\", \"word\": \"<a & b>\"}", "{\"n\": \"7\"}", "{\"n\": \"7\"}"};
  lamina_template *t = make(LINE);
  lamina_job *job = NULL, *twin = NULL;
  lamina_picture_info p = LAMINA_PICTURE_INFO_INIT, other = LAMINA_PICTURE_INFO_INIT;
  int i;
  CHECK_OK(lamina_job_create(t, NULL, &job));
  CHECK_OK(lamina_job_create(t, NULL, &twin));
  CHECK_STATUS(lamina_job_add_row_texts(job, all, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "2 slots") != NULL);
  CHECK_STATUS(lamina_job_add_row_texts(job, all, SIZE_MAX), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_job_add_row_texts(job, NULL, 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_job_add_row_texts(job, broken, 2), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_TEXT(lamina_last_error(), "texts[1], of slot \"word\", is not UTF-8: byte 0 (0xff) is wrong");
  CHECK(strstr(lamina_last_error(), "\"word\"") != NULL);
  CHECK_STATUS(lamina_job_wait_picture(job, 0, &p), LAMINA_ERROR_INVALID_STATE); /* nothing was added */
  CHECK_OK(lamina_job_add_row_texts(job, all, 2));
  CHECK_OK(lamina_job_add_row_texts(job, some, 2));
  CHECK_OK(lamina_job_add_row_texts(job, some, 1));
  CHECK_OK(lamina_job_add_row_texts(job, none, 1)); /* `n` has no default */
  CHECK_OK(lamina_job_add_row_texts(job, NULL, 0));
  for (i = 0; i < 3; i++) {
    CHECK_OK(lamina_job_add_row_json(twin, same[i], LAMINA_NUL_TERMINATED));
    CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &p));
    CHECK_OK(lamina_job_wait_picture(twin, CHECK_PATIENCE_US, &other));
    CHECK_OK(p.status);
    if (CHECK(p.data_size == other.data_size && p.data != NULL)) CHECK(memcmp(p.data, other.data, p.data_size) == 0);
    lamina_picture_release(p.picture);
    lamina_picture_release(other.picture);
  }
  for (i = 0; i < 2; i++) {
    CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &p));
    CHECK_STATUS(p.status, LAMINA_ERROR_INVALID_ARGUMENT);
  }
  lamina_job_release(job);
  lamina_job_release(twin);
  lamina_template_release(t);
}

/* Lengths as text are those of lamina_dimension_parse(), in rows and in the template. */
static void test_lengths_as_texts(void) {
  static const char *const texts[] = {"12", "12pt", "AUTO", "30%", "0x10%", "0x10", "12 ", "10000001", "nan%", "-1"};
  static const int widths[] = {12, 12, 0, 12}; /* nothing is in the node; the other texts are refused */
  lamina_template *t = make("{\"width\": 40, \"root\": {\"children\": [{\"kind\": \"row\", \"children\": [{\"background\": \"#fff\","
                            " \"style\": {\"width\": \"{w}\", \"height\": \"6pt\", \"flex_grow\": 0}}]}]}}");
  lamina_job_options options = LAMINA_JOB_OPTIONS_INIT;
  lamina_job *job = NULL;
  lamina_picture_info p = LAMINA_PICTURE_INFO_INIT;
  size_t i, count = sizeof texts / sizeof *texts, good = sizeof widths / sizeof *widths;
  int x, shown;
  CHECK_OK(lamina_job_create(t, &options, &job));
  for (i = 0; i < count; i++) CHECK_OK(lamina_job_add_row_texts(job, &texts[i], 1));
  for (i = 0; i < count; i++) {
    CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &p));
    if (i < good) {
      CHECK_OK(p.status);
      CHECK(p.width == 40 && p.height == 6);
      for (x = shown = 0; x < p.width; x++) shown += ((const uint32_t *)p.data)[x] == 0xffffffff;
      if (!CHECK(shown == widths[i])) printf("    %s: %d\n", texts[i], shown);
    } else {
      CHECK_STATUS(p.status, LAMINA_ERROR_INVALID_ARGUMENT);
      CHECK(strstr(p.message, "0 to 10,000,000, also as text such as \"12\"") != NULL);
    }
    lamina_picture_release(p.picture);
  }
  lamina_job_release(job);
  lamina_template_release(t);
}

/* A table's rows are those that are added one by one, and are added all or not at all. */
static void test_tables_of_texts(void) {
  static const char table[] = "7\0<a & b>\0" "8\0\0" "9\0x"; /* the last NUL is the literal's own */
  static const char *const rows[3][2] = {{"7", "<a & b>"}, {"8", ""}, {"9", "x"}};
  static const char broken[] = "7\0a\0" "8\0\xff";
  lamina_template *t = make(LINE);
  lamina_job *job = NULL, *twin = NULL;
  lamina_picture_info p = LAMINA_PICTURE_INFO_INIT, other = LAMINA_PICTURE_INFO_INIT;
  int i;
  CHECK_OK(lamina_job_create(t, NULL, &job));
  CHECK_OK(lamina_job_create(t, NULL, &twin));
  CHECK_STATUS(lamina_job_add_text_rows(job, table, sizeof table, 4), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_job_add_text_rows(job, table, sizeof table, 2), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "4 bytes after") != NULL);
  CHECK_STATUS(lamina_job_add_text_rows(job, table, sizeof table - 1, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "NUL") != NULL);
  CHECK_STATUS(lamina_job_add_text_rows(job, table, 6, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_job_add_text_rows(job, table, 3, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_job_add_text_rows(job, NULL, sizeof table, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_job_add_text_rows(job, table, SIZE_MAX, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_job_add_text_rows(job, table, sizeof table, SIZE_MAX), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_job_add_text_rows(job, broken, sizeof broken, 2), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "\"word\" in row 1") != NULL);
  CHECK_OK(lamina_job_add_text_rows(job, NULL, 0, 0));
  CHECK_STATUS(lamina_job_wait_picture(job, 0, &p), LAMINA_ERROR_INVALID_STATE); /* nothing was added */
  CHECK_OK(lamina_job_add_text_rows(job, table, sizeof table, 3));
  for (i = 0; i < 3; i++) {
    CHECK_OK(lamina_job_add_row_texts(twin, rows[i], 2));
    CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &p));
    CHECK_OK(lamina_job_wait_picture(twin, CHECK_PATIENCE_US, &other));
    CHECK_OK(p.status);
    if (CHECK(p.data_size == other.data_size && p.data != NULL)) CHECK(memcmp(p.data, other.data, p.data_size) == 0);
    lamina_picture_release(p.picture);
    lamina_picture_release(other.picture);
  }
  CHECK_OK(lamina_job_cancel(job));
  CHECK_STATUS(lamina_job_add_text_rows(job, table, sizeof table, 3), LAMINA_ERROR_INVALID_STATE);
  lamina_job_release(job);
  lamina_job_release(twin);
  lamina_template_release(t);
}

static void test_row_refusals(void) {
  lamina_template *t = make(LINE);
  lamina_job_options options = LAMINA_JOB_OPTIONS_INIT;
  lamina_slot_value value = text_value("nobody", "x"), twice[2];
  lamina_picture_info p = LAMINA_PICTURE_INFO_INIT;
  lamina_job *job = NULL;
  options.scale = 0;
  CHECK_STATUS(lamina_job_create(t, &options, &job), LAMINA_ERROR_INVALID_ARGUMENT);
  options.scale = 1;
  options.look_ahead = 10001;
  CHECK_STATUS(lamina_job_create(t, &options, &job), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_job_create(t, NULL, &job));
  CHECK(lamina_job_retain(job) == job);
  lamina_job_release(job);
  CHECK_STATUS(lamina_job_add_row(job, &value, 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "n, word") != NULL);
  CHECK_STATUS(lamina_job_add_row(job, NULL, 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_job_add_row_json(job, NULL, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  twice[0] = twice[1] = text_value("n", "x");
  CHECK_STATUS(lamina_job_add_row(job, twice, 2), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "already") != NULL);
  value.slot = "n";
  value.text = "\xff";
  CHECK_STATUS(lamina_job_add_row(job, &value, 1), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_job_wait_picture(job, 0, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_picture_release(NULL);
  lamina_template_release(t); /* the job keeps it */
  value.text = "1";
  CHECK_OK(lamina_job_add_row(job, &value, 1));
  CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &p));
  CHECK_OK(p.status);
  lamina_picture_release(p.picture);
  lamina_job_release(job);
  CHECK_STATUS(lamina_job_cancel(job), LAMINA_ERROR_INVALID_HANDLE);
}

/* What is added beyond the look-ahead is not drawn before it is asked for. */
static void test_look_ahead(void) {
  lamina_template *t = make("{\"width\": 500, \"height\": 500, \"root\": {\"background\": \"#ffffff\"}}");
  lamina_job_options options = LAMINA_JOB_OPTIONS_INIT;
  lamina_statistics statistics = LAMINA_STATISTICS_INIT;
  lamina_picture_info p = LAMINA_PICTURE_INFO_INIT;
  lamina_job *job = NULL;
  int i;
  options.look_ahead = 4;
  CHECK_OK(lamina_context_trim_memory(context));
  CHECK_OK(lamina_job_create(t, &options, &job));
  for (i = 0; i < 200; i++) CHECK_OK(lamina_job_add_row(job, NULL, 0));
  CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &p));
  check_sleep_ms(50);
  CHECK_OK(lamina_context_get_statistics(context, &statistics));
  CHECK(statistics.bitmap_bytes < 8 * 1250000); /* a megabyte each, rounded up */
  lamina_picture_release(p.picture);
  /* Each row comes out once, cancelled or not. */
  CHECK_OK(lamina_job_cancel(job));
  CHECK_OK(lamina_job_cancel(job));
  CHECK_STATUS(lamina_job_add_row(job, NULL, 0), LAMINA_ERROR_INVALID_STATE);
  for (i = 1; i < 200; i++) {
    CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &p));
    CHECK_EQUAL(p.row, i);
    if (i > 6) CHECK_STATUS(p.status, LAMINA_ERROR_CANCELLED);
    lamina_picture_release(p.picture);
  }
  CHECK_STATUS(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &p), LAMINA_ERROR_INVALID_STATE);
  lamina_job_release(job);
  lamina_template_release(t);
}

/* ---- Ends ---- */

static int taken;

static void *take_all(void *argument) {
  lamina_picture_info p = LAMINA_PICTURE_INFO_INIT;
  while (lamina_job_wait_picture((lamina_job *)argument, CHECK_PATIENCE_US, &p) == LAMINA_OK) {
    lamina_picture_release(p.picture);
    __atomic_add_fetch(&taken, 1, __ATOMIC_SEQ_CST);
  }
  return NULL;
}

static lamina_job *waited_for;
static lamina_status waited;

static lamina_status draw_and_wait(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale,
                                   void *user_data) {
  lamina_picture_info p = LAMINA_PICTURE_INFO_INIT;
  (void)canvas;
  (void)cairo;
  (void)size;
  (void)scale;
  (void)user_data;
  waited = lamina_job_wait_picture(waited_for, UINT64_MAX, &p);
  return LAMINA_OK;
}

/* A worker that waited for its own kind would wait for ever. */
static void test_waiting_on_a_worker(int threads) {
  lamina_context *shared = context;
  lamina_template *t;
  lamina_node *node;
  lamina_picture_info p = LAMINA_PICTURE_INFO_INIT;
  check_picture picture = check_make_picture(8, 8);
  context = check_context(threads);
  t = make(LINE);
  node = check_node(context);
  CHECK_OK(lamina_job_create(t, NULL, &waited_for));
  CHECK_OK(lamina_node_set_draw_callback(node, draw_and_wait, NULL, NULL));
  waited = LAMINA_OK;
  CHECK_OK(lamina_node_render(node, 1, check_make_color(0), &picture.bitmap, NULL, NULL, NULL, NULL));
  CHECK_OK(lamina_job_add_row_json(waited_for, "{\"n\": 1}", LAMINA_NUL_TERMINATED));
  CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
  CHECK_STATUS(waited, LAMINA_ERROR_INVALID_STATE);
  CHECK_OK(lamina_job_wait_picture(waited_for, CHECK_PATIENCE_US, &p));
  CHECK_OK(p.status);
  lamina_picture_release(p.picture);
  lamina_job_release(waited_for);
  lamina_template_release(t);
  lamina_node_release(node);
  lamina_context_release(context);
  context = shared;
  free(picture.pixels);
}

/* The context ends while another thread waits: it gets an answer, and the process goes on. */
static void test_context_ends(int threads) {
  lamina_context *own = check_context(threads);
  lamina_template *t = NULL;
  lamina_job *job = NULL;
  pthread_t thread;
  int i;
  CHECK_OK(lamina_template_create(own, LINE, LAMINA_NUL_TERMINATED, &t));
  CHECK_OK(lamina_job_create(t, NULL, &job));
  for (i = 0; i < 5000; i++) CHECK_OK(lamina_job_add_row_json(job, "{\"n\": 1}", LAMINA_NUL_TERMINATED));
  __atomic_store_n(&taken, 0, __ATOMIC_SEQ_CST);
  CHECK_EQUAL(pthread_create(&thread, NULL, take_all, job), 0);
  CHECK(check_wait_for(&taken, 3));
  lamina_context_release(own);
  pthread_join(thread, NULL);
  lamina_job_release(job);
  lamina_template_release(t);
}

static void test_without_workers(void) {
  lamina_context *shared = context;
  lamina_template *t;
  context = check_context(0);
  t = make(LINE);
  run_rows(t, NULL, 30);
  lamina_template_release(t);
  lamina_context_release(context);
  context = shared;
}

/* Steps in the template, in a row of JSON, and a drawing made of the same steps: one picture. */
/* What cannot be seen makes no other picture: a shadow or border that is transparent, by itself or for one row, or a z
 * position. */
static void test_unseen_looks(void) {
  const char *looks[] = { "\"opacity\": 1", "\"shadow\": {\"color\": \"#00000000\", \"y\": 2, \"blur\": 3}",
                          "\"shadow\": {\"color\": \"{tint}\", \"y\": 2, \"blur\": 3}",
                          "\"border\": {\"color\": \"{tint}\", \"width\": 2}", "\"z_position\": 1" };
  check_picture pictures[5];
  static char json[24000];
  size_t i, used;
  int n;
  for (i = 0; i < 5; i++) {
    lamina_template *t;
    lamina_job *job = NULL;
    lamina_picture_info picture = LAMINA_PICTURE_INFO_INIT;
    lamina_slot_value value = text_value("tint", "transparent");
    used = (size_t)snprintf(json, sizeof json, "{\"width\": 64, \"height\": 64, \"root\": {\"background\": \"#fff\", \"children\": [");
    for (n = 0; n < 64; n++) {
      used += (size_t)snprintf(
          json + used, sizeof json - used,
          "%s{\"frame\": [%d, %d, 8, 8], \"background\": \"#%02x7f%02x\", \"children\": [{\"frame\": [0, 0, 8, 8], "
          "\"background\": \"#%02x20c0\", \"opacity\": %.3f%s%s}]}",
          n ? ", " : "", n % 8 * 8, n / 8 * 8, n * 4, 255 - n * 3, n * 3 + 5, 0.2 + n * 0.0117, i ? ", " : "", i ? looks[i] : "");
    }
    snprintf(json + used, sizeof json - used, "]}}");
    t = make(json);
    CHECK_OK(lamina_job_create(t, NULL, &job));
    CHECK_OK(lamina_job_add_row(job, &value, i == 2 || i == 3));
    CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &picture));
    CHECK_OK(picture.status);
    pictures[i] = check_make_picture(64, 64);
    for (n = 0; n < 64; n++)
      memcpy(pictures[i].pixels + n * 64, (char *)picture.data + (size_t)n * (size_t)picture.stride, 64 * 4);
    CHECK(memcmp(pictures[i].pixels, pictures[0].pixels, 64 * 64 * 4) == 0);
    lamina_picture_release(picture.picture);
    lamina_job_release(job);
    lamina_template_release(t);
  }
  for (i = 0; i < 5; i++) free(pictures[i].pixels);
}

static void test_drawings(void) {
  const char *steps = "[{\"kind\": \"rect\", \"rect\": [2, 2, 20, 12], \"corner_radii\": [3, 3, 3, 3]}, {\"kind\": \"fill\","
                      " \"color\": \"#ff8000\"}, {\"kind\": \"move\", \"point\": [0, 15]}, {\"kind\": \"line\", \"points\": [8, 1, 23, 9]},"
                      " {\"kind\": \"stroke\", \"line_width\": 2, \"line_join\": \"round\"}]";
  const lamina_point ends[] = { { 8, 1 }, { 23, 9 } };
  lamina_drawing_step step = LAMINA_DRAWING_STEP_INIT, all[5];
  lamina_slot_value value = LAMINA_SLOT_VALUE_INIT;
  lamina_picture_info pictures[3];
  lamina_template *fixed, *slotted;
  lamina_job *jobs[3];
  char json[1024];
  int i;
  for (i = 0; i < 5; i++) all[i] = step;
  all[0].kind = LAMINA_DRAWING_KIND_RECT;
  all[0].rect.origin.x = all[0].rect.origin.y = 2;
  all[0].rect.size.width = 20;
  all[0].rect.size.height = 12;
  all[0].corner_radii.top_left = all[0].corner_radii.top_right = 3;
  all[0].corner_radii.bottom_left = all[0].corner_radii.bottom_right = 3;
  all[1].kind = LAMINA_DRAWING_KIND_FILL;
  all[1].color.red = 1;
  all[1].color.green = 128 / 255.0f;
  all[2].point.y = 15;
  all[3].kind = LAMINA_DRAWING_KIND_LINE;
  all[3].points = ends;
  all[3].point_count = 2;
  all[4].kind = LAMINA_DRAWING_KIND_STROKE;
  all[4].line_width = 2;
  all[4].line_join = LAMINA_LINE_JOIN_ROUND;
  snprintf(json, sizeof json, "{\"width\": 24, \"height\": 16, \"root\": {\"drawing\": %s}}", steps);
  fixed = make(json);
  slotted = make("{\"width\": 24, \"height\": 16, \"root\": {\"drawing\": \"{d}\"}}");
  CHECK_OK(lamina_job_create(fixed, NULL, &jobs[0]));
  CHECK_OK(lamina_job_create(slotted, NULL, &jobs[1]));
  CHECK_OK(lamina_job_create(slotted, NULL, &jobs[2]));
  CHECK_OK(lamina_job_add_row(jobs[0], NULL, 0));
  snprintf(json, sizeof json, "{\"d\": %s}", steps);
  CHECK_OK(lamina_job_add_row_json(jobs[1], json, LAMINA_NUL_TERMINATED));
  value.slot = "d";
  value.kind = LAMINA_VALUE_KIND_DRAWING;
  CHECK_OK(lamina_drawing_create(context, all, 5, &value.drawing));
  CHECK_OK(lamina_job_add_row(jobs[2], &value, 1));
  for (i = 0; i < 3; i++) {
    const lamina_picture_info none = LAMINA_PICTURE_INFO_INIT;
    int row;
    pictures[i] = none;
    CHECK_OK(lamina_job_wait_picture(jobs[i], CHECK_PATIENCE_US, &pictures[i]));
    CHECK_OK(pictures[i].status);
    for (row = 0; row < 16; row++) {
      CHECK(memcmp((char *)pictures[i].data + row * pictures[i].stride, (char *)pictures[0].data + row * pictures[0].stride, 96) == 0);
    }
  }
  CHECK(((uint32_t *)((char *)pictures[0].data + 12 * pictures[0].stride))[12] == 0xFFFF8000u);
  for (i = 0; i < 3; i++) {
    lamina_picture_release(pictures[i].picture);
    lamina_job_release(jobs[i]);
  }
  lamina_drawing_release(value.drawing);
  lamina_template_release(fixed);
  lamina_template_release(slotted);
  refuse("{\"root\": {\"drawing\": [{\"kind\": \"fill\"}, {\"kind\": \"circle\"}]}}", "template.root.drawing[1].kind is \"circle\"");
  refuse("{\"root\": {\"drawing\": [{\"kind\": \"save\"}]}}", "template.root.drawing: ");
}

static void test_image_files(void) {
  char folder[] = "/tmp/lamina-template-XXXXXX", path[64];
  lamina_template *t = make(
      "{\"root\": {\"kind\": \"image\", \"image\": \"{name}.png\", \"style\": {\"width\": 2, \"height\": 2}}}");
  lamina_job_options options = LAMINA_JOB_OPTIONS_INIT;
  lamina_bitmap image = photo();
  lamina_picture_info p = LAMINA_PICTURE_INFO_INIT;
  lamina_job *job = NULL;
  if (!CHECK(mkdtemp(folder) != NULL)) return;
  snprintf(path, sizeof path, "%s/a.png", folder);
  CHECK_OK(lamina_bitmap_write_file(&image, NULL, path, LAMINA_NUL_TERMINATED));
  CHECK_OK(lamina_job_create(t, &options, &job));
  CHECK_OK(lamina_job_add_row_json(job, "{\"name\": \"a\"}", LAMINA_NUL_TERMINATED));
  CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &p));
  CHECK_STATUS(p.status, LAMINA_ERROR_INVALID_ARGUMENT); /* no folder: no files */
  lamina_job_release(job);
  options.image_folder = folder;
  CHECK_OK(lamina_job_create(t, &options, &job));
  CHECK_OK(lamina_job_add_row_json(job, "{\"name\": \"b\"}", LAMINA_NUL_TERMINATED));
  CHECK_OK(lamina_job_add_row_json(job, "{\"name\": \"a\"}", LAMINA_NUL_TERMINATED));
  CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &p));
  CHECK_STATUS(p.status, LAMINA_ERROR_IO);
  CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &p));
  CHECK_OK(p.status);
  CHECK(p.data != NULL && *(uint32_t *)p.data == 0xFFFF0000);
  lamina_picture_release(p.picture);
  lamina_job_release(job);
  lamina_template_release(t);
  unlink(path);
  rmdir(folder);
}

/* As long as what was bought, on several workers, within the limits of its job. */
static void test_receipts(void) {
  lamina_template *t = make(
      "{\"width\": 120, \"root\": {\"children\": [{\"kind\": \"column\", \"children\": ["
      "{\"kind\": \"text\", \"text\": \"{date:%Y-%m-%d}\"},"
      "{\"kind\": \"text\", \"repeat\": \"{lines}\", \"text\": \"{lines.name} {lines.price:,.2f}\"}]}]}}");
  lamina_job_options options = LAMINA_JOB_OPTIONS_INIT;
  lamina_limits limits = LAMINA_LIMITS_INIT, found = LAMINA_LIMITS_INIT;
  lamina_picture_info p = LAMINA_PICTURE_INFO_INIT;
  lamina_job *job = NULL;
  int32_t heights[9];
  int i, j;
  limits.elements = 16;
  options.limits = &limits;
  CHECK_OK(lamina_job_create(t, &options, &job));
  CHECK_EQUAL(lamina_template_get_slot_count(t), 2);
  for (i = 0; i < 900; i++) {
    char row[1024];
    int length = snprintf(row, sizeof row, "{\"date\": %d, \"lines\": [", i * 86400);
    for (j = 0; j < i % 9; j++) {
      length += snprintf(row + length, sizeof row - (size_t)length, "%s{\"name\": \"n%d\", \"price\": %d.125}", j ? ", " : "", i, j);
    }
    snprintf(row + length, sizeof row - (size_t)length, "]}");
    CHECK_OK(lamina_job_add_row_json(job, row, LAMINA_NUL_TERMINATED));
  }
  for (i = 0; i < 900; i++) {
    CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &p));
    CHECK_OK(p.status);
    if (i < 9) heights[i] = p.height;
    CHECK_EQUAL(p.height, heights[i % 9]);
    CHECK(i == 0 || i > 8 || heights[i] > heights[i - 1]);
    lamina_picture_release(p.picture);
  }
  CHECK_OK(lamina_job_add_row_json(
      job, "{\"date\": 0, \"lines\": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]}", LAMINA_NUL_TERMINATED));
  CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &p));
  CHECK_STATUS(p.status, LAMINA_ERROR_OUT_OF_RANGE);
  CHECK(p.message != NULL && strstr(p.message, "limit \"elements\"") != NULL);
  limits.struct_size = 1;
  CHECK_STATUS(lamina_job_create(t, &options, &job), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_job_release(job);
  CHECK_OK(lamina_context_get_limits(context, &found));
  CHECK_EQUAL(found.elements, 100000);
  lamina_template_release(t);
}

/* ---- Hearing of pictures ---- */

typedef struct { lamina_job *job; int calls, taken, most, destroyed; lamina_status last; } listener;

static void take_some(lamina_job *sender, void *user_data) {
  listener *l = (listener *)user_data;
  lamina_picture_info p = LAMINA_PICTURE_INFO_INIT;
  int i;
  CHECK(sender == l->job);
  l->calls++;
  for (i = 0; i < l->most; i++) {
    l->last = lamina_job_wait_picture(l->job, 0, &p);
    if (l->last != LAMINA_OK) break;
    CHECK_EQUAL(p.row, l->taken);
    l->taken++;
    lamina_picture_release(p.picture);
  }
}

static void count_destroy(void *user_data) { ((listener *)user_data)->destroyed++; }

static void process_until(int *what, int count) {
  int turns;
  for (turns = 0; *what < count && turns < 20000; turns++) {
    CHECK_OK(lamina_context_process(context, 0));
    if (*what < count) check_sleep_ms(1);
  }
  CHECK_EQUAL(*what, count);
}

/* However many are taken at a time, each picture is heard of; with and without workers. */
static void test_observers(int threads) {
  lamina_context *shared = context;
  lamina_template *t;
  int most;
  context = check_context(threads);
  t = make(LINE);
  for (most = 1; most <= 100; most *= 10) {
    listener l = {NULL, 0, 0, 0, 0, LAMINA_OK}, second = {NULL, 0, 0, 100, 0, LAMINA_OK};
    lamina_picture_info unused = LAMINA_PICTURE_INFO_INIT;
    uint64_t number = 0;
    int i;
    l.most = most;
    CHECK_OK(lamina_job_create(t, NULL, &l.job));
    second.job = l.job;
    CHECK_OK(lamina_job_add_observer(l.job, take_some, &l, count_destroy, &number));
    CHECK_OK(lamina_context_process(context, 0));
    CHECK_EQUAL(l.calls, 0);
    for (i = 0; i < 40; i++) CHECK_OK(lamina_job_add_row_json(l.job, "{\"n\": 1}", LAMINA_NUL_TERMINATED));
    process_until(&l.taken, 40);
    CHECK(l.calls >= 40 / most);
    /* All were taken: quiet. */
    CHECK_STATUS(lamina_job_wait_picture(l.job, 0, &unused), LAMINA_ERROR_INVALID_STATE);
    i = l.calls;
    CHECK_OK(lamina_context_wait_idle(context, CHECK_PATIENCE_US));
    CHECK(l.calls - i <= 1);
    /* One that comes later hears of what is there; the one before it has gone. */
    l.most = 0;
    CHECK_OK(lamina_job_add_row_json(l.job, "{\"n\": 2}", LAMINA_NUL_TERMINATED));
    i = l.calls + 1;
    process_until(&l.calls, i);
    CHECK_OK(lamina_context_process(context, 0));
    CHECK_EQUAL(l.calls, i);
    second.taken = 40;
    CHECK_OK(lamina_job_remove_observer(l.job, number));
    CHECK_STATUS(lamina_job_remove_observer(l.job, number), LAMINA_ERROR_INVALID_STATE);
    CHECK_EQUAL(l.destroyed, 1);
    CHECK_OK(lamina_job_add_observer(l.job, take_some, &second, count_destroy, &number));
    process_until(&second.taken, 41);
    /* Cancelled rows are heard of, too; after the release nothing is. */
    for (i = 0; i < 30; i++) CHECK_OK(lamina_job_add_row_json(l.job, "{\"n\": 3}", LAMINA_NUL_TERMINATED));
    CHECK_OK(lamina_job_cancel(l.job));
    process_until(&second.taken, 71);
    CHECK_OK(lamina_job_remove_observer(l.job, number));
    CHECK_STATUS(lamina_job_add_observer(l.job, NULL, NULL, NULL, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
    CHECK_EQUAL(second.destroyed, 1);
    CHECK_OK(lamina_job_add_observer(l.job, take_some, &l, count_destroy, NULL));
    i = l.calls;
    lamina_job_release(l.job);
    CHECK_EQUAL(l.destroyed, 2);
    CHECK_OK(lamina_context_process(context, 0));
    CHECK_EQUAL(l.calls, i);
    CHECK_STATUS(lamina_job_add_observer(l.job, take_some, &l, count_destroy, NULL), LAMINA_ERROR_INVALID_HANDLE);
    CHECK_EQUAL(l.destroyed, 3);
  }
  lamina_template_release(t);
  lamina_context_release(context);
  context = shared;
}

/* ---- What nobody would write ---- */

static uint32_t random_state;

static uint32_t random_below(uint32_t limit) {
  random_state = random_state * 1664525u + 1013904223u;
  return (random_state >> 8) % limit;
}

/* Templates and rows with bytes changed, words exchanged and parts doubled: refused or drawn, and nothing else. */
static void test_hostile_json(uint32_t seed, int rounds) {
  static const char *const words[] = {"-1", "1e308", "1e-320", "null", "true", "[]", "{}", "\"{x}\"", "\"auto\"", "\"100%\"",
                                      "32768", "0", "\"center\"", "[1,2]", "[0,0,1e7,1e7]", "\"#fff\"", "\"row\"", "\"\\u0000\"",
                                      "\"{lines}\"", "\"!{x}\"", "\"{lines.a:>9,.2f}\"", "\"{x:%Y-%m}\"", "[{\"a\": 1}]"};
  static const char *const rows[] = {"{\"title\": \"a\", \"count\": 1, \"tint\": \"#fff\", \"gone\": false, \"photo\": \"a\", \"x\": 5}",
                                     "{\"title\": \"\\u0000\", \"share\": 1e7, \"x\": \"50%\", \"n\": 1e308}", "{}",
                                     "{\"lines\": [{\"a\": 1e308}, {\"a\": \"2026-02-28\"}, {\"b\": [[], {}]}], \"title\": [\"b\"], \"x\": []}"};
  static const char *const form =
      "{\"width\": 90, \"root\": {\"background\": \"{tint}\", \"opacity\": 1, \"corner_radius\": 3, \"children\": ["
      "{\"kind\": \"inset\", \"insets\": [1, 2, 3, 4], \"children\": [{\"kind\": \"column\", \"spacing\": 2, \"children\": ["
      "{\"kind\": \"text\", \"text\": \"{title}\", \"attributes\": {\"size\": 12, \"weight\": 400, \"letter_spacing\": 0},"
      " \"options\": {\"max_lines\": 2, \"line_spacing\": 0}}, {\"hidden\": \"{gone}\", \"style\": {\"width\": \"{x}\","
      " \"height\": 5, \"flex_grow\": 0, \"min_width\": 1, \"spacing_before\": 1}}, {\"kind\": \"ratio\", \"ratio\": 0.5,"
      " \"children\": [{}]}, {\"kind\": \"text\", \"repeat\": \"{lines}\", \"if\": \"{lines.a}\", \"text\": \"{lines.a:.2f}\"}, {\"frame\": [0, 0, 5, 5], \"clips\": false}]}]}]}, \"defaults\": {\"tint\": \"#ffffff\", \"gone\": false,"
      " \"lines\": [{\"a\": 3}], \"x\": 5, \"title\": \"words\"}}";
  int made = 0, drawn = 0, round;
  random_state = seed;
  for (round = 0; round < rounds; round++) {
    char json[4096];
    size_t length = strlen(form);
    int changes = 1 + (int)random_below(3);
    lamina_template *t = NULL;
    memcpy(json, form, length + 1);
    while (changes-- > 0) {
      size_t at = random_below((uint32_t)length);
      const char *word = words[random_below(23)];
      char *colon = strchr(json + at, ':'), *end = colon != NULL ? strpbrk(colon, ",}]") : NULL;
      if (random_below(8) == 0) {
        json[at] = (char)random_below(256);
        if (json[at] == 0) json[at] = ' ';
      } else if (end != NULL && length + strlen(word) < sizeof json - 1) {
        memmove(colon + 1 + strlen(word), end, strlen(end) + 1);
        memcpy(colon + 1, word, strlen(word));
        length = strlen(json);
      }
    }
    if (lamina_template_create(context, json, length, &t) == LAMINA_OK) {
      lamina_job *job = NULL;
      lamina_picture_info p = LAMINA_PICTURE_INFO_INIT;
      int row;
      made++;
      CHECK_OK(lamina_job_create(t, NULL, &job));
      for (row = 0; row < 4; row++) CHECK_OK(lamina_job_add_row_json(job, rows[row], LAMINA_NUL_TERMINATED));
      for (row = 0; row < 4; row++) {
        CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &p));
        if (p.status == LAMINA_OK) drawn++;
        else CHECK(p.message != NULL && p.message[0] != 0);
        lamina_picture_release(p.picture);
      }
      lamina_job_release(job);
      lamina_template_release(t);
    } else {
      CHECK(strlen(lamina_last_error()) > 10);
    }
  }
  printf("hostile JSON, seed %u: %d templates of %d were taken, %d pictures drawn\n", (unsigned)seed, made, rounds, drawn);
  CHECK(made > 0 && drawn > 0);
}

static lamina_status keep_size(const void *bytes, size_t size, void *user_data) {
  (void)bytes;
  *(size_t *)user_data = size;
  return LAMINA_OK;
}

/* The files of a job are those that lamina_bitmap_write() makes of its pixels. */
static void test_encodings(void) {
  const lamina_image_format formats[] = {LAMINA_IMAGE_FORMAT_PNG, LAMINA_IMAGE_FORMAT_JPEG, LAMINA_IMAGE_FORMAT_WEBP,
                                         LAMINA_IMAGE_FORMAT_QOI, LAMINA_IMAGE_FORMAT_RAW};
  lamina_template *t = make("{\"width\": 40, \"height\": 30, \"background\": \"#336699\", \"root\": {}}");
  lamina_encode_options encoding = LAMINA_ENCODE_OPTIONS_INIT;
  lamina_job_options options = LAMINA_JOB_OPTIONS_INIT;
  lamina_job *job = NULL;
  size_t i;
  encoding.quality = 50;
  for (i = 0; i < sizeof formats / sizeof formats[0]; i++) {
    lamina_picture_info file = LAMINA_PICTURE_INFO_INIT, pixels = LAMINA_PICTURE_INFO_INIT;
    lamina_bitmap bitmap = LAMINA_BITMAP_INIT;
    size_t expected = 0;
    encoding.format = formats[i];
    options.encoding = &encoding;
    CHECK_OK(lamina_job_create(t, &options, &job));
    CHECK_OK(lamina_job_add_row(job, NULL, 0));
    CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &file));
    lamina_job_release(job);
    options.encoding = NULL;
    CHECK_OK(lamina_job_create(t, &options, &job));
    CHECK_OK(lamina_job_add_row(job, NULL, 0));
    CHECK_OK(lamina_job_wait_picture(job, CHECK_PATIENCE_US, &pixels));
    lamina_job_release(job);
    CHECK(file.stride == 0 && file.width == 40 && file.height == 30 && pixels.stride >= 160);
    bitmap.data = pixels.data;
    bitmap.width = pixels.width;
    bitmap.height = pixels.height;
    bitmap.stride = pixels.stride;
    CHECK_OK(lamina_bitmap_write(&bitmap, &encoding, keep_size, &expected));
    CHECK_EQUAL(file.data_size, expected);
    lamina_picture_release(file.picture);
    lamina_picture_release(pixels.picture);
  }
  options.encoding = &encoding;
  encoding.quality = 0;
  CHECK_STATUS(lamina_job_create(t, &options, &job), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "options->encoding->quality is 0") != NULL);
  encoding.struct_size = 0;
  CHECK_STATUS(lamina_job_create(t, &options, &job), LAMINA_ERROR_INVALID_ARGUMENT);
  lamina_template_release(t);
}

int main(int argc, char **argv) {
  context = check_context(2);
  test_hostile_json(argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 1, argc > 2 ? atoi(argv[2]) : 400);
  test_refusals();
  test_slots();
  test_same_pictures();
  test_rows();
  test_rows_of_texts();
  test_lengths_as_texts();
  test_tables_of_texts();
  test_row_refusals();
  test_look_ahead();
  test_unseen_looks();
  test_drawings();
  test_image_files();
  test_receipts();
  test_encodings();
  test_without_workers();
  test_observers(0);
  test_observers(2);
  test_waiting_on_a_worker(1);
  test_waiting_on_a_worker(0);
  test_context_ends(2);
  test_context_ends(1);
  lamina_context_release(context);
  return check_done(__FILE__);
}
