/* Words of pixels (alpha, red, green, blue from the highest byte) to the bytes of picture files, sixteen bytes at a
 * time. In C, because Swift has no shuffle of bytes and compiles for the oldest processor alone: the rows of a card
 * take 13 us this way instead of 33.
 *
 * Each function returns how many pixels it wrote, from the first on: maybe fewer than `count`, and none where the
 * processor lacks the shuffle. */
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <tmmintrin.h>
#define LAMINA_SHUFFLE __attribute__((target("ssse3"))) static inline

LAMINA_SHUFFLE size_t lamina_ssse3_rgba(const uint32_t *pixels, size_t count, uint8_t *output, uint32_t *common) {
    const __m128i order = _mm_setr_epi8(2, 1, 0, 3, 6, 5, 4, 7, 10, 9, 8, 11, 14, 13, 12, 15);
    __m128i all = _mm_set1_epi8(-1);
    size_t index;
    for (index = 0; index + 4 <= count; index += 4) {
        __m128i four = _mm_loadu_si128((const __m128i *)(pixels + index));
        all = _mm_and_si128(all, four);
        _mm_storeu_si128((__m128i *)(output + 4 * index), _mm_shuffle_epi8(four, order));
    }
    all = _mm_and_si128(all, _mm_shuffle_epi32(all, _MM_SHUFFLE(1, 0, 3, 2)));
    all = _mm_and_si128(all, _mm_shuffle_epi32(all, _MM_SHUFFLE(2, 3, 0, 1)));
    *common &= (uint32_t)_mm_cvtsi128_si32(all);
    return index;
}

/* Sixteen bytes are stored for four pixels, the last four of which belong to the next ones: so two more pixels have to
 * follow. */
LAMINA_SHUFFLE size_t lamina_ssse3_rgb(const uint32_t *pixels, size_t count, uint8_t *output) {
    const __m128i order = _mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
    size_t index;
    for (index = 0; index + 6 <= count; index += 4) {
        __m128i four = _mm_loadu_si128((const __m128i *)(pixels + index));
        _mm_storeu_si128((__m128i *)(output + 3 * index), _mm_shuffle_epi8(four, order));
    }
    return index;
}
#endif

/* Four bytes a pixel; `*common` becomes the bits that it and all of these pixels have. */
static inline size_t lamina_shuffle_rgba(const uint32_t *pixels, size_t count, uint8_t *output, uint32_t *common) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("ssse3")) return lamina_ssse3_rgba(pixels, count, output, common);
#endif
    return 0;
}

/* Three bytes a pixel. Bytes after those of the last pixel written become zero, within the `3 * count` that there
 * are. */
static inline size_t lamina_shuffle_rgb(const uint32_t *pixels, size_t count, uint8_t *output) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("ssse3")) return lamina_ssse3_rgb(pixels, count, output);
#endif
    return 0;
}
