import Glibc

/// Whether the tests run under a sanitizer, which makes them five to ten times as long: random tests try fewer seeds
/// then.
let isSanitized = getenv("LAMINA_SANITIZER").map { $0.pointee != 0 } ?? false
