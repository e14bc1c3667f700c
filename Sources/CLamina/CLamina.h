/* Swift's view of lamina.h. Nullability expands to nothing here, so that a NULL from C arrives in Swift as nil, and the
 * opaque handles are completed, so that each is a pointer type of its own. Structs and their members count as safe
 * under strict memory safety: taking a pointer out of one does nothing yet, and what follows it stands in few files
 * (Tests/Checks/unsafe_files.txt). Not installed. */
#ifndef CLAMINA_H
#define CLAMINA_H
#define LAMINA_SWIFT 1
#pragma clang attribute push(__attribute__((swift_attr("safe"))), apply_to = any(record, field))
#include "../../include/lamina.h"
struct lamina_context { char opaque; };
struct lamina_node { char opaque; };
struct lamina_spec { char opaque; };
struct lamina_layout { char opaque; };
struct lamina_layout_pass { char opaque; };
struct lamina_text { char opaque; };
struct lamina_text_builder { char opaque; };
struct lamina_text_layout { char opaque; };
struct lamina_canvas { char opaque; };
struct lamina_surface { char opaque; };
struct lamina_transaction { char opaque; };
struct lamina_template { char opaque; };
struct lamina_job { char opaque; };
struct lamina_list { char opaque; };
struct lamina_picture { char opaque; };
struct lamina_drawing { char opaque; };
struct lamina_image { char opaque; };
#pragma clang attribute pop
#endif
