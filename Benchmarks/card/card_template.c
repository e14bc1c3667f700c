#include "card_tree.h"

#include "bench.h"

lamina_template *card_template(lamina_context *context, const char *folder, const char *name) {
  char path[1024], *json = malloc(1 << 16);
  lamina_template *made = NULL;
  size_t length;
  FILE *file;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  file = fopen(path, "r");
  if (file == NULL || json == NULL) bench_require(LAMINA_ERROR_IO, path);
  length = fread(json, 1, 1 << 16, file);
  fclose(file);
  BENCH_OK(lamina_template_create(context, json, length, &made));
  free(json);
  return made;
}

void card_add_row(lamina_job *job, const card *c, const card_images *images) {
  static const char *const slots[] = {"name", "time", "body", "first", "second", "third", "fourth"};
  const char *const texts[] = {c->name, c->time, c->body, c->buttons[0], c->buttons[1], c->buttons[2], c->buttons[3]};
  const lamina_slot_value initial = LAMINA_SLOT_VALUE_INIT;
  lamina_slot_value values[9];
  int i;
  for (i = 0; i < 7; i++) {
    values[i] = initial;
    values[i].slot = slots[i];
    values[i].kind = LAMINA_VALUE_KIND_TEXT;
    values[i].text = texts[i];
  }
  for (i = 7; i < 9; i++) {
    values[i] = initial;
    values[i].slot = i == 7 ? "avatar" : "photo";
    values[i].kind = LAMINA_VALUE_KIND_IMAGE;
    if (images != NULL) values[i].image = i == 7 ? images->avatars[c->avatar] : images->photos[c->photo];
  }
  BENCH_OK(lamina_job_add_row(job, values, images != NULL ? 9 : 7));
}
