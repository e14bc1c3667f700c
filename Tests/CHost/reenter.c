/* Callbacks that call every function of the library: each kind of callback, on whatever thread it runs, calls all
 * functions that lamina.h declares with valid arguments. Nothing may crash or hang, and afterwards everything is as it
 * should be. The functions and their arguments come from the table of the misuse test, so that new ones are called by
 * themselves. */
#define _GNU_SOURCE
#include "misuse.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

lamina_context *home, *foreign;
void *stale_context;
void *captured[64];
notice *every_notice;

/* A red pixel as QOI. */
static const char picture_bytes[] = "qoif\0\0\0\1\0\0\0\1\4\0\376\377\0\0\0\0\0\0\0\0\0\1";
static int failures, calls_made, destroyed;
static int ran[64];      /* how often each kind of callback called everything */
static __thread bool inside;
/* Making the arguments of a call is not for two threads at once. */
static pthread_mutex_t arguments = PTHREAD_MUTEX_INITIALIZER;

void report(const char *format, ...) {
  va_list list;
  /* On a worker some objects cannot be made; the call is then made with NULL. */
  if (strncmp(format, "cannot make", 11) == 0) return;
  va_start(list, format);
  failures++;
  printf("FAILED: ");
  vprintf(format, list);
  printf("\n");
  va_end(list);
}

