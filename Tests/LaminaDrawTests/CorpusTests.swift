import CCairo
import CPango
import Foundation
import LaminaDraw
import LaminaGeometry
import LaminaText
import Testing

/// The paragraphs in Tests/Corpus: measured as Pango measures them, and drawn as `pango_cairo_show_layout` draws them.
@Suite struct CorpusTests {
    struct Paragraph: Sendable {
        var family: String
        var language: String
        var text: String
    }

    struct Chapter: CustomTestStringConvertible, Sendable {
        var script: String
        var paragraphs: [Paragraph]
        var testDescription: String { script }
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Corpus")

    static let chapters = ["paragraphs.tsv", "mixed.tsv"].flatMap { name in
        var found: [Chapter] = []
        for line in try! String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8).split(separator: "\n")
        {
            let fields = line.split(separator: "\t").map(String.init)
            if found.last?.script != fields[0] { found.append(Chapter(script: fields[0], paragraphs: [])) }
            found[found.count - 1].paragraphs.append(Paragraph(family: fields[1], language: fields[2], text: fields[3]))
        }
        return found
    }

    private static let files = try! String(contentsOf: folder.appendingPathComponent("fonts.txt"), encoding: .utf8)
        .split(separator: "\n").map(String.init)

    @Test func isWhole() {
        #expect(Self.chapters.reduce(0) { $0 + $1.paragraphs.count } >= 390)
        #expect(Self.chapters.count >= 34)
    }

    /// What is kept of words and paragraphs shows in nothing: at every width, the first time and later, in one style
    /// and in two, alone and behind another paragraph, with the same words in another order.
    @Test(arguments: chapters) func whatIsKeptChangesNothing(_ chapter: Chapter) throws {
        var configuration = FontConfiguration()
        configuration.usesSystemFonts = false
        configuration.fontFiles = Self.files
        let fonts = try FontSystem(configuration)
        let (keeping, forgetting) = (TextEngine(fonts), TextEngine(fonts, keepsWords: false))
        for (number, paragraph) in chapter.paragraphs.enumerated() where !isSanitized || number % 3 == 0 {
            let reversed = paragraph.text.split(separator: " ").reversed().joined(separator: " ")
            func text(isMarked: Bool, isSecond: Bool, isReversed: Bool) throws -> AttributedText {
                var builder = AttributedTextBuilder(attributes: CharacterAttributes(family: paragraph.family, size: 14))
                if isSecond { builder.append("12 (first)\n") }
                let start = builder.count
                builder.append(isReversed ? reversed : paragraph.text)
                if isMarked {
                    let middle = builder.build().boundary(
                        from: start + (builder.count - start) / 2, .character, forward: true)
                    var rare = RareAttributes()
                    rare.letterSpacing = 1
                    try builder.set(CharacterAttributes(weight: 700, rare: rare), bytes: start..<middle)
                }
                return builder.build()
            }
            for (round, width) in [230.0, 140, 320.5, 90].enumerated() {
                for isMarked in [false, true] {
                    var lines = TextLayoutOptions()
                    lines.maximumLines = round == 2 ? 2 : 0
                    func measure(_ engine: TextEngine) throws -> MeasuredText {
                        let made = try text(isMarked: isMarked, isSecond: round == 1, isReversed: round > 2)
                        return engine.measure(made, lines, maximumWidth: width)
                    }
                    let (expected, found) = (try measure(forgetting), try measure(keeping))
                    #expect(found == expected, "\(chapter.script) \(number) round \(round): \(paragraph.text)")
                }
            }
        }
        #expect(keeping.recalledPieces + keeping.composedPieces > 0 && forgetting.recalledPieces == 0)
    }

