import Glibc
@testable import LaminaText

/// How many random cases a test tries: fewer under a sanitizer, and `TEST_ROUNDS` times as many where that is set, to
/// look deeper.
func rounds(_ usual: Int, sanitized: Int) -> Int {
    (isSanitized ? sanitized : usual) * roundsFactor
}

private let roundsFactor = getenv("TEST_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 1

/// Measures as an engine does that was made for it, and has never seen a word.
struct FreshEngine {
    private let fonts: FontSystem
    private var engine: TextEngine
    private var uses = 0

    init(_ fonts: FontSystem) {
        self.fonts = fonts
        engine = TextEngine(fonts)
    }

    mutating func measure(_ text: AttributedText, _ options: TextLayoutOptions, maximumWidth: Double) throws
        -> MeasuredText
    {
        uses += 1
        // Opening fonts would take nearly all of the time: it is done anew now and then, and words are forgotten each
        // time.
        if uses % 8 == 0 {
            engine = TextEngine(fonts)
        } else {
            engine.forgetWords()
        }
        return engine.measure(try copy(text), options, maximumWidth: maximumWidth)
    }
}
