/* Counts instructions, which valgrind tells and no load changes. */
#ifndef BENCH_INSTRUCTIONS_H
#define BENCH_INSTRUCTIONS_H

#include "bench.h"

/* Those of a run of `program` with these arguments, which prints nothing; NAN without valgrind. */
static double bench_instructions(const char *program, size_t first, size_t second) {
  char command[1024], line[256];
  double found = NAN;
  FILE *output;
  snprintf(command, sizeof command,
           "valgrind --tool=callgrind --callgrind-out-file=/dev/null '%s' %zu %zu 2>&1 </dev/null", program, first,
           second);
  output = popen(command, "r");
  if (output == NULL) return NAN;
  while (fgets(line, sizeof line, output) != NULL) {
    const char *place = strstr(line, "Collected : ");
    if (place != NULL) found = strtod(place + strlen("Collected : "), NULL);
  }
  pclose(output);
  if (isnan(found)) fprintf(stderr, "without valgrind there are no counts of instructions\n");
  return found;
}

#endif
