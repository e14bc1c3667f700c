/* What measuring a text costs, held against Pango used directly, as well as one can: with one PangoLayout that is given
 * one string after the other. Both run in this process, in alternating rounds, on the same strings. */
#include "bench.h"
#include "bench_pango.h"


enum { ROUNDS = 25, WIDTH = 300, MAXIMUM_STRINGS = 1000 };

typedef struct strings {
  char *all[MAXIMUM_STRINGS];
  int count;
} strings;

/* One comparison: strings of `characters`, cut at `lines` (0: not at all). */
typedef struct subject {
  const char *name;
  int characters, count;
  unsigned lines;
  double goal;
  /* What the strings are made of; NULL is English. */
  const char *const *words;
} subject;

static PangoLayout *layout;
static lamina_context *context;
static lamina_text_attributes attributes = LAMINA_TEXT_ATTRIBUTES_INIT;
/* Part of the names of what is measured. */
static const char *wanted = "";

static bool is_wanted(const char *name) { return strstr(name, wanted) != NULL; }

static unsigned next_random(void) {
  static unsigned seed = 1;
  seed = seed * 1103515245 + 12345;
  return seed >> 16;
}

static const char *const mixed[] = {"quick ", "brown ", "office ", "дом ",  "солнце ",  "καλημέρα ", "שלום ", "سلام ",
                                    "मुझे ",   "ภาษา ",  "你好世界 ", "こんにちは ", "한국어 ",    "😀 ",     "12:30 ", NULL};
static const char *const chinese[] = {"人人生而自由，", "在尊严和权利上一律平等。", "他们赋有理性和良心，", "并应以兄弟关系的精神相对待。",
                                      "今天上午，", "我们发布了", "新的", "“布局”", "引擎：", "2024年1月", "一律平等", NULL};
static const char *const japanese[] = {"すべての人間は、", "生まれながらにして", "自由であり、", "尊厳と権利とについて", "平等である。",
                                       "メッセージを", "iPhoneで", "「保存」", "します。", "東京タワーへ", "12時30分に", NULL};
static const char *const korean[] = {"모든 ", "인간은 ", "태어날 ", "때부터 ", "자유로우며 ", "그 ", "존엄과 ", "권리에 ", "있어 ", "동등하다. ",
                                     "오늘 ", "오전 ", "10시에 ", "새로운 ", "레이아웃 ", "엔진을 ", "발표했습니다. ", "설정을 ",
                                     "저장하시겠습니까? ", "iPhone을 ", "찾기 ", "(3건) ", NULL};
static const char *const thai[] = {"มนุษย์ทั้งหลาย", "เกิดมามีอิสระ", "และเสมอภาคกัน", "ในเกียรติศักดิ์",
                                   "และสิทธิ ", "ต่างมีเหตุผล", "และมโนธรรม ", "วันนี้", "เราประกาศ",
                                   "เครื่องมือใหม่ ", "10:30 ", NULL};
static const char *const arabic[] = {"يولد ", "جميع ", "الناس ", "أحرارا ", "متساوين ", "في ", "الكرامة ",
                                     "والحقوق. ", "وقد ", "وهبوا ", "عقلا ", "وضميرا ", "وعليهم ", "أن ", "يعامل ",
                                     "بعضهم ", "بعضا ", "بروح ", "الإخاء، ", NULL};
static const char *const hindi[] = {"सभी ", "मनुष्यों ", "को ", "गौरव ", "और ", "अधिकारों ", "के ", "मामले ", "में ",
                                    "जन्मजात ", "स्वतन्त्रता ", "और ", "समानता ", "प्राप्त ", "है। ", NULL};
static const char *const chat[] = {"see ", "you ", "tomorrow ", "great ", "👍 ", "👍🏽 ", "❤️ ", "haha😂😂 ", "🎉🎉 ", "love ", "it! ",
                                   "🇩🇪 ", "yes🎉 ", "ok ", "👩‍👩‍👧 ", NULL};

