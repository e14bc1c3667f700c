/* libjpeg (its API as of version 6b), row by row. It reports errors by a callback that must not return: only C can jump
 * out of it, so that each function here is one that may fail, and returns a negative number then. */
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

/* More would take hours: a file may repeat its picture thousands of times. */
enum { LAMINA_JPEG_SCANS = 500 };

struct lamina_jpeg_reader {
  struct jpeg_decompress_struct decoder;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf failed;
  bool (*stops)(void *);
  void *context;
  bool is_stopped, is_cut, is_damaged, is_out_of_memory;
  char message[JMSG_LENGTH_MAX];
};

static inline struct lamina_jpeg_reader *lamina_jpeg_reader_of(j_common_ptr info) {
  return (struct lamina_jpeg_reader *)info->client_data;
}

static inline void lamina_jpeg_fail(j_common_ptr info) {
  struct lamina_jpeg_reader *reader = lamina_jpeg_reader_of(info);
  reader->is_out_of_memory = info->err->msg_code == JERR_OUT_OF_MEMORY;
  info->err->format_message(info, reader->message);
  longjmp(reader->failed, 1);
}

/* Warnings are of pixels that are not there, but for some that leave the picture as it was meant: a version of JFIF or
 * a mark of Adobe's that is not known, or bytes too many between two segments. (Before a restart marker they are part
 * of the pixels.) */
static inline void lamina_jpeg_note(j_common_ptr info, int level) {
  struct lamina_jpeg_reader *reader = lamina_jpeg_reader_of(info);
  int code = info->err->msg_code, marker = info->err->msg_parm.i[1];
  if (level >= 0 || code == JWRN_JFIF_MAJOR || code == JWRN_ADOBE_XFORM) return;
  if (code == JWRN_EXTRANEOUS_DATA && (marker < 0xD0 || marker > 0xD7)) return;
  if (!reader->is_damaged && !reader->is_cut) info->err->format_message(info, reader->message);
  reader->is_damaged = true;
}

static inline void lamina_jpeg_say_nothing(j_common_ptr info) { (void)info; }
static inline void lamina_jpeg_touch(j_decompress_ptr info) { (void)info; }

/* All bytes were there from the beginning: behind them comes an end. */
static inline boolean lamina_jpeg_fill(j_decompress_ptr info) {
  static const JOCTET end[] = {0xFF, JPEG_EOI};
  lamina_jpeg_reader_of((j_common_ptr)info)->is_cut = true;
  info->src->next_input_byte = end;
  info->src->bytes_in_buffer = sizeof end;
  return TRUE;
}

static inline void lamina_jpeg_skip(j_decompress_ptr info, long count) {
  if (count <= 0) return;
  if ((size_t)count > info->src->bytes_in_buffer) {
    lamina_jpeg_fill(info);
    return;
  }
  info->src->next_input_byte += count;
  info->src->bytes_in_buffer -= (size_t)count;
}

static inline void lamina_jpeg_progress(j_common_ptr info) {
  struct lamina_jpeg_reader *reader = lamina_jpeg_reader_of(info);
  if (reader->decoder.input_scan_number > LAMINA_JPEG_SCANS) {
    strcpy(reader->message, "it has more than 500 scans");
    longjmp(reader->failed, 1);
  }
  if (reader->stops(reader->context)) {
    reader->is_stopped = true;
    longjmp(reader->failed, 1);
  }
}

/* The bytes that a reader needs, aligned as malloc's are. */
static inline size_t lamina_jpeg_memory_size(void) { return sizeof(struct lamina_jpeg_reader); }

/* Reads the header. The bytes are to stay, and `stops` is asked while pixels are read. lamina_jpeg_end() follows,
 * whatever comes of it. */
