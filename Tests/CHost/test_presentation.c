/* What is shown in place of what nodes have. */
#include "check.h"

typedef struct stage {
  lamina_context *context;
  lamina_surface *surface;
  lamina_node *root, *box;
  check_picture picture;
} stage;

static int drawn;

/* Blue in the corner. */
static lamina_status draw(lamina_canvas *canvas, const lamina_bitmap *target, lamina_size size, double scale,
                          void *user_data) {
  int x, y;
  (void)canvas, (void)size, (void)scale, (void)user_data;
  for (y = 0; y < 4; y++) {
    for (x = 0; x < 4; x++) ((uint32_t *)((char *)target->data + y * target->stride))[x] = 0xFF0000FFu;
  }
  __atomic_add_fetch(&drawn, 1, __ATOMIC_SEQ_CST);
  return LAMINA_OK;
}

static lamina_point make_point(double x, double y) {
  lamina_point point;
  point.x = x;
  point.y = y;
  return point;
}

static stage make_stage(void) {
  stage s;
  s.context = check_context(1);
  s.root = check_node(s.context);
  s.box = check_node(s.context);
  s.surface = NULL;
  s.picture = check_make_picture(40, 30);
  CHECK_OK(lamina_node_set_background(s.root, check_make_color(0xFFFFFF)));
  CHECK_OK(lamina_node_set_background(s.box, check_make_color(0xFF0000)));
  CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(2, 2, 10, 10)));
  CHECK_OK(lamina_node_set_draw_pixels_callback(s.box, draw, NULL, NULL));
  CHECK_OK(lamina_node_add_child(s.root, s.box));
  CHECK_OK(lamina_surface_create(s.context, check_make_size(40, 30), 1, &s.surface));
  CHECK_OK(lamina_surface_set_root(s.surface, s.root));
  return s;
}

static void composite(stage *s) {
  CHECK_OK(lamina_surface_composite(s->surface, &s->picture.bitmap, NULL, 0, NULL));
}

static void settle(stage *s) {
  CHECK_OK(lamina_context_wait_idle(s->context, CHECK_PATIENCE_US));
  composite(s);
}

static void end_stage(stage *s) {
  lamina_node_release(s->box);
  lamina_node_release(s->root);
  lamina_surface_release(s->surface);
  lamina_context_release(s->context);
  free(s->picture.pixels);
}

static lamina_presented_values at(double x, double y) {
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  values.fields = LAMINA_PRESENTED_FIELDS_POSITION;
  values.position = make_point(x, y);
  return values;
}

static void test_values(void) {
  stage s = make_stage();
  lamina_presented_values values = at(25, 15), found = LAMINA_PRESENTED_VALUES_INIT;
  lamina_node *hit = NULL;
  lamina_point point;
  int before;
  settle(&s);
  before = check_load(&drawn);
  CHECK_EQUAL(check_pixel(&s.picture, 2, 2), 0xFF0000FFu);
  CHECK_OK(lamina_node_set_presented(s.box, &values));
  /* Without a process: only the next composite. */
  CHECK(check_has_damage(s.surface));
  composite(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 2, 2), 0xFFFFFFFFu);
  CHECK_EQUAL(check_pixel(&s.picture, 20, 10), 0xFF0000FFu);
  CHECK_EQUAL(check_pixel(&s.picture, 29, 19), 0xFFFF0000u);
  CHECK_RECT(lamina_node_get_frame(s.box), 2, 2, 10, 10);
  CHECK_OK(lamina_node_hit_test(s.root, make_point(21, 12), &hit, &point));
  CHECK(hit == s.box);
  CHECK_NEAR(point.x, 1);
  lamina_node_release(hit);
  CHECK_OK(lamina_node_convert_point(s.box, make_point(1, 1), s.root, &point));
  CHECK_NEAR(point.x, 21);
  CHECK_NEAR(point.y, 11);

  /* What was presented before stays. */
  values.fields = LAMINA_PRESENTED_FIELDS_SIZE | LAMINA_PRESENTED_FIELDS_Z_POSITION;
  values.size = check_make_size(4, 6);
  values.z_position = 2;
  CHECK_OK(lamina_node_set_presented(s.box, &values));
  CHECK_OK(lamina_node_get_presented(s.box, &found));
  CHECK_EQUAL(found.fields, LAMINA_PRESENTED_FIELDS_POSITION | LAMINA_PRESENTED_FIELDS_SIZE | LAMINA_PRESENTED_FIELDS_Z_POSITION);
  CHECK_NEAR(found.position.x, 25);
  CHECK_NEAR(found.size.height, 6);
  CHECK_NEAR(found.opacity, 1);
  CHECK_NEAR(found.background.red, 1);
  composite(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 23, 12), 0xFF0000FFu);
  CHECK_EQUAL(check_pixel(&s.picture, 26, 17), 0xFFFF0000u);
  CHECK_EQUAL(check_pixel(&s.picture, 27, 17), 0xFFFFFFFFu);

  /* The model shows when it is cleared. */
  CHECK_OK(lamina_node_set_position(s.box, make_point(11, 7)));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 6, 2), 0xFFFFFFFFu);
  CHECK_OK(lamina_node_clear_presented(s.box, LAMINA_PRESENTED_FIELDS_ALL));
  composite(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 6, 2), 0xFF0000FFu);
  CHECK_EQUAL(check_pixel(&s.picture, 15, 11), 0xFFFF0000u);
  CHECK_OK(lamina_node_get_presented(s.box, &found));
  CHECK_EQUAL(found.fields, 0);
  CHECK_NEAR(found.position.x, 11);
  CHECK_EQUAL(check_load(&drawn), before);
  end_stage(&s);
}