/* Some of `words`, about as many characters as asked for: a word is cut, a picture is not. */
static char *make_string_of(const char *const *words, int characters) {
  char *string = malloc((size_t)characters * 4 + 64), *end = string;
  int left = characters, count = 0;
  while (words[count]) count++;
  while (left > 0) {
    const char *word = words[next_random() % (unsigned)count];
    bool is_picture = false;
    for (; *word && (left > 0 || is_picture); word++) {
      *end++ = *word;
      is_picture = is_picture || (*word & 0xF8) == 0xF0;
      if ((word[1] & 0xC0) != 0x80) left--;
    }
  }
  while (end > string && end[-1] == ' ') end--;
  *end = '\0';
  return string;
}

/* Distinct strings of words, the same in every run. With `invented`, of words that no other string has. */
static strings make_strings(int characters, int count, bool invented) {
  static const char *words[] = {"quick",  "the",    "lazy",     "morning", "over",   "tower", "an",
                                "garden", "silver", "question", "trade",   "of",     "boats", "engine",
                                "summer", "window", "kites",    "seven",   "coffee", "today"};
  strings made;
  int i, letters;
  made.count = count;
  for (i = 0; i < count; i++) {
    char *string = malloc((size_t)characters + 16);
    int length = 0;
    while (length < characters) {
      if (!invented) {
        length += sprintf(string + length, "%s ", words[next_random() % (sizeof words / sizeof *words)]);
        continue;
      }
      for (letters = 4 + (int)(next_random() % 5); letters > 0 && length < characters; letters--)
        string[length++] = (char)('a' + next_random() % 26);
      string[length++] = ' ';
    }
    string[characters] = '\0';
    if (string[characters - 1] == ' ') string[characters - 1] = 's'; /* a blank at the end would not be measured */
    made.all[i] = string;
  }
  return made;
}

static void free_strings(strings *s) {
  int i;
  for (i = 0; i < s->count; i++) free(s->all[i]);
}

static void measure_with_pango(const char *string, int *width, int *height) {
  pango_layout_set_text(layout, string, -1);
  pango_layout_get_pixel_size(layout, width, height);
}

/* A text is made, measured and dropped: all that a host pays for a string that it sees once. */
static void measure_with_lamina(const char *string, const lamina_text_options *options, lamina_text_metrics *metrics) {
  lamina_text *text = NULL;
  BENCH_OK(lamina_text_create(context, string, LAMINA_NUL_TERMINATED, &attributes, &text));
  BENCH_OK(lamina_text_measure(text, options, WIDTH, metrics));
  lamina_text_release(text);
}

/* The share of strings to which the two give sizes that differ by more than a pixel, in percent; also warms both up. */
static double unlike(const strings *s, const lamina_text_options *options) {
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  int i, width, height, different = 0;
  for (i = 0; i < s->count; i++) {
    measure_with_pango(s->all[i], &width, &height);
    measure_with_lamina(s->all[i], options, &metrics);
    if (fabs(metrics.size.width - width) > 1 || fabs(metrics.size.height - height) > 1) different++;
  }
  return 100.0 * different / s->count;
}