static inline int lamina_jpeg_begin(
    void *memory, const uint8_t *bytes, size_t size, bool (*stops)(void *), void *context) {
  struct lamina_jpeg_reader *reader = memory;
  memset(reader, 0, sizeof *reader);
  reader->stops = stops;
  reader->context = context;
  reader->decoder.err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = lamina_jpeg_fail;
  reader->errors.emit_message = lamina_jpeg_note;
  reader->errors.output_message = lamina_jpeg_say_nothing;
  reader->decoder.client_data = reader;
  if (setjmp(reader->failed)) return -1;
  jpeg_create_decompress(&reader->decoder);
  reader->decoder.client_data = reader;
  reader->source.next_input_byte = bytes;
  reader->source.bytes_in_buffer = size;
  reader->source.init_source = lamina_jpeg_touch;
  reader->source.fill_input_buffer = lamina_jpeg_fill;
  reader->source.skip_input_data = lamina_jpeg_skip;
  reader->source.resync_to_restart = jpeg_resync_to_restart;
  reader->source.term_source = lamina_jpeg_touch;
  reader->decoder.src = &reader->source;
  return jpeg_read_header(&reader->decoder, TRUE) == JPEG_HEADER_OK ? 0 : -1;
}

static inline int lamina_jpeg_width(void *memory) {
  return (int)((struct lamina_jpeg_reader *)memory)->decoder.image_width;
}

static inline int lamina_jpeg_height(void *memory) {
  return (int)((struct lamina_jpeg_reader *)memory)->decoder.image_height;
}

static inline int lamina_jpeg_shown_width(void *memory) {
  return (int)((struct lamina_jpeg_reader *)memory)->decoder.output_width;
}

static inline int lamina_jpeg_shown_height(void *memory) {
  return (int)((struct lamina_jpeg_reader *)memory)->decoder.output_height;
}

static inline bool lamina_jpeg_is_progressive(void *memory) {
  return ((struct lamina_jpeg_reader *)memory)->decoder.progressive_mode;
}

/* Whether rows are of cyan, magenta, yellow and black. */
static inline bool lamina_jpeg_is_cmyk(void *memory) {
  return ((struct lamina_jpeg_reader *)memory)->decoder.num_components == 4;
}

/* Begins with the pixels, `eighths` of their size. Of a picture in several scans all are read. */
static inline int lamina_jpeg_start(void *memory, unsigned eighths) {
  struct lamina_jpeg_reader *reader = memory;
  if (setjmp(reader->failed)) return -1;
  reader->progress.progress_monitor = lamina_jpeg_progress;
  reader->decoder.progress = &reader->progress;
  reader->decoder.scale_num = eighths;
  reader->decoder.scale_denom = 8;
  reader->decoder.out_color_space = reader->decoder.num_components == 4 ? JCS_CMYK
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
                                                                        : JCS_EXT_BGRA;
#else
                                                                        : JCS_EXT_ARGB;
#endif
  return jpeg_start_decompress(&reader->decoder) ? 0 : -1;
}

/* Reads the next row: four bytes a pixel. */
static inline int lamina_jpeg_read(void *memory, uint8_t *row) {
  struct lamina_jpeg_reader *reader = memory;
  if (setjmp(reader->failed)) return -1;
  return jpeg_read_scanlines(&reader->decoder, &row, 1) == 1 ? 0 : -1;
}

/* Reads what is left after the last row, up to the end of the picture. */
static inline int lamina_jpeg_finish(void *memory) {
  struct lamina_jpeg_reader *reader = memory;
  if (setjmp(reader->failed)) return -1;
  return jpeg_finish_decompress(&reader->decoder) ? 0 : -1;
}

static inline void lamina_jpeg_end(void *memory) {
  struct lamina_jpeg_reader *reader = memory;
  if (setjmp(reader->failed)) return;
  jpeg_destroy_decompress(&reader->decoder);
}

/* Why the last function failed. */
static inline const char *lamina_jpeg_message(void *memory) { return ((struct lamina_jpeg_reader *)memory)->message; }

static inline bool lamina_jpeg_is_stopped(void *memory) { return ((struct lamina_jpeg_reader *)memory)->is_stopped; }

/* Whether the file ended before its picture did. */
static inline bool lamina_jpeg_is_cut(void *memory) { return ((struct lamina_jpeg_reader *)memory)->is_cut; }

static inline bool lamina_jpeg_is_damaged(void *memory) { return ((struct lamina_jpeg_reader *)memory)->is_damaged; }

static inline bool lamina_jpeg_is_out_of_memory(void *memory) {
  return ((struct lamina_jpeg_reader *)memory)->is_out_of_memory;
}
