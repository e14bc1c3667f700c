/* Draws a picture for each line of a file: badge-0.png, badge-1.png ... Everything is read, laid out, drawn and encoded
 * on workers; this thread adds rows and writes files.
 *
 * usage: badges TEMPLATE.json ROWS.jsonl */
#include <lamina.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *what, const char *why) {
  fprintf(stderr, "badges: %s: %s\n", what, why);
  return 1;
}

/* The contents of a file, to be freed; NULL if it cannot be read. */
static char *read_all(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  char *bytes = NULL;
  *length = 0;
  while (file != NULL && !feof(file) && !ferror(file)) {
    char *more = realloc(bytes, *length + 65536);
    if (more == NULL) break;
    bytes = more;
    *length += fread(bytes + *length, 1, 65536, file);
  }
  if (file != NULL) fclose(file);
  return bytes;
}

/* Takes the next picture and writes it; returns 0 on success. */
static int write_next(lamina_job *job) {
  lamina_picture_info picture = LAMINA_PICTURE_INFO_INIT;
  char name[40];
  FILE *file;
  size_t written = 0;
  if (lamina_job_wait_picture(job, UINT64_MAX, &picture)) return fail("waiting", lamina_last_error());
  snprintf(name, sizeof name, "badge-%llu.png", (unsigned long long)picture.row);
  if (picture.status) return fail(name, picture.message); /* this row only */
  file = fopen(name, "wb");
  if (file != NULL) {
    written = fwrite(picture.data, 1, picture.data_size, file);
    fclose(file);
  }
  lamina_picture_release(picture.picture);
  return written == picture.data_size ? 0 : fail(name, "cannot be written");
}

int main(int argc, char **argv) {
  lamina_job_options options = LAMINA_JOB_OPTIONS_INIT;
  lamina_context *context;
  lamina_template *form;
  lamina_job *job;
  char *json, *rows, *line;
  size_t json_length, rows_length;
  lamina_encode_options png = LAMINA_ENCODE_OPTIONS_INIT;
  long added = 0, taken = 0;
  int problems = 0;
  if (argc != 3) return fail("usage", "badges TEMPLATE.json ROWS.jsonl");
  if ((json = read_all(argv[1], &json_length)) == NULL) return fail(argv[1], "cannot be read");
  if ((rows = read_all(argv[2], &rows_length)) == NULL) return fail(argv[2], "cannot be read");

  options.encoding = &png;
  options.scale = 2;
  if (lamina_context_create(NULL, &context) || lamina_template_create(context, json, json_length, &form) ||
      lamina_job_create(form, &options, &job)) {
    return fail(argv[1], lamina_last_error());
  }
  for (line = rows; line < rows + rows_length;) {
    size_t left = (size_t)(rows + rows_length - line);
    char *end = memchr(line, '\n', left);
    size_t length = end != NULL ? (size_t)(end - line) : left;
    if (length > 0) {
      if (lamina_job_add_row_json(job, line, length)) return fail(argv[2], lamina_last_error());
      added++;
    }
    line += length + 1;
    /* Waiting rows take memory; the job itself limits the pictures. */
    if (added - taken >= 64) problems += write_next(job), taken++;
  }
  while (taken < added) problems += write_next(job), taken++;
  lamina_context_release(context); /* job and template go with it */
  free(json);
  free(rows);
  return problems > 0;
}
