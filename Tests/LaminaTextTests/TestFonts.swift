import Glibc
import LaminaGeometry
import LaminaText

/// A font system with a concrete family, so that no machine setting decides.
func makeFonts(size: Double = 14, _ change: (inout FontConfiguration) -> Void = { _ in }) throws -> FontSystem {
    var configuration = FontConfiguration()
    configuration.defaultFamily = "DejaVu Sans"
    configuration.defaultSize = size
    change(&configuration)
    return try FontSystem(configuration)
}

func makeText(_ string: String, _ attributes: CharacterAttributes = CharacterAttributes()) -> AttributedText {
    var builder = AttributedTextBuilder(attributes: attributes)
    builder.append(string)
    return builder.build()
}

/// The same text as a new object, which has no measurements yet.
func copy(_ text: AttributedText) throws -> AttributedText {
    var builder = try AttributedTextBuilder(utf8: text.utf8, attributes: text.baseAttributes)
    for span in text.spans { try builder.set(span.attributes, bytes: span.bytes) }
    return builder.build()
}

func options(_ change: (inout TextLayoutOptions) -> Void = { _ in }) -> TextLayoutOptions {
    var options = TextLayoutOptions()
    change(&options)
    return options
}

/// Whether the tests run under a sanitizer, which makes them ten times as long.
let isSanitized = getenv("LAMINA_SANITIZER").map { $0.pointee != 0 } ?? false

/// What `body` takes of this thread's time, the least of some rounds; other tests that run beside it do not count, but
/// for what they do to caches.
func threadTime(rounds: Int = 1, _ body: () -> Void) -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    return (0..<max(1, rounds)).map { _ in
        let start = now()
        body()
        return now() - start
    }.min()!
}