/* A node may be presented before it is shown, and again after it was taken off. */
static void test_before_and_after(void) {
  stage s = make_stage();
  lamina_presented_values values = at(25, 15);
  CHECK_OK(lamina_node_set_presented(s.box, &values));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 20, 10), 0xFF0000FFu);
  CHECK_OK(lamina_node_remove_from_parent(s.box));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 20, 10), 0xFFFFFFFFu);
  CHECK_OK(lamina_node_add_child(s.root, s.box));
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 20, 10), 0xFF0000FFu);
  CHECK_OK(lamina_node_clear_presented(s.box, LAMINA_PRESENTED_FIELDS_POSITION));
  composite(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 2, 2), 0xFF0000FFu);
  end_stage(&s);
}

static void *call_elsewhere(void *node) {
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  CHECK_STATUS(lamina_node_set_presented((lamina_node *)node, &values), LAMINA_ERROR_WRONG_THREAD);
  CHECK_STATUS(lamina_node_get_presented((lamina_node *)node, &values), LAMINA_ERROR_WRONG_THREAD);
  CHECK_STATUS(lamina_node_clear_presented((lamina_node *)node, LAMINA_PRESENTED_FIELDS_ALL), LAMINA_ERROR_WRONG_THREAD);
  return NULL;
}

/* Each value is refused that its setter refuses, with its name; then nothing is presented. */
static void test_refusals(void) {
  stage s = make_stage();
  lamina_node *gone = check_node(s.context);
  lamina_presented_values good = LAMINA_PRESENTED_VALUES_INIT, bad, found = LAMINA_PRESENTED_VALUES_INIT;
  settle(&s);
#define REFUSED(flag, name, change)                                                        \
  bad = good;                                                                              \
  bad.fields = (flag) | LAMINA_PRESENTED_FIELDS_BACKGROUND;                                \
  change;                                                                                  \
  CHECK_STATUS(lamina_node_set_presented(s.box, &bad), LAMINA_ERROR_INVALID_ARGUMENT);     \
  CHECK(strstr(lamina_last_error(), "values->" name) != NULL);
  REFUSED(LAMINA_PRESENTED_FIELDS_POSITION, "position", bad.position.x = NAN)
  REFUSED(LAMINA_PRESENTED_FIELDS_POSITION, "position", bad.position.y = 1e300)
  REFUSED(LAMINA_PRESENTED_FIELDS_SIZE, "size", bad.size.width = -1)
  REFUSED(LAMINA_PRESENTED_FIELDS_SIZE, "size", bad.size.height = INFINITY)
  REFUSED(LAMINA_PRESENTED_FIELDS_BOUNDS_ORIGIN, "bounds_origin", bad.bounds_origin.y = NAN)
  REFUSED(LAMINA_PRESENTED_FIELDS_OPACITY, "opacity", bad.opacity = 1.5)
  REFUSED(LAMINA_PRESENTED_FIELDS_TRANSFORM, "transform", bad.transform.xy = NAN)
  REFUSED(LAMINA_PRESENTED_FIELDS_CORNER_RADII, "corner_radii", bad.corner_radii.top_right = -2)
  REFUSED(LAMINA_PRESENTED_FIELDS_NONE, "background", bad.background.green = 2)
  REFUSED(LAMINA_PRESENTED_FIELDS_BORDER_COLOR, "border_color", bad.border_color.alpha = -1)
  REFUSED(LAMINA_PRESENTED_FIELDS_SHADOW, "shadow", bad.shadow.blur = NAN)
  REFUSED(LAMINA_PRESENTED_FIELDS_Z_POSITION, "z_position", bad.z_position = NAN)
  REFUSED((lamina_presented_fields)(1 << 11), "fields", (void)0)
  bad = good;
  bad.struct_size = 3;
  CHECK_STATUS(lamina_node_set_presented(s.box, &bad), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_node_clear_presented(s.box, (lamina_presented_fields)(1 << 11)), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "fields is 2048") != NULL);
  CHECK_STATUS(lamina_node_get_presented(s.box, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  /* What is not named is not looked at. */
  bad = good;
  bad.opacity = NAN;
  CHECK_OK(lamina_node_set_presented(s.box, &bad));
  CHECK_OK(lamina_node_set_presented(s.box, NULL));
  CHECK(!check_has_damage(s.surface));
  /* Nor is what is presented already. */
  bad.fields = LAMINA_PRESENTED_FIELDS_OPACITY;
  bad.opacity = 0.5;
  CHECK_OK(lamina_node_set_presented(s.box, &bad));
  composite(&s);
  CHECK_OK(lamina_node_set_presented(s.box, &bad));
  CHECK(!check_has_damage(s.surface));
  CHECK_OK(lamina_node_clear_presented(s.box, LAMINA_PRESENTED_FIELDS_ALL));
  composite(&s);
  CHECK_OK(lamina_node_get_presented(s.box, &found));
  CHECK_EQUAL(found.fields, 0);
  CHECK(!check_has_damage(s.surface));

  CHECK_STATUS(lamina_node_set_presented(NULL, &good), LAMINA_ERROR_INVALID_HANDLE);
  lamina_node_release(gone);
  CHECK_STATUS(lamina_node_set_presented(gone, &good), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_STATUS(lamina_node_clear_presented(gone, LAMINA_PRESENTED_FIELDS_ALL), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_STATUS(lamina_node_get_presented(gone, &found), LAMINA_ERROR_INVALID_HANDLE);
  check_elsewhere(call_elsewhere, s.box);
  end_stage(&s);
}

/* A frame callback presents, and the frame shows it. */
static void slide(lamina_context *context, uint64_t time_us, void *user_data) {
  lamina_presented_values values = at((double)time_us / 1000 + 5, 7);
  (void)context;
  CHECK_OK(lamina_node_set_presented(((stage *)user_data)->box, &values));
}

static void test_frames(void) {
  stage s = make_stage();
  uint64_t number = 0;
  int i, before;
  settle(&s);
  before = check_load(&drawn);
  CHECK_OK(lamina_context_set_time_us(s.context, 1000));
  CHECK_OK(lamina_context_add_frame_callback(s.context, slide, &s, NULL, &number));
  for (i = 2; i < 20; i++) {
    CHECK_OK(lamina_context_set_time_us(s.context, (uint64_t)i * 1000));
    CHECK_OK(lamina_context_process(s.context, 0));
    composite(&s);
    CHECK_EQUAL(check_pixel(&s.picture, i, 2), 0xFF0000FFu);
    CHECK_EQUAL(check_pixel(&s.picture, i - 1, 2), 0xFFFFFFFFu);
  }
  CHECK_EQUAL(check_load(&drawn), before);
  CHECK_OK(lamina_context_remove_frame_callback(s.context, number));
  end_stage(&s);
}

static void note_bounds(const lamina_layer *layer, void *user_data) {
  if (layer->descendant_count == 0) *(lamina_rect_px *)user_data = layer->bounds;
}

static void test_export(void) {
  stage s = make_stage();
  lamina_presented_values values = at(25, 15);
  lamina_rect_px bounds;
  memset(&bounds, 0, sizeof bounds);
  settle(&s);
  CHECK_OK(lamina_node_set_presented(s.box, &values));
  CHECK_OK(lamina_surface_export_layers(s.surface, note_bounds, &bounds));
  CHECK_EQUAL(bounds.x, 20);
  CHECK_EQUAL(bounds.y, 10);
  end_stage(&s);
}

/* What a node showed goes on after it, moves, and goes with its exit. */
static void test_exits(void) {
  stage s = make_stage();
  lamina_presented_values values = at(25, 15), bad = at(NAN, 0);
  lamina_node *gone = check_node(s.context);
  uint64_t exit = 0, other = 0;
  CHECK_STATUS(lamina_node_begin_exit(s.box, &exit), LAMINA_ERROR_INVALID_STATE); /* not shown yet */
  CHECK(strstr(lamina_last_error(), "not shown") != NULL);
  settle(&s);
  CHECK_STATUS(lamina_node_begin_exit(s.root, &exit), LAMINA_ERROR_INVALID_STATE);
  CHECK(strstr(lamina_last_error(), "root") != NULL);
  CHECK_STATUS(lamina_node_begin_exit(gone, &exit), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_node_begin_exit(NULL, &exit), LAMINA_ERROR_INVALID_HANDLE);
  CHECK_STATUS(lamina_node_begin_exit(s.box, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_node_begin_exit(s.box, &exit));
  CHECK_STATUS(lamina_node_begin_exit(s.box, &other), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_context_end_exit(s.context, exit + 1), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_context_set_exit_presented(s.context, exit + 1, &values), LAMINA_ERROR_INVALID_STATE);
  CHECK_STATUS(lamina_context_set_exit_presented(s.context, exit, &bad), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_node_remove_from_parent(s.box));
  lamina_node_release(s.box);
  settle(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 2, 2), 0xFF0000FFu);
  CHECK_OK(lamina_context_set_exit_presented(s.context, exit, &values));
  composite(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 2, 2), 0xFFFFFFFFu);
  CHECK_EQUAL(check_pixel(&s.picture, 20, 10), 0xFF0000FFu);
  CHECK_EQUAL(check_pixel(&s.picture, 29, 19), 0xFFFF0000u);
  CHECK_OK(lamina_context_end_exit(s.context, exit));
  CHECK(check_has_damage(s.surface));
  composite(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 20, 10), 0xFFFFFFFFu);
  CHECK_STATUS(lamina_context_end_exit(s.context, exit), LAMINA_ERROR_INVALID_STATE);

  /* One that nobody ends goes with its surface. */
  s.box = check_node(s.context);
  CHECK_OK(lamina_node_set_frame(s.box, check_make_rect(0, 0, 10, 10)));
  CHECK_OK(lamina_node_add_child(s.root, s.box));
  settle(&s);
  CHECK_OK(lamina_node_begin_exit(s.box, &exit));
  CHECK_OK(lamina_node_remove_from_parent(s.box));
  settle(&s);
  lamina_surface_release(s.surface);
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  CHECK_OK(lamina_context_set_exit_presented(s.context, exit, &values));
  CHECK_OK(lamina_context_end_exit(s.context, exit));
  CHECK_OK(lamina_surface_create(s.context, check_make_size(40, 30), 1, &s.surface));
  lamina_node_release(gone);
  end_stage(&s);
}

/* Three buffers in turn: each is what it would be if it were painted anew. */
static void test_buffers(void) {
  stage s = make_stage();
  check_picture buffers[3], whole = check_make_picture(40, 30);
  int made[3] = {-1, -1, -1}, frame;
  size_t count = 0;
  lamina_rect_px damage[4];
  for (frame = 0; frame < 3; frame++) buffers[frame] = check_make_picture(40, 30);
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  for (frame = 0; frame < 40; frame++) {
    int place = frame % 7 == 3 ? 0 : frame % 3;
    lamina_presented_values values = at(5 + frame * 7 % 31, 5 + frame * 5 % 17);
    /* Composites that change nothing count as well. */
    if (frame % 4 != 2) CHECK_OK(lamina_node_set_presented(s.box, &values));
    CHECK_OK(lamina_surface_composite_buffer(s.surface, &buffers[place].bitmap,
                                             made[place] < 0 ? 0 : (uint32_t)(frame - made[place]), damage, 4, &count));
    CHECK(count <= 4);
    if (made[place] < 0) CHECK(count == 1 && damage[0].width == 40 && damage[0].height == 30);
    made[place] = frame;
    if (frame == 39) {
      CHECK_OK(lamina_surface_set_needs_composite(s.surface));
      CHECK_OK(lamina_surface_composite(s.surface, &whole.bitmap, NULL, 0, NULL));
      CHECK_EQUAL(memcmp(whole.pixels, buffers[place].pixels, 40 * 30 * 4), 0);
    }
  }
  CHECK_OK(lamina_surface_composite_buffer(s.surface, &whole.bitmap, 1, damage, 4, &count));
  CHECK_EQUAL(count, 0);
  CHECK_OK(lamina_surface_composite_buffer(s.surface, &whole.bitmap, UINT32_MAX, damage, 4, &count));
  CHECK_EQUAL(count, 1);
  CHECK_STATUS(lamina_surface_composite_buffer(s.surface, NULL, 1, NULL, 0, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  whole.bitmap.width = 39;
  CHECK_STATUS(lamina_surface_composite_buffer(s.surface, &whole.bitmap, 2, NULL, 0, NULL), LAMINA_ERROR_INVALID_ARGUMENT);
  for (frame = 0; frame < 3; frame++) free(buffers[frame].pixels);
  free(whole.pixels);
  end_stage(&s);
}

/* Many in one call are as many calls; with one that is wrong, none is made. */
static void test_many(void) {
  stage s = make_stage();
  lamina_presented_values here = at(25, 15), faint = LAMINA_PRESENTED_VALUES_INIT, wrong = at(NAN, 0);
  lamina_presented_values found = LAMINA_PRESENTED_VALUES_INIT;
  lamina_presented_change changes[3] = {LAMINA_PRESENTED_CHANGE_INIT, LAMINA_PRESENTED_CHANGE_INIT, LAMINA_PRESENTED_CHANGE_INIT};
  lamina_context *other = check_context(0);
  lamina_node *foreign = check_node(other), *gone = check_node(s.context);
  lamina_node_release(gone);
  settle(&s);
  faint.fields = LAMINA_PRESENTED_FIELDS_OPACITY;
  faint.opacity = 0.5;
  changes[0].node = changes[2].node = s.box;
  changes[1].node = s.root;
  changes[0].values = &here;
  changes[1].values = NULL;
  changes[2].values = &wrong;
  CHECK_STATUS(lamina_context_apply_presented(s.context, changes, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK(strstr(lamina_last_error(), "changes[2]: values->position") != NULL);
  changes[2].values = &faint;
  changes[1].node = gone;
  CHECK_STATUS(lamina_context_apply_presented(s.context, changes, 3), LAMINA_ERROR_INVALID_HANDLE);
  CHECK(strstr(lamina_last_error(), "changes[1]") != NULL);
  changes[1].node = foreign;
  CHECK_STATUS(lamina_context_apply_presented(s.context, changes, 3), LAMINA_ERROR_FOREIGN_CONTEXT);
  changes[1].node = NULL;
  CHECK_STATUS(lamina_context_apply_presented(s.context, changes, 3), LAMINA_ERROR_INVALID_HANDLE);
  changes[1].node = s.root;
  changes[1].struct_size = 4;
  CHECK_STATUS(lamina_context_apply_presented(s.context, changes, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  changes[1].struct_size = sizeof changes[0];
  CHECK_STATUS(lamina_context_apply_presented(s.context, NULL, 3), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_STATUS(lamina_context_apply_presented(s.context, changes, SIZE_MAX), LAMINA_ERROR_INVALID_ARGUMENT);
  CHECK_OK(lamina_node_get_presented(s.box, &found));
  CHECK_EQUAL(found.fields, 0);
  CHECK(!check_has_damage(s.surface));
  CHECK_OK(lamina_context_apply_presented(s.context, NULL, 0));
  CHECK_OK(lamina_context_apply_presented(s.context, changes, 3));
  CHECK_OK(lamina_node_get_presented(s.box, &found));
  CHECK_EQUAL(found.fields, LAMINA_PRESENTED_FIELDS_POSITION | LAMINA_PRESENTED_FIELDS_OPACITY);
  composite(&s);
  CHECK_EQUAL(check_pixel(&s.picture, 2, 2), 0xFFFFFFFFu);
  CHECK(check_pixel(&s.picture, 20, 10) != 0xFFFFFFFFu);
  lamina_node_release(foreign);
  lamina_context_release(other);
  end_stage(&s);
}

int main(void) {
  test_many();
  test_exits();
  test_buffers();
  test_values();
  test_before_and_after();
  test_refusals();
  test_frames();
  test_export();
  return check_done(__FILE__);
}
