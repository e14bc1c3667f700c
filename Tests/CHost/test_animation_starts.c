/* Animations begin at what is shown, whether the model is changed before them or behind them in the same turn. */
#include "motion_stage.h"

typedef struct property {
  const char *name;
  lamina_presented_fields field;
  double from, to; /* of one of its numbers */
} property;

static const property properties[] = {
    {"position", LAMINA_PRESENTED_FIELDS_POSITION, 10, 60},
    {"size", LAMINA_PRESENTED_FIELDS_SIZE, 10, 40},
    {"bounds origin", LAMINA_PRESENTED_FIELDS_BOUNDS_ORIGIN, 0, 8},
    {"opacity", LAMINA_PRESENTED_FIELDS_OPACITY, 1, 0.5},
    {"transform", LAMINA_PRESENTED_FIELDS_TRANSFORM, 0, 30},
    {"corner radii", LAMINA_PRESENTED_FIELDS_CORNER_RADII, 0, 4},
    {"background", LAMINA_PRESENTED_FIELDS_BACKGROUND, 1, 0},
    {"border colour", LAMINA_PRESENTED_FIELDS_BORDER_COLOR, 1, 0},
    {"shadow", LAMINA_PRESENTED_FIELDS_SHADOW, 2, 6},
    {"z position", LAMINA_PRESENTED_FIELDS_Z_POSITION, 0, 3},
    {"gradient", LAMINA_PRESENTED_FIELDS_GRADIENT, 0, 0.5},
};

enum { PROPERTY_COUNT = sizeof properties / sizeof *properties };

static lamina_gradient_stop stops[2];

static lamina_presented_values values_with(lamina_presented_fields field, double number, lamina_gradient *gradient) {
  static const lamina_gradient none = LAMINA_GRADIENT_INIT;
  lamina_presented_values values = LAMINA_PRESENTED_VALUES_INIT;
  values.fields = field;
  values.position = make_point(number, 20);
  values.size = check_make_size(number, 10);
  values.bounds_origin = make_point(number, 0);
  values.opacity = number;
  values.transform.x0 = number;
  values.corner_radii.top_left = number;
  values.background = values.border_color = values.shadow.color = check_make_color(0x0000FF);
  values.background.red = values.border_color.red = (float)number;
  values.shadow.x = number;
  values.z_position = number;
  *gradient = none;
  stops[0].offset = number;
  stops[1].offset = 1;
  stops[0].color = stops[1].color = check_make_color(0x00FF00);
  gradient->stops = stops;
  gradient->stop_count = 2;
  values.gradient = gradient;
  return values;
}

/* Of the node itself. */
static void set(lamina_node *node, lamina_presented_fields field, double number) {
  lamina_gradient gradient;
  lamina_presented_values values = values_with(field, number, &gradient);
  lamina_border border;
  border.width = 1;
  border.color = values.border_color;
  switch (field) {
    case LAMINA_PRESENTED_FIELDS_POSITION: CHECK_OK(lamina_node_set_position(node, values.position)); break;
    case LAMINA_PRESENTED_FIELDS_SIZE: /* about its middle */
      values.position = lamina_node_get_position(node);
      CHECK_OK(lamina_node_set_frame(node, check_make_rect(values.position.x - number / 2, 15, number, 10)));
      break;
    case LAMINA_PRESENTED_FIELDS_BOUNDS_ORIGIN:
      CHECK_OK(lamina_node_set_bounds_origin(node, values.bounds_origin));
      break;
    case LAMINA_PRESENTED_FIELDS_OPACITY: CHECK_OK(lamina_node_set_opacity(node, number)); break;
    case LAMINA_PRESENTED_FIELDS_TRANSFORM: CHECK_OK(lamina_node_set_transform(node, values.transform)); break;
    case LAMINA_PRESENTED_FIELDS_CORNER_RADII: CHECK_OK(lamina_node_set_corner_radii(node, values.corner_radii)); break;
    case LAMINA_PRESENTED_FIELDS_BACKGROUND: CHECK_OK(lamina_node_set_background(node, values.background)); break;
    case LAMINA_PRESENTED_FIELDS_BORDER_COLOR: CHECK_OK(lamina_node_set_border(node, border)); break;
    case LAMINA_PRESENTED_FIELDS_SHADOW: CHECK_OK(lamina_node_set_shadow(node, values.shadow)); break;
    case LAMINA_PRESENTED_FIELDS_Z_POSITION: CHECK_OK(lamina_node_set_z_position(node, number)); break;
    default: CHECK_OK(lamina_node_set_gradient(node, &gradient)); break;
  }
}