/* Returns the share of texts that came out with another size. */
static double compare(const subject *what) {
  strings s = make_strings(what->characters, what->count, false);
  lamina_text_options options = LAMINA_TEXT_OPTIONS_INIT;
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  double ours = INFINITY, theirs = INFINITY, different;
  int round, width, height, i;
  for (i = 0; what->words && i < s.count; i++) {
    free(s.all[i]);
    s.all[i] = make_string_of(what->words, what->characters);
  }
  options.max_lines = what->lines;
  pango_layout_set_height(layout, what->lines > 0 ? -(int)what->lines : -1);
  pango_layout_set_ellipsize(layout, what->lines > 0 ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  different = unlike(&s, &options);
  /* Short rounds in alternation, best of each: what slows the machine for a while must not decide. */
  for (round = 0; round < ROUNDS; round++) {
    double each;
    BENCH_BEST(each, 1, s.count, measure_with_pango(s.all[i_], &width, &height));
    if (each < theirs) theirs = each;
    BENCH_BEST(each, 1, s.count, measure_with_lamina(s.all[i_], &options, &metrics));
    if (each < ours) ours = each;
  }
  bench_print(what->name, ours * 1e6, "us", theirs * 1e6, what->goal, true);
  free_strings(&s);
  return different;
}

/* Texts that have not been seen: as above, with other strings in every round; of known words in another order, or
 * where the subject has none, of words that are new, too. */
static void compare_new(const subject *what) {
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  double ours = INFINITY, theirs = INFINITY;
  int round, width, height, i;
  pango_layout_set_height(layout, -1);
  pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_NONE);
  for (round = 0; round < ROUNDS; round++) {
    strings s = make_strings(what->characters, what->count, true);
    double each;
    for (i = 0; what->words && i < s.count; i++) {
      free(s.all[i]);
      s.all[i] = make_string_of(what->words, what->characters);
    }
    BENCH_BEST(each, 1, s.count, measure_with_pango(s.all[i_], &width, &height));
    if (each < theirs) theirs = each;
    BENCH_BEST(each, 1, s.count, measure_with_lamina(s.all[i_], NULL, &metrics));
    if (each < ours) ours = each;
    free_strings(&s);
  }
  bench_print(what->name, ours * 1e6, "us", theirs * 1e6, what->goal, true);
}

/* Texts in which every fourth word is bold, as messages and articles have them. */
static void measure_styled_with_pango(const char *string, int *width, int *height) {
  PangoAttrList *list = pango_attr_list_new();
  const char *word = string;
  int number;
  for (number = 0; word; number++) {
    const char *end = strchr(word, ' ');
    if (number % 4 == 1) {
      PangoAttribute *bold = pango_attr_weight_new(PANGO_WEIGHT_BOLD);
      bold->start_index = (guint)(word - string);
      bold->end_index = (guint)(end ? (size_t)(end - string) : strlen(string));
      pango_attr_list_insert(list, bold);
    }
    word = end ? end + 1 : NULL;
  }
  pango_layout_set_text(layout, string, -1);
  pango_layout_set_attributes(layout, list);
  pango_attr_list_unref(list);
  pango_layout_get_pixel_size(layout, width, height);
}

static void measure_styled_with_lamina(const char *string, const lamina_text_options *options) {
  lamina_text_attributes bold = LAMINA_TEXT_ATTRIBUTES_INIT;
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  lamina_text_builder *builder = NULL;
  lamina_text *text = NULL;
  const char *word = string;
  int number;
  bold.weight = 700;
  BENCH_OK(lamina_text_builder_create(context, &attributes, &builder));
  BENCH_OK(lamina_text_builder_append(builder, string, LAMINA_NUL_TERMINATED, NULL));
  for (number = 0; word; number++) {
    const char *end = strchr(word, ' ');
    if (number % 4 == 1) {
      size_t last = end ? (size_t)(end - string) : strlen(string);
      BENCH_OK(lamina_text_builder_set_attributes(builder, (size_t)(word - string), last, &bold));
    }
    word = end ? end + 1 : NULL;
  }
  BENCH_OK(lamina_text_builder_copy_text(builder, &text));
  BENCH_OK(lamina_text_measure(text, options, WIDTH, &metrics));
  lamina_text_release(text);
  lamina_text_builder_release(builder);
}