    @Test(arguments: chapters) func isDrawnAsPangoDraws(_ chapter: Chapter) throws {
        var configuration = FontConfiguration()
        configuration.usesSystemFonts = false
        configuration.fontFiles = Self.files
        // Accents stand between pixels otherwise, which cairo does not know before 1.18.
        configuration.glyphPositions = .wholePixels
        let engine = TextEngine(try FontSystem(configuration))
        let painter = Painter(pool: BitmapPool())
        let pango = PinnedPango(Self.files)
        // The second time words are known.
        for round in 0..<2 {
            for (number, paragraph) in chapter.paragraphs.enumerated() where !isSanitized || number % 3 == 0 {
                let size = [10.0, 14, 16, 24][(number + round) % 4]
                let width = Double(150 + 50 * ((number + 3 * round) % 7))
                var builder = AttributedTextBuilder(
                    attributes: CharacterAttributes(family: paragraph.family, size: size))
                builder.append(paragraph.text)
                let measured = engine.measure(builder.build(), TextLayoutOptions(), maximumWidth: width)
                let expected = pango.lay(paragraph, size: size, width: width)
                let name = "\(chapter.script) \(number) round \(round): \(paragraph.text)"
                #expect(measured.missingGlyphs == 0, "\(name)")
                #expect(measured.size == expected.size, "\(name)")
                #expect(measured.lines.map(\.width) == expected.widths, "\(name)")
                #expect(measured.lines.map(\.baseline) == expected.baselines, "\(name)")

                let height = Int(measured.size.height) + 60
                let (ours, theirs) = (
                    Canvas(Int(width) + 60, height, fill: 0xff20_90c0),
                    Canvas(Int(width) + 60, height, fill: 0xff20_90c0)
                )
                let color = Color(number % 2 == 0 ? 0xff10_1828 : 0xffd0_4020)
                painter.draw(
                    measured, at: Point(x: 20, y: 30), width: width, alignment: .natural, color: color, scale: 1,
                    clip: ours.bounds, on: ours.buffer)
                pango.show(on: theirs, x: 20, y: 30, color: color)
                #expect(ours.difference(theirs) == 0, "\(name)")
            }
        }
    }
}

/// Pango with the same font files and nothing else, as a C program would set it up; under the font lock, because tests
/// run side by side.
private final class PinnedPango {
    private let config: OpaquePointer
    private let map: UnsafeMutablePointer<PangoFontMap>
    private let layout: OpaquePointer

    struct Measured {
        var size: Size
        var widths: [Double]
        var baselines: [Double]
    }

    init(_ files: [String]) {
        (config, map, layout) = withFontLock {
            let config = FcConfigCreate()!
            for file in files { FcConfigAppFontAddFile(config, file) }
            let map = lamina_pango_font_map_new()!
            lamina_pango_font_map_use(map, config)
            let context = pango_font_map_create_context(map)!
            pango_context_set_language(context, pango_language_from_string("en"))
            let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1)
            let options = cairo_font_options_create()
            cairo_surface_get_font_options(surface, options)
            cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
            cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
            cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
            pango_cairo_context_set_font_options(context, options)
            pango_context_set_round_glyph_positions(context, 0)
            cairo_font_options_destroy(options)
            cairo_surface_destroy(surface)
            let layout = pango_layout_new(context)!
            g_object_unref(UnsafeMutableRawPointer(context))
            pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
            return (config, map, layout)
        }
    }

    deinit {
        withFontLock {
            g_object_unref(UnsafeMutableRawPointer(layout))
            lamina_pango_font_map_free(map)
            FcConfigDestroy(config)
        }
    }

    func lay(_ paragraph: CorpusTests.Paragraph, size: Double, width: Double) -> Measured {
        withFontLock {
            let description = pango_font_description_new()
            pango_font_description_set_family(description, paragraph.family)
            pango_font_description_set_absolute_size(description, size * 1024)
            pango_layout_set_font_description(layout, description)
            pango_font_description_free(description)
            pango_layout_set_text(layout, paragraph.text, -1)
            pango_layout_set_width(layout, Int32(width * 1024))
            var logical = PangoRectangle()
            pango_layout_get_extents(layout, nil, &logical)
            var result = Measured(
                size: Size(width: 0, height: Double(logical.height) / 1024), widths: [], baselines: [])
            let lines = pango_layout_get_iter(layout)
            defer { pango_layout_iter_free(lines) }
            repeat {
                pango_layout_iter_get_line_extents(lines, nil, &logical)
                result.widths.append(Double(logical.width) / 1024)
                result.baselines.append(Double(pango_layout_iter_get_baseline(lines)) / 1024)
            } while pango_layout_iter_next_line(lines) != 0
            // Not that of `pango_layout_get_extents`, which counts the room beside lines that stand at the right.
            result.size.width = result.widths.max() ?? 0
            return result
        }
    }

    /// Draws what was laid out last.
    func show(on canvas: Canvas, x: Double, y: Double, color: Color) {
        withFontLock {
            canvas.cairo { cairo in
                setSource(cairo, color)
                showGlyphs(of: layout, on: cairo, x: x, y: y)
            }
        }
    }
}