static void note_offset(const lamina_layer *layer, void *user_data) {
  if (layer->gradient != NULL) *(double *)user_data = layer->gradient->stops[0].offset;
}

/* What is shown of it. */
static double number_of(stage *s, lamina_presented_fields field) {
  lamina_presented_values values = shown(s->box);
  double offset = -1;
  switch (field) {
    case LAMINA_PRESENTED_FIELDS_POSITION: return values.position.x;
    case LAMINA_PRESENTED_FIELDS_SIZE: return values.size.width;
    case LAMINA_PRESENTED_FIELDS_BOUNDS_ORIGIN: return values.bounds_origin.x;
    case LAMINA_PRESENTED_FIELDS_OPACITY: return values.opacity;
    case LAMINA_PRESENTED_FIELDS_TRANSFORM: return values.transform.x0;
    case LAMINA_PRESENTED_FIELDS_CORNER_RADII: return values.corner_radii.top_left;
    case LAMINA_PRESENTED_FIELDS_BACKGROUND: return values.background.red;
    case LAMINA_PRESENTED_FIELDS_BORDER_COLOR: return values.border_color.red;
    case LAMINA_PRESENTED_FIELDS_SHADOW: return values.shadow.x;
    case LAMINA_PRESENTED_FIELDS_Z_POSITION: return values.z_position;
    default: CHECK_OK(lamina_surface_export_layers(s->surface, note_offset, &offset)); return offset;
  }
}

static void check_shown(stage *s, const property *moved, double share, const char *when) {
  double number = number_of(s, moved->field), expected = moved->from + (moved->to - moved->from) * share;
  if (!CHECK(fabs(number - expected) < 1e-5)) {
    printf("    %s %s: %g is shown, not %g\n", moved->name, when, number, expected);
  }
}

/* `is_model`: it ends at what the node has. `others`: as many values are set with it. */
static void begin(stage *s, const property *moved, bool is_model, bool is_set_before, bool others) {
  lamina_animation_options options = linear(1000000);
  lamina_gradient gradient;
  lamina_presented_values values;
  size_t i;
  options.ends_at_model = is_model;
  for (i = 0; i < 2; i++) {
    if ((i == 0) == is_set_before) {
      size_t other;
      set(s->box, moved->field, moved->to);
      for (other = 0; others && other < PROPERTY_COUNT; other++) {
        if (properties[other].field != moved->field) set(s->box, properties[other].field, properties[other].to);
      }
    } else {
      values = values_with(moved->field, moved->to, &gradient);
      CHECK_OK(lamina_node_add_animation(s->box, &values, &options, done, NULL, destroyed, NULL));
    }
  }
}

static void test_property(const property *moved, bool is_model, bool is_set_before, bool others) {
  stage s = make_stage(1);
  size_t i;
  for (i = 0; i < PROPERTY_COUNT; i++) set(s.box, properties[i].field, properties[i].from);
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  begin(&s, moved, is_model, is_set_before, others);
  check_shown(&s, moved, 0, "when it begins");
  frame(&s, 1000000);
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  check_shown(&s, moved, 0, "in its first frame");
  frame(&s, 1500000);
  check_shown(&s, moved, 0.5, "halfway");
  frame(&s, 2000000);
  check_shown(&s, moved, 1, "at its end");
  CHECK_EQUAL(finishes, 1);
  end_stage(&s);
}

/* What is asked for is what is on screen until a process takes over what nodes have. */
static void test_shown(void) {
  stage s = make_stage(1);
  size_t i;
  for (i = 0; i < PROPERTY_COUNT; i++) set(s.box, properties[i].field, properties[i].from);
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  for (i = 0; i < PROPERTY_COUNT; i++) set(s.box, properties[i].field, properties[i].to);
  for (i = 0; i < PROPERTY_COUNT; i++) check_shown(&s, &properties[i], 0, "before a process");
  CHECK_OK(lamina_context_wait_idle(s.context, CHECK_PATIENCE_US));
  for (i = 0; i < PROPERTY_COUNT; i++) check_shown(&s, &properties[i], 1, "behind it");
  CHECK_EQUAL(shown(s.box).fields, LAMINA_PRESENTED_FIELDS_NONE);
  end_stage(&s);
}

int main(void) {
  size_t i;
  int way;
  for (i = 0; i < PROPERTY_COUNT; i++) {
    for (way = 0; way < 8; way++) test_property(&properties[i], way & 1, way & 2, way & 4);
  }
  test_shown();
  return check_done(__FILE__);
}
