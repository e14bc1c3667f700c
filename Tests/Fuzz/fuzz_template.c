/* Templates and rows of JSON. An input is a template, then rows, with a zero byte between them. What must hold: a
 * template is taken or refused with a sentence, the same twice; each row that was added comes out once and in order, as
 * a picture or with a sentence; a row is drawn to the same bytes twice, the second time by another template of the same
 * text; nothing is left. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_ROWS = 8 };

/* What a job made of a row. */
typedef struct outcome {
  lamina_status status;
  int32_t width, height;
  uint64_t hash;
} outcome;

/* Numbers of more than five digits, and exponents, would mostly ask for pictures of gigabytes. */
static bool is_modest(const uint8_t *data, size_t size) {
  size_t i, digits = 0;
  for (i = 0; i < size; i++) {
    bool is_digit = data[i] >= '0' && data[i] <= '9';
    if (digits > 0 && (data[i] == 'e' || data[i] == 'E')) return false;
    digits = is_digit ? digits + 1 : 0;
    if (digits > 5) return false;
  }
  return true;
}

/* Of pixels, without what lies between the end of a row and the next. */
static uint64_t hash_of(const lamina_picture_info *picture) {
  uint64_t hash = 14695981039346656037u;
  int32_t row;
  for (row = 0; row < picture->height; row++) {
    const uint8_t *at = (const uint8_t *)picture->data + (size_t)row * (size_t)picture->stride;
    const uint8_t *end = at + 4 * (size_t)picture->width;
    while (at < end) hash = (hash ^ *at++) * 1099511628211u;
  }
  return hash;
}

static void check_sentence(lamina_status status, const char *message) {
  if (status == LAMINA_ERROR_BACKEND) broken("cairo or Pango refused something: %s", message == NULL ? "" : message);
  if (message == NULL || *message == 0) broken("status %s without a sentence", lamina_status_name(status));
}

static outcome take_picture(lamina_job *job, uint64_t row) {
  lamina_picture_info picture = LAMINA_PICTURE_INFO_INIT;
  outcome found = {LAMINA_OK, 0, 0, 0};
  if (lamina_job_wait_picture(job, UINT64_MAX, &picture) != LAMINA_OK) broken("no picture: %s", lamina_last_error());
  if (picture.row != row) broken("row %lu came for row %lu", (unsigned long)picture.row, (unsigned long)row);
  found.status = picture.status;
  if (picture.status != LAMINA_OK) {
    if (picture.data != NULL || picture.picture != NULL) broken("a picture of a row that failed");
    check_sentence(picture.status, picture.message);
    return found;
  }
  if (picture.data == NULL || picture.width < 1 || picture.height < 1) broken("no pixels");
  if (picture.stride != 0 && picture.data_size != (size_t)picture.stride * (size_t)picture.height) broken("another size");
  found.width = picture.width;
  found.height = picture.height;
  if (picture.stride != 0) found.hash = hash_of(&picture);
  lamina_picture_release(picture.picture);
  return found;
}

/* Draws the rows; returns how many there are. */
static int draw(lamina_template *form, const char *rows, const char *end, bool png, outcome *outcomes) {
  lamina_job_options options = LAMINA_JOB_OPTIONS_INIT;
  lamina_encode_options encoding = LAMINA_ENCODE_OPTIONS_INIT;
  lamina_picture_info none = LAMINA_PICTURE_INFO_INIT;
  lamina_job *job = NULL;
  int count = 0, i;
  options.scale = 0.1;
  options.encoding = png ? &encoding : NULL;
  options.look_ahead = 2;
  if (lamina_job_create(form, &options, &job) != LAMINA_OK) broken("no job: %s", lamina_last_error());
  while (rows < end && count < MOST_ROWS) {
    size_t length = strnlen(rows, (size_t)(end - rows));
    lamina_status status = lamina_job_add_row_json(job, rows, length);
    /* What is not UTF-8 is refused at once; what is no JSON is found out by a worker. */
    if (status != LAMINA_OK && status != LAMINA_ERROR_INVALID_ARGUMENT) broken("a row: %s", lamina_last_error());
    if (status != LAMINA_OK) check_sentence(status, lamina_last_error());
    count += status == LAMINA_OK;
    rows += length + 1;
  }
  for (i = 0; i < count; i++) outcomes[i] = take_picture(job, (uint64_t)i);
  if (lamina_job_wait_picture(job, 0, &none) != LAMINA_ERROR_INVALID_STATE) broken("a picture without a row");
  lamina_job_release(job);
  return count;
}

static void check_slots(lamina_template *form) {
  size_t count = lamina_template_get_slot_count(form), i;
  for (i = 0; i < count; i++) {
    size_t length = lamina_template_read_slot_name(form, i, NULL, 0);
    char *name = malloc(length + 1);
    if (name == NULL) abort();
    if (length == 0 || lamina_template_read_slot_name(form, i, name, length + 1) != length || strlen(name) != length) {
      broken("the name of slot %lu", (unsigned long)i);
    }
    free(name);
  }
  if (lamina_template_read_slot_name(form, count, NULL, 0) != 0) broken("a name beyond the last");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  lamina_context *context;
  lamina_template *form = NULL, *again = NULL;
  outcome one[MOST_ROWS], two[MOST_ROWS];
  const char *text = (const char *)data, *end = text + size;
  size_t length = strnlen(text, size);
  lamina_status status;
  int count, i;
  if (!is_modest(data, size)) return -1;
  context = world_begin();
  status = lamina_template_create(context, text, length, &form);
  if (status != LAMINA_OK) check_sentence(status, lamina_last_error());
  if (lamina_template_create(context, text, length, &again) != status) broken("another answer");
  if (status == LAMINA_OK) {
    const char *rows = length < size ? text + length + 1 : end;
    check_slots(form);
    count = draw(form, rows, end, false, one);
    if (draw(again, rows, end, false, two) != count) broken("another number of rows");
    for (i = 0; i < count; i++) {
      if (memcmp(&one[i].hash, &two[i].hash, sizeof one[i].hash) != 0 || one[i].status != two[i].status ||
          one[i].width != two[i].width || one[i].height != two[i].height) {
        broken("row %d is another the second time", i);
      }
    }
    draw(form, rows, end, true, two);
    for (i = 0; i < count; i++) {
      if (one[i].status != two[i].status || one[i].width != two[i].width) broken("row %d is another as a file", i);
    }
  }
  lamina_template_release(form);
  lamina_template_release(again);
  world_end(false);
  return 0;
}
