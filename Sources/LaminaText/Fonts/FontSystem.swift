internal import CPango
public import LaminaGeometry
import Synchronization

/// The fonts of one context. Any thread may use it; it lives as long as anything measured with it.
public final class FontSystem: @unchecked Sendable {  // `source` and `table` are touched with the font lock held only.
    /// As given to `init`.
    public let configuration: FontConfiguration

    private struct State: ~Copyable {
        var source: FontSource
        var files: [String]
        var table = FontTable()
    }

    private var state: State
    private let keptWords = Atomic<Int>(0)
    /// Whether a text was laid out without any font, and whether that was told.
    private let lack = Atomic<UInt8>(0)
    /// Moves whenever the set of fonts changes; engines and measurements of an older one are out of date.
    private let currentGeneration = Atomic<UInt32>(0)

    /// Loads the fonts; initialises fontconfig when it is the first in the process (about 5 ms). Fails with `io` for a
    /// font file that cannot be read or is no font, with `invalidArgument` for a default size or language that makes no
    /// sense, with `backend` when there are no threads.
    public init(_ configuration: FontConfiguration) throws(LaminaError) {
        if !(configuration.defaultSize.isFinite && configuration.defaultSize > 0) {
            throw LaminaError(
                .invalidArgument, "the default font size must be a positive number, not \(configuration.defaultSize)")
        }
        if configuration.language.utf8.contains(0) || configuration.defaultFamily.utf8.contains(0) {
            throw LaminaError(.invalidArgument, "the default family and the language must not contain NUL bytes")
        }
        self.configuration = configuration
        state = try FontLock.withLock { (held) throws(LaminaError) in
            try PangoStart.run(held)
            let source = try FontSource(
                usesSystemFonts: configuration.usesSystemFonts, files: configuration.fontFiles, held)
            return State(source: source, files: configuration.fontFiles)
        }
    }

    deinit {
        FontLock.withLock { held in state.table.removeAll(held) }
    }

    /// Makes the fonts of a file available to everything measured from now on. Slow (all fonts are listed again, and
    /// every engine starts with an empty font map). Fails with `io` or `invalidArgument`, naming the file; the fonts
    /// are then as they were.
    public func addFontFile(_ path: String) throws(LaminaError) {
        try FontLock.withLock { (held) throws(LaminaError) in
            if state.files.contains(path) { return }
            let files = state.files + [path]
            state.source = try FontSource(usesSystemFonts: configuration.usesSystemFonts, files: files, held)
            state.files = files
            currentGeneration.wrappingAdd(1, ordering: .sequentiallyConsistent)
        }
    }

    /// The pixels of a glyph at `scale` device pixels per logical unit. Takes the font lock and some 10 us, or much
    /// longer for large glyphs: keep the result. Empty for blanks, for a font that is not this system's and for a scale
    /// that is not a positive number; scales are cut at 1024 px to the em for colour glyphs and 8192 for others. With
    /// `stroke`, the outline's coverage instead, as wide as that in logical units. `quarter`, 0...3: how many quarters
    /// of a pixel the glyph is moved to the right.
    public func rasterize(
        font: FontID, glyph: UInt32, scale: Double, stroke: Double = 0, quarter: Int = 0
    ) -> GlyphImage {
        if !(scale.isFinite && scale > 0) { return .empty }
        return FontLock.withLock { held in
            guard let found = state.table.font(font, scale: scale, held) else {
                return state.table.contains(font) ? .failed : .empty
            }
            return GlyphRasterizer.rasterize(
                found, glyph: glyph, stroke: min(max(stroke, 0), 1000) * scale, quarter: quarter & 3, held)
        }
    }

    /// Has everything that measures open its fonts anew and forget what it knows of them. For when fonts could not be
    /// opened, and when memory is wanted. What was measured before can still be drawn.
    public func reopenFonts() { currentGeneration.wrappingAdd(1, ordering: .sequentiallyConsistent) }

    /// A text is to be laid out.
    func noteUse(_ held: borrowing FontLock.Held) {
        if !hasFonts(held) {
            _ = lack.compareExchange(expected: 0, desired: 1, ordering: .relaxed)
        }
    }

    /// What is to be told, once, when texts show nothing for want of any font.
    public func takeLack() -> String? {
        guard lack.load(ordering: .relaxed) == 1,
            lack.compareExchange(expected: 1, desired: 2, ordering: .relaxed).exchanged
        else { return nil }
        return configuration.usesSystemFonts
            ? "there are no fonts: texts show no letters. Install some (Debian: fonts-dejavu-core), or add a font file"
            : "the context has no fonts: texts show no letters. Add a font file, or let it use those of the system"
    }

    /// What the shaped words take that engines keep, in bytes.
    public var wordBytes: Int { keptWords.load(ordering: .relaxed) }

    /// An engine keeps more words, or fewer.
    func countWords(_ bytes: Int) { keptWords.wrappingAdd(bytes, ordering: .relaxed) }

    var generation: UInt32 { currentGeneration.load(ordering: .acquiring) }

    /// How many fonts are open, of those that were ever met.
    var openFonts: Int { FontLock.withLock { _ in state.table.openFonts } }

    /// Interns a scaled font of Pango's; both pointers are borrowed. nil when its file cannot be opened.
    func intern(_ font: OpaquePointer, pattern: OpaquePointer?, _ held: borrowing FontLock.Held) -> FontID? {
        unsafe state.table.intern(font, pattern: pattern, held)
    }

    /// Calls `body` with the fontconfig configuration to use, nil for the process's, and the generation that it belongs
    /// to.
    func withSource<Result>(
        _ held: borrowing FontLock.Held, _ body: (OpaquePointer?, UInt32) -> Result
    ) -> Result {
        unsafe body(state.source.config, generation)
    }
}
