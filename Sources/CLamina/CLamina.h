#define LAMINA_SWIFT 1
#include "../../include/lamina.h"
struct lamina_node { char opaque; };