/* With other strings in every round, if they change. */
static void compare_styled(const subject *what, bool changes) {
  strings s = make_strings(what->characters, what->count, false);
  lamina_text_options options = LAMINA_TEXT_OPTIONS_INIT;
  double ours = INFINITY, theirs = INFINITY;
  int round, width, height;
  options.max_lines = what->lines;
  pango_layout_set_height(layout, what->lines > 0 ? -(int)what->lines : -1);
  pango_layout_set_ellipsize(layout, what->lines > 0 ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  for (round = 0; round < ROUNDS; round++) {
    double each;
    if (changes) {
      free_strings(&s);
      s = make_strings(what->characters, what->count, false);
    }
    BENCH_BEST(each, 1, s.count, measure_styled_with_pango(s.all[i_], &width, &height));
    if (each < theirs) theirs = each;
    BENCH_BEST(each, 1, s.count, measure_styled_with_lamina(s.all[i_], &options));
    if (each < ours) ours = each;
  }
  pango_layout_set_attributes(layout, NULL);
  bench_print(what->name, ours * 1e6, "us", theirs * 1e6, what->goal, true);
  free_strings(&s);
}

/* The same text at one width after another, none of which gives the same lines as the one before. */
static void other_widths(int characters, const char *name) {
  strings s = make_strings(characters, 1, false);
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  lamina_text *text = NULL;
  double ours = INFINITY, theirs = INFINITY;
  int round, width, height;
  BENCH_OK(lamina_text_create(context, s.all[0], LAMINA_NUL_TERMINATED, &attributes, &text));
  pango_layout_set_height(layout, -1);
  pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_NONE);
  pango_layout_set_text(layout, s.all[0], -1);
  for (round = 0; round < ROUNDS; round++) {
    double each;
    BENCH_BEST(each, 1, 12, {
      pango_layout_set_width(layout, (150 + 30 * (int)i_) * PANGO_SCALE);
      pango_layout_get_pixel_size(layout, &width, &height);
    });
    if (each < theirs) theirs = each;
    BENCH_BEST(each, 1, 12, BENCH_OK(lamina_text_measure(text, NULL, 150 + 30 * (double)i_, &metrics)));
    if (each < ours) ours = each;
  }
  pango_layout_set_width(layout, WIDTH * PANGO_SCALE);
  bench_print(name, ours * 1e6, "us", theirs * 1e6, 0.35, true);
  lamina_text_release(text);
  free_strings(&s);
}

/* The same text at widths that give the same lines: nothing is laid out. */
static void same_lines(void) {
  strings s = make_strings(200, 1, false);
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  lamina_text *text = NULL;
  double best, least;
  BENCH_OK(lamina_text_create(context, s.all[0], LAMINA_NUL_TERMINATED, &attributes, &text));
  BENCH_OK(lamina_text_measure(text, NULL, WIDTH, &metrics));
  least = metrics.size.width;
  BENCH_BEST(best, ROUNDS, 20000,
             BENCH_OK(lamina_text_measure(text, NULL, least + (WIDTH - least) * (double)(i_ % 100) / 100, &metrics)));
  bench_print("text/measure_same_lines", best * 1e6, "us", NAN, 0.5, true);
  lamina_text_release(text);
}

static void repeated(void) {
  strings s = make_strings(40, 1, false);
  lamina_text_metrics metrics = LAMINA_TEXT_METRICS_INIT;
  lamina_text *text = NULL;
  double best;
  BENCH_OK(lamina_text_create(context, s.all[0], LAMINA_NUL_TERMINATED, &attributes, &text));
  BENCH_BEST(best, ROUNDS, 20000, BENCH_OK(lamina_text_measure(text, NULL, WIDTH, &metrics)));
  bench_print("text/measure_again", best * 1e6, "us", NAN, 0.1, true);
  lamina_text_release(text);
  free_strings(&s);
}