#define DEMAND(condition) \
  do {                    \
    if (!(condition)) report("line %d: %s (last error: %s)", __LINE__, #condition, lamina_last_error()); \
  } while (0)
#define OK(call) DEMAND((call) == LAMINA_OK)

static void give_back(call *c, const value *result) {
  int i;
  if (c->function->returns == RETURNS_HANDLE && result->pointer != NULL) {
    release_object(c->function->return_kind, result->pointer);
  }
  if (c->function->returns == RETURNS_STATUS && result->i32 == LAMINA_OK) {
    for (i = 0; i < c->function->parameter_count; i++) {
      if (c->function->parameters[i].role == ROLE_OUT_HANDLE && c->v[i].pointer != NULL) {
        void *handle;
        memcpy(&handle, c->v[i].pointer, sizeof handle);
        release_object(c->function->parameters[i].type, handle);
      }
    }
  }
  for (i = c->object_count - 1; i >= 0; i--) {
    /* A context that the call itself released is given back already. */
    if (c->objects[i].kind == context_kind && c->function->releases && c->v[0].pointer == c->objects[i].handle &&
        c->function->parameters[0].type == context_kind) {
      continue;
    }
    release_object(c->objects[i].kind, c->objects[i].handle);
  }
  for (i = 0; i < c->memory_count; i++) free(c->memory[i]);
}

static void call_all_functions(void) {
  int i, k;
  inside = true;
  for (i = 0; i < function_count; i++) {
    call *c = calloc(1, sizeof *c);
    value result;
    if (c == NULL) abort();
    memset(&result, 0, sizeof result);
    c->function = &functions[i];
    pthread_mutex_lock(&arguments);
    /* Handles are made by the table's first constructor; what a call is refused for is no matter here. */
    if (set_all_valid(c, home)) {
      /* Callbacks that are set from in here are not called again by all of it. */
      for (k = 0; k < c->function->parameter_count; k++) {
        if (c->function->parameters[k].role == ROLE_FUNCTION) c->v[k].function = NULL;
      }
      c->function->call(c->v, &result);
      __atomic_add_fetch(&calls_made, 1, __ATOMIC_RELAXED);
      if (c->function->returns == RETURNS_STATUS && !is_enumerator(&enumerations[status_enumeration], result.i32)) {
        report("%s answers %d", c->function->name, result.i32);
      }
    }
    give_back(c, &result);
    pthread_mutex_unlock(&arguments);
    free(c);
  }
  inside = false;
}

void misuse_callback_ran(int callback) {
  /* Each kind a few times: it may run again because of what it did. */
  if (inside || __atomic_fetch_add(&ran[callback], 1, __ATOMIC_RELAXED) >= 3) return;
  call_all_functions();
}

void misuse_saw_handle(int kind, void *handle) {
  if (kinds[kind].constructor_count == 0) __atomic_store_n(&captured[kind], handle, __ATOMIC_RELAXED);
}

void misuse_count_destroy(void *user_data) {
  (void)user_data;
  __atomic_add_fetch(&destroyed, 1, __ATOMIC_RELAXED);
}

static void destroy_and_call(void *user_data) {
  misuse_count_destroy(user_data);
  if (!inside) call_all_functions();
}

static void (*callback(const char *name))(void) {
  int i;
  for (i = 0; i < callback_count; i++) {
    if (strcmp(callback_names[i], name) == 0) return callbacks[i];
  }
  report("there is no callback %s any more", name);
  return NULL;
}

static lamina_status draw_and_fail(lamina_canvas *canvas, struct _cairo *cairo, lamina_size size, double scale, void *data) {
  (void)canvas, (void)cairo, (void)size, (void)scale, (void)data;
  return LAMINA_ERROR_UNSUPPORTED; /* which goes to the log */
}

static lamina_node *drawn_node(lamina_node *parent, lamina_node_draw_fn draw) {
  lamina_node *node = NULL;
  lamina_rect frame = {{0, 0}, {8, 8}};
  OK(lamina_node_create(home, &node));
  OK(lamina_node_set_frame(node, frame));
  OK(lamina_node_set_draw_callback(node, draw, NULL, destroy_and_call));
  OK(lamina_node_add_display_observer(node, (lamina_node_will_display_fn)callback("lamina_node_will_display_fn"),
                                      (lamina_node_did_display_fn)callback("lamina_node_did_display_fn"), NULL,
                                      destroy_and_call, NULL));
  OK(lamina_node_set_user_data(node, node, destroy_and_call));
  OK(lamina_node_add_child(parent, node));
  return node;
}

/* Nodes that are drawn and laid out by callbacks of every other kind. */
static void add_nodes(lamina_node *root) {
  lamina_node *node = NULL, *child = NULL;
  lamina_rect frame = {{8, 0}, {8, 8}};
  uint64_t number = 0;
  int i;
  for (i = 0; i < 6; i++) {
    OK(lamina_node_create(home, &node));
    OK(lamina_node_create(home, &child));
    OK(lamina_node_set_frame(node, frame));
    OK(lamina_node_add_child(root, node));
    if (i == 0) {
      OK(lamina_node_set_draw_pixels_callback(node, (lamina_node_draw_pixels_fn)callback("lamina_node_draw_pixels_fn"), NULL, destroy_and_call));
    } else if (i == 1) {
      OK(lamina_node_set_draw_image_callback(node, (lamina_node_draw_image_fn)callback("lamina_node_draw_image_fn"), NULL, destroy_and_call));
    } else if (i == 2) {
      OK(lamina_node_set_placeholder_draw_callback(node, (lamina_node_draw_fn)callback("lamina_node_draw_fn"), NULL, destroy_and_call));
      OK(lamina_node_add_interface_observer(node, (lamina_node_interface_fn)callback("lamina_node_interface_fn"), NULL, destroy_and_call, &number));
    } else if (i == 3) {
      OK(lamina_node_set_measure_callback(node, (lamina_node_measure_fn)callback("lamina_node_measure_fn"), NULL, destroy_and_call));
    } else if (i == 4) {
      OK(lamina_node_set_layout_spec_callback(node, (lamina_node_layout_spec_fn)callback("lamina_node_layout_spec_fn"), NULL, destroy_and_call));
    } else {
      OK(lamina_node_add_child(node, child));
      OK(lamina_node_set_layout_callback(node, (lamina_node_layout_fn)callback("lamina_node_layout_fn"), NULL, destroy_and_call));
    }
    lamina_node_release(child);
    lamina_node_release(node);
  }
}

static void lay_out(lamina_node *root) {
  lamina_size_range range = {{0, 0}, {32, 32}};
  lamina_layout *layout = NULL;
  lamina_element children[16];
  lamina_spec *spec = NULL;
  size_t i, count = lamina_node_get_child_count(root);
  for (i = 0; i < count && i < 16; i++) OK(lamina_node_copy_child(root, i, (lamina_node **)&children[i]));
  OK(lamina_spec_create_wrapper(home, NULL, children, i, &spec));
  OK(lamina_node_set_spec(root, spec));
  OK(lamina_layout_create(root, range, &layout));
  while (i > 0) lamina_node_release(children[--i].node);
  lamina_spec_release(spec);
  lamina_layout_release(layout);
}

/* Calls that belong to no node: posted, delayed and cancelled, observers of commits and of a job, files. */
static void add_calls(void) {
  static const char json[] = "{\"width\": 4, \"root\": {\"style\": {\"height\": 4}}}";
  lamina_context_call_fn call = (lamina_context_call_fn)callback("lamina_context_call_fn");
  lamina_template *form = NULL;
  lamina_job *job = NULL;
  lamina_picture_info picture = LAMINA_PICTURE_INFO_INIT;
  uint64_t number = 0, frame = 0;
  OK(lamina_context_post(home, call, NULL, destroy_and_call));
  OK(lamina_context_post_delayed(home, 1, call, NULL, destroy_and_call, NULL));
  /* Before callbacks and destroy notifies process in their turn, which would run these calls where none is counted. */
  lamina_context_wait_idle(home, 90000000);
  OK(lamina_context_post_delayed(home, UINT64_MAX / 2, call, NULL, destroy_and_call, &number));
  OK(lamina_context_cancel_call(home, number));
  OK(lamina_context_add_commit_observer(home, LAMINA_COMMIT_PHASE_BEFORE,
                                        (lamina_context_commit_fn)callback("lamina_context_commit_fn"), NULL,
                                        destroy_and_call, &number));
  OK(lamina_context_add_frame_callback(home, (lamina_context_frame_fn)callback("lamina_context_frame_fn"), NULL,
                                       destroy_and_call, &frame));
  OK(lamina_context_begin_frame(home, 1, 0));
  OK(lamina_template_create(home, json, LAMINA_NUL_TERMINATED, &form));
  OK(lamina_job_create(form, NULL, &job));
  OK(lamina_job_add_observer(job, (lamina_job_ready_fn)callback("lamina_job_ready_fn"), NULL, destroy_and_call, NULL));
  OK(lamina_job_add_row(job, NULL, 0));
  lamina_context_wait_idle(home, 90000000);
  OK(lamina_job_wait_picture(job, 90000000, &picture));
  lamina_picture_release(picture.picture);
  lamina_job_release(job);
  lamina_template_release(form);
  OK(lamina_context_remove_commit_observer(home, number));
  OK(lamina_context_remove_frame_callback(home, frame));
  OK(lamina_context_begin_frame(home, LAMINA_TIME_SYSTEM, 0));
}

/* Pictures that are made and come, numbers that move, and what scrolls. */
static void add_movement(lamina_node *root) {
  lamina_image_source source = LAMINA_IMAGE_SOURCE_INIT;
  lamina_image_step step = LAMINA_IMAGE_STEP_INIT;
  lamina_value_animation values = LAMINA_VALUE_ANIMATION_INIT;
  lamina_image *image = NULL, *made = NULL;
  lamina_node *node = NULL, *child = NULL;
  lamina_rect frame = {{16, 0}, {8, 8}}, long_frame = {{0, 0}, {8, 800}};
  lamina_point down = {0, 4};
  double from = 0, to = 1;
  OK(lamina_image_create_data(home, picture_bytes, sizeof picture_bytes, &image));
  step.kind = LAMINA_IMAGE_STEP_KIND_CALL;
  step.modify = (lamina_image_modify_fn)callback("lamina_image_modify_fn");
  OK(lamina_image_begin_modified(image, &step, 1, 0, NULL, NULL, NULL, &made));
  lamina_image_release(made);
  lamina_image_release(image);
  OK(lamina_node_create(home, &node));
  OK(lamina_node_set_frame(node, frame));
  OK(lamina_node_add_child(root, node));
  source.url = "data:text/plain,none";
  source.flags = LAMINA_IMAGE_SOURCE_FLAGS_EAGER;
  OK(lamina_node_set_image_source(node, &source, (lamina_node_image_fn)callback("lamina_node_image_fn"), NULL, destroy_and_call));
  OK(lamina_node_create(home, &child));
  OK(lamina_node_set_frame(child, long_frame));
  OK(lamina_node_add_child(node, child));
  OK(lamina_node_set_scroll(node, &(lamina_scroll_options)LAMINA_SCROLL_OPTIONS_INIT));
  OK(lamina_node_add_scroll_observer(node, (lamina_node_scroll_fn)callback("lamina_node_scroll_fn"), NULL, destroy_and_call, NULL));
  OK(lamina_node_scroll_by(node, down, NULL));
  lamina_node_release(child);
  lamina_node_release(node);
  values.start = &from;
  values.end = &to;
  values.count = 1;
  OK(lamina_context_add_value_animation(home, &values, NULL, (lamina_context_move_fn)callback("lamina_context_move_fn"), NULL, NULL,
                                        destroy_and_call, NULL));
}

/* What says how something moves is called at once, so that all else has come before. */
static void say_how(lamina_node *root) {
  lamina_animation_options how = LAMINA_ANIMATION_OPTIONS_INIT;
  how.own_curve = (lamina_context_curve_fn)callback("lamina_context_curve_fn");
  OK(lamina_node_set_default_animation(root, LAMINA_PRESENTED_FIELDS_POSITION, &how));
  OK(lamina_context_set_transition_callback(
      home, (lamina_context_transition_fn)callback("lamina_context_transition_fn"), NULL, destroy_and_call));
  OK(lamina_context_begin_transition(home, NULL, NULL));
  OK(lamina_node_set_opacity(root, 0.25));
  OK(lamina_context_end_transition(home, NULL, NULL, NULL));
}

/* Rows that a callback places, and pages of them; the list ends with its release. */
static lamina_list *add_placed(lamina_node *root) {
  lamina_list_layout layout = LAMINA_LIST_LAYOUT_INIT;
  lamina_list_render_options options = LAMINA_LIST_RENDER_OPTIONS_INIT;
  lamina_rect frame = {{8, 8}, {8, 8}};
  lamina_list *list = NULL;
  lamina_node *node = NULL;
  OK(lamina_list_create(home, NULL, &list));
  OK(lamina_list_set_row_count(list, 2, 0));
  options.breadth = 4;
  OK(lamina_list_render(list, &options, (lamina_list_page_fn)callback("lamina_list_page_fn"), NULL, destroy_and_call));
  OK(lamina_list_set_layout_callback(list, (lamina_list_layout_fn)callback("lamina_list_layout_fn"), NULL, destroy_and_call));
  OK(lamina_list_copy_node(list, &node));
  OK(lamina_node_set_frame(node, frame));
  OK(lamina_node_add_child(root, node));
  lamina_node_release(node);
  layout.kind = LAMINA_LIST_LAYOUT_KIND_OWN;
  OK(lamina_list_set_layout(list, &layout));
  return list;
}

/* What is observed, loaded and moved. Returns a list, which ends with its release. */
static lamina_list *add_events(lamina_node *root) {
  static const char form_json[] = "{\"width\": 4, \"root\": {\"style\": {\"height\": 4}}}";
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  lamina_context_load_end_fn end = (lamina_context_load_end_fn)callback("lamina_context_load_end_fn");
  lamina_context_load_progress_fn progress = (lamina_context_load_progress_fn)callback("lamina_context_load_progress_fn");
  lamina_image *image = NULL;
  lamina_template *form = NULL;
  lamina_list *list = NULL;
  lamina_node *node = NULL;
  lamina_rect frame = {{0, 8}, {8, 8}};
  lamina_list_options options = LAMINA_LIST_OPTIONS_INIT;
  lamina_list_row row = LAMINA_LIST_ROW_INIT, rows[3];
  uint64_t load = 0;
  int i;
  OK(lamina_node_add_subtree_observer(root, (lamina_node_subtree_fn)callback("lamina_node_subtree_fn"), NULL, destroy_and_call, NULL));
  OK(lamina_node_add_layout_observer(root, (lamina_node_layout_event_fn)callback("lamina_node_layout_event_fn"), NULL,
                                     destroy_and_call, NULL));
  OK(lamina_node_set_needs_layout(root));
  OK(lamina_image_begin_data(home, picture_bytes, sizeof picture_bytes, NULL,
                             (lamina_image_loaded_fn)callback("lamina_image_loaded_fn"), NULL, destroy_and_call, &image));
  lamina_image_release(image);
  values.fields = LAMINA_PRESENTED_FIELDS_OPACITY;
  OK(lamina_node_add_animation(root, &values, NULL, (lamina_context_did_animate_fn)callback("lamina_context_did_animate_fn"), NULL,
                               destroy_and_call, NULL));
  OK(lamina_context_load(home, "file:///proc/self/exe", LAMINA_NUL_TERMINATED, NULL, progress, end, NULL, destroy_and_call, NULL));
  OK(lamina_context_set_loader(home, "mine", LAMINA_NUL_TERMINATED,
                               (lamina_context_load_start_fn)callback("lamina_context_load_start_fn"),
                               (lamina_context_load_cancel_fn)callback("lamina_context_load_cancel_fn"),
                               (lamina_context_load_priority_fn)callback("lamina_context_load_priority_fn"), NULL, destroy_and_call));
  OK(lamina_context_load(home, "mine:bytes", LAMINA_NUL_TERMINATED, NULL, NULL, end, NULL, destroy_and_call, &load));
  lamina_context_process(home, 0);
  lamina_context_set_load_priority(home, load, LAMINA_LOAD_PRIORITY_HIGH);
  lamina_context_process(home, 0);
  lamina_context_cancel_load(home, load);
  lamina_context_process(home, 0);
  OK(lamina_template_create(home, form_json, LAMINA_NUL_TERMINATED, &form));
  options.estimated_row_height = 2; /* all rows are in view, also those that callbacks give nothing to show */
  OK(lamina_list_create(home, &options, &list));
  OK(lamina_list_set_template(list, 0, form));
  OK(lamina_list_set_values_callback(list, (lamina_list_values_fn)callback("lamina_list_values_fn"), NULL, destroy_and_call));
  OK(lamina_list_add_observer(list, (lamina_list_event_fn)callback("lamina_list_event_fn"), NULL, destroy_and_call, NULL));
  OK(lamina_list_set_cell_callback(list, 1, (lamina_list_cell_fn)callback("lamina_list_cell_fn"), false, NULL, destroy_and_call));
  for (i = 0; i < 3; i++) {
    rows[i] = row;
    rows[i].identity = (uint64_t)i;
    rows[i].kind = i == 1;
  }
  OK(lamina_list_apply_changes(list, NULL, 0, rows, 3, (lamina_list_applied_fn)callback("lamina_list_applied_fn"), NULL,
                               destroy_and_call));
  OK(lamina_list_copy_node(list, &node));
  OK(lamina_node_set_frame(node, frame));
  OK(lamina_node_add_child(root, node));
  lamina_node_release(node);
  lamina_template_release(form);
  return list;
}

/* What appeared in transitions that callbacks made is seen, and drawn, when it has come. */
static void come_to_rest(void) {
  int tries;
  for (tries = 0; tries < 20 || (tries < 200 && lamina_context_get_timeout_us(home) >= 0); tries++) {
    usleep(5000);
    /* Callbacks have set a clock that stands. */
    OK(lamina_context_set_time_us(home, LAMINA_TIME_SYSTEM));
    OK(lamina_context_begin_frame(home, LAMINA_TIME_SYSTEM, 0));
    lamina_context_process(home, 0);
  }
  lamina_context_wait_idle(home, 90000000);
}

static void all_callbacks(void) {
  static uint32_t pixels[32 * 32];
  lamina_node *root = NULL, *found = NULL, *good, *bad;
  lamina_surface *surface = NULL;
  lamina_transaction *transaction = NULL;
  lamina_list *list, *placed;
  lamina_bitmap target = LAMINA_BITMAP_INIT;
  lamina_size size = {32, 32};
  lamina_color white = {1, 1, 1, 1};
  target.data = pixels;
  target.width = target.height = 32;
  target.stride = 128;
  OK(lamina_node_create(home, &root));
  good = drawn_node(root, (lamina_node_draw_fn)callback("lamina_node_draw_fn"));
  bad = drawn_node(root, draw_and_fail);
  add_calls();
  add_nodes(root);
  lay_out(root);
  OK(lamina_node_render(root, 1, white, &target, (lamina_node_render_fn)callback("lamina_node_render_fn"), NULL,
                        destroy_and_call, NULL));
  OK(lamina_surface_create(home, size, 1, &surface));
  OK(lamina_surface_add_complete_observer(surface, (lamina_surface_complete_fn)callback("lamina_surface_complete_fn"), NULL,
                                          destroy_and_call, NULL));
  OK(lamina_surface_set_root(surface, root));
  OK(lamina_transaction_create(home, &transaction));
  OK(lamina_transaction_add_operation(
      transaction, 0, (lamina_transaction_execute_fn)callback("lamina_transaction_execute_fn"),
      (lamina_transaction_complete_fn)callback("lamina_transaction_complete_fn"), NULL, destroy_and_call));
  OK(lamina_transaction_commit(transaction, (lamina_transaction_done_fn)callback("lamina_transaction_done_fn"), NULL,
                               destroy_and_call));
  lamina_context_wait_idle(home, 90000000);
  add_movement(root);
  list = add_events(root);
  placed = add_placed(root);
  OK(lamina_node_set_needs_display(good)); /* for who observes what is drawn below the root */
  come_to_rest();
  say_how(root);
  come_to_rest();
  lamina_list_release(list);
  lamina_list_release(placed);
  lamina_surface_composite(surface, &target, NULL, 0, NULL);
  lamina_surface_export_layers(surface, (lamina_surface_layer_fn)callback("lamina_surface_layer_fn"), NULL);
  lamina_bitmap_write(&target, NULL, (lamina_bitmap_write_fn)callback("lamina_bitmap_write_fn"), NULL);
  lamina_node_find_matching(root, (lamina_node_match_fn)callback("lamina_node_match_fn"), NULL, &found);
  lamina_node_release(found);
  lamina_transaction_release(transaction);
  lamina_surface_release(surface);
  lamina_node_release(good);
  lamina_node_release(bad);
  lamina_node_release(root);
}

int main(void) {
  lamina_context_options options = LAMINA_CONTEXT_OPTIONS_INIT;
  lamina_statistics statistics = LAMINA_STATISTICS_INIT;
  lamina_context *gone = NULL;
  int threads, i;
  alarm(400);
  for (threads = 0; threads <= 2; threads += 2) {
    memset(ran, 0, sizeof ran);
    options.thread_count = threads;
    options.log = (lamina_context_log_fn)callback("lamina_context_log_fn");
    OK(lamina_context_create(&options, &home));
    options.log = NULL;
    options.thread_count = 0;
    OK(lamina_context_create(&options, &foreign));
    OK(lamina_context_create(&options, &gone));
    stale_context = gone;
    lamina_context_release(gone);
    all_callbacks();
    OK(lamina_context_wait_idle(home, 90000000));
    OK(lamina_context_wait_idle(home, 90000000));
    OK(lamina_context_get_statistics(home, &statistics));
    DEMAND(statistics.node_count == 0);
    DEMAND(statistics.object_count == 0);
    for (i = 0; i < callback_count; i++) {
      /* Progress is of servers and of hosts that hand over parts: see test_loader.c. */
      if (strcmp(callback_names[i], "lamina_context_load_progress_fn") == 0) continue;
      if (ran[i] == 0) report("%s was never called with %d workers", callback_names[i], threads);
    }
    lamina_context_release(foreign);
    lamina_context_release(home);
    OK(lamina_context_get_statistics(home, &statistics) == LAMINA_ERROR_INVALID_HANDLE ? LAMINA_OK : LAMINA_ERROR_IO);
  }
  printf("reenter.c: %d calls inside callbacks, %d destroy notifies, %d failed\n", calls_made, destroyed, failures);
  return failures > 0;
}
