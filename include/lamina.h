#ifndef LAMINA_H
#define LAMINA_H
#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
typedef struct _cairo cairo_t;
typedef struct lamina_node lamina_node;
typedef enum __attribute__((enum_extensibility(open))) lamina_status { LAMINA_OK = 0, LAMINA_ERROR_X = 1 } lamina_status;
typedef struct lamina_point { double x, y; } lamina_point;
typedef struct lamina_opts { size_t struct_size; const char *const *files; size_t n; void (*log)(void *, int); } lamina_opts;
typedef lamina_status (*lamina_draw_fn)(cairo_t *cr, double w, void *u);
lamina_status lamina_node_test(lamina_node *node, lamina_point p, const char *utf8, size_t length, lamina_draw_fn draw, const lamina_opts *opts, lamina_node **out_node, void *user_data);
lamina_node *lamina_node_retain(lamina_node *n);
#endif
