/* What Lamina takes from ISA-L, through three functions: Swift cannot take in the state of a stream, whose arrays are
 * longer than Swift's tuples. */
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each block has codes of its own, which take a tenth of the time of a card. With 12,288 letters and repetitions in
 * one, a card is one block; with half of that cards become 0.5% smaller and pages of text 1.5%. */
enum { LAMINA_DEFLATE_LEVEL = 2, LAMINA_DEFLATE_BUFFER = ISAL_DEF_LVL2_REQ + ISAL_DEF_LVL2_TOKEN_SIZE * 12288 };

/* Enough for the first of them to be looked at (LAST_BYTES_COUNT is 3), and less than the fast loop begins with
 * (16). */
enum { LAMINA_DEFLATE_HEAD = 4 };

/* The bytes that a stream needs to work in. They need not be set to anything, and may be freed at any time. */
static inline size_t lamina_deflate_memory_size(void) { return sizeof(struct isal_zstream) + LAMINA_DEFLATE_BUFFER; }

/* Begins a deflate stream (RFC 1951) in `memory`, which is aligned as malloc's is. */
static inline void lamina_deflate_begin(void *memory) {
    struct isal_zstream *stream = memory;
    isal_deflate_init(stream);
    stream->level = LAMINA_DEFLATE_LEVEL;
    stream->level_buf = (uint8_t *)(stream + 1);
    stream->level_buf_size = LAMINA_DEFLATE_BUFFER;
    stream->gzip_flag = IGZIP_DEFLATE;
}

/* Takes of `bytes`, from `*taken` on, as many as what comes out of them has room for (which is 64 bytes at least), and
 * counts them there. Returns how many bytes were written. When it fills all the room, it has more to say. */
static inline uint32_t lamina_deflate_write(
    void *memory, const uint8_t *bytes, uint32_t size, bool is_last, uint32_t *taken, uint8_t *output, uint32_t room) {
    struct isal_zstream *stream = memory;
    stream->next_out = output;
    stream->avail_out = room;
    if (stream->total_in == 0 && *taken == 0 && size > LAMINA_DEFLATE_HEAD) {
        /* ISA-L's fast loop files the third byte of a stream under whatever is in a register
         * (igzip_icf_body_h1_gr_bt.asm, .write_first_byte: tmp2), so that what it finds would depend on where its
         * memory is. The first bytes are too few for that loop, and written out before it has others: some 8 bytes
         * more. */
        stream->next_in = (uint8_t *)bytes;
        stream->avail_in = LAMINA_DEFLATE_HEAD;
        stream->end_of_stream = 0;
        stream->flush = SYNC_FLUSH;
        isal_deflate(stream);
        stream->flush = NO_FLUSH;
        *taken = LAMINA_DEFLATE_HEAD - stream->avail_in;
    }
    stream->next_in = (uint8_t *)bytes + *taken;
    stream->avail_in = size - *taken;
    stream->end_of_stream = is_last;
    isal_deflate(stream);
    *taken = size - stream->avail_in;
    return room - stream->avail_out;
}

/* The bytes that a stream needs to be read. */
static inline size_t lamina_inflate_memory_size(void) { return sizeof(struct inflate_state); }

/* Begins to read a deflate stream (RFC 1951) in `memory`, which is aligned as malloc's is. */
static inline void lamina_inflate_begin(void *memory) { isal_inflate_init(memory); }

/* Reads of `bytes` as many as there is room for what they say, and counts both. Returns 1 at the end of the stream, 0
 * before it, and less for what is no such stream. */
static inline int lamina_inflate_read(
    void *memory, const uint8_t *bytes, uint32_t size, uint32_t *taken, uint8_t *output, uint32_t room,
    uint32_t *written) {
    struct inflate_state *state = memory;
    state->next_in = (uint8_t *)bytes;
    state->avail_in = size;
    state->next_out = output;
    state->avail_out = room;
    int status = isal_inflate(state);
    *taken = size - state->avail_in;
    *written = room - state->avail_out;
    if (status < 0) return status;
    return state->block_state == ISAL_BLOCK_FINISH;
}