/* `bench_text NAME` does only what has it in its name: for a profile. */
int main(int argc, char **argv) {
  static const subject subjects[] = {
      {"text/measure_10_characters", 10, 1000, 0, 0.4, NULL},
      {"text/measure_40_characters", 40, 500, 0, 0.4, NULL},
      {"text/measure_200_characters", 200, 100, 0, 0.4, NULL},
      {"text/measure_1000_characters", 1000, 20, 0, 0.4, NULL},
      {"text/measure_1000_characters_3_lines", 1000, 40, 3, 0.35, NULL},
      {"text/measure_mixed_10_characters", 10, 1000, 0, 1.15, mixed},
      {"text/measure_mixed_40_characters", 40, 250, 0, 1.05, mixed},
      {"text/measure_mixed_200_characters", 200, 50, 0, 1.05, mixed},
      {"text/measure_mixed_1000_characters", 1000, 10, 0, 1.05, mixed},
      {"text/measure_chinese_40_characters", 40, 250, 0, 1.05, chinese},
      {"text/measure_chinese_200_characters", 200, 50, 0, 1.05, chinese},
      {"text/measure_japanese_40_characters", 40, 250, 0, 1.05, japanese},
      {"text/measure_japanese_200_characters", 200, 50, 0, 1.05, japanese},
      {"text/measure_korean_40_characters", 40, 250, 0, 1.05, korean},
      {"text/measure_korean_200_characters", 200, 50, 0, 1.05, korean},
      {"text/measure_arabic_40_characters", 40, 250, 0, 1.05, arabic},
      {"text/measure_arabic_200_characters", 200, 50, 0, 1.05, arabic},
      {"text/measure_hindi_200_characters", 200, 50, 0, 1.05, hindi},
      {"text/measure_thai_200_characters", 200, 50, 0, 1.05, thai},
      {"text/measure_chat_40_characters", 40, 250, 0, 1.05, chat},
      {"text/measure_mixed_200_characters_1_line", 200, 50, 1, 1.05, mixed},
      {"text/measure_chinese_200_characters_2_lines", 200, 50, 2, 1.05, chinese},
  };
  static const subject styled_subjects[] = {
      {"text/measure_styled_40_characters", 40, 250, 0, 1.05, NULL},
      {"text/measure_styled_200_characters", 200, 50, 0, 1.05, NULL},
      {"text/measure_styled_200_characters_1_line", 200, 50, 1, 1.05, NULL},
      {"text/measure_other_order_styled_200_characters", 200, 50, 0, 0.5, NULL},
  };
  static const subject new_subjects[] = {
      {"text/measure_new_10_characters", 10, 1000, 0, 1.15, NULL},
      {"text/measure_new_40_characters", 40, 500, 0, 1.05, NULL},
      {"text/measure_new_200_characters", 200, 100, 0, 1.05, NULL},
      {"text/measure_new_1000_characters", 1000, 20, 0, 1.05, NULL},
      {"text/measure_other_order_mixed_40_characters", 40, 250, 0, 0.2, mixed},
      {"text/measure_other_order_mixed_200_characters", 200, 50, 0, 0.2, mixed},
      {"text/measure_other_order_chinese_200_characters", 200, 50, 0, 0.2, chinese},
      {"text/measure_other_order_japanese_200_characters", 200, 50, 0, 0.2, japanese},
      {"text/measure_other_order_korean_200_characters", 200, 50, 0, 0.2, korean},
      {"text/measure_other_order_arabic_200_characters", 200, 50, 0, 0.5, arabic},
      {"text/measure_other_order_hindi_200_characters", 200, 50, 0, 0.5, hindi},
      {"text/measure_other_order_thai_200_characters", 200, 50, 0, 0.5, thai},
      {"text/measure_other_order_chat_40_characters", 40, 250, 0, 0.5, chat},
  };
  double different = 0;
  size_t i;
  if (argc > 1) wanted = argv[1];
  context = bench_context(1);
  layout = bench_pango_layout(WIDTH);
  bench_pango_set_size(layout, 14);
  attributes.family = "DejaVu Sans";
  attributes.size = 14;
  for (i = 0; i < sizeof subjects / sizeof *subjects; i++) {
    if (is_wanted(subjects[i].name)) different = fmax(different, compare(&subjects[i]));
  }
  for (i = 0; i < sizeof styled_subjects / sizeof *styled_subjects; i++) {
    bool changes = strstr(styled_subjects[i].name, "other_order") != NULL;
    if (is_wanted(styled_subjects[i].name)) compare_styled(&styled_subjects[i], changes);
  }
  for (i = 0; i < sizeof new_subjects / sizeof *new_subjects; i++) {
    if (is_wanted(new_subjects[i].name)) compare_new(&new_subjects[i]);
  }
  if (argc == 1) {
    other_widths(200, "text/measure_200_characters_other_width");
    other_widths(1000, "text/measure_1000_characters_other_width");
    same_lines();
    repeated();
    bench_print("text/sizes_unlike_pango", different, "%", NAN, 0, true);
  }
  g_object_unref(layout);
  lamina_context_release(context);
  return 0;
}
