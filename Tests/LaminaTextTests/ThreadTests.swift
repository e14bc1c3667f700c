import Glibc
import LaminaGeometry
import LaminaText
import Synchronization
import Testing

/// Runs `body` on `count` threads at once and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    final class Job: Sendable {
        let index: Int
        let body: @Sendable (Int) -> Void
        init(_ index: Int, _ body: @escaping @Sendable (Int) -> Void) { (self.index, self.body) = (index, body) }
    }
    var threads: [pthread_t] = []
    for index in 0..<count {
        var thread = pthread_t()
        let job = Unmanaged.passRetained(Job(index, body)).toOpaque()
        pthread_create(
            &thread, nil,
            { argument in
                let job = Unmanaged<Job>.fromOpaque(argument!).takeRetainedValue()
                job.body(job.index)
                return nil
            }, job)
        threads.append(thread)
    }
    for thread in threads { pthread_join(thread, nil) }
}

/// One engine per thread, everything else shared.
@Suite struct ThreadTests {
    /// Pango and cairo 1.16 used directly in this pattern abort in a few seconds (reference pango-cairo.md, 5.1).
    @Test func fourThreadsTenSizes() throws {
        let seconds = getenv("LAMINA_STRESS_SECONDS").flatMap { Double(String(cString: $0)) } ?? 3
        let fonts = try makeFonts()
        let end = ContinuousClock.now + .seconds(seconds)
        let measured = Atomic<Int>(0)
        let rasterized = Atomic<Int>(0)
        onThreads(4) { index in
            var random = SeededRandom(seed: UInt64(index) + 100)
            var engine = TextEngine(fonts)
            var round = 0
            while ContinuousClock.now < end {
                round += 1
                // Engines come and go, as contexts do.
                if round % 400 == 0 { engine = TextEngine(fonts) }
                let script = Script.allCases.randomElement(using: &random)!
                var rare = RareAttributes()
                if round % 3 == 0 {
                    rare.caps = [nil, .small].randomElement(using: &random)!
                    rare.language = [nil, "tr", "ja"].randomElement(using: &random)!
                    rare.features = [nil, "liga=0"].randomElement(using: &random)!
                    rare.letterSpacing = [nil, 2].randomElement(using: &random)!
                }
                var builder = AttributedTextBuilder(
                    attributes: CharacterAttributes(
                        size: 10 + Double(Int.random(in: 0..<10, using: &random)),
                        weight: Bool.random(using: &random) ? 700 : 400, rare: rare))
                builder.append(script.text(Int.random(in: 1...120, using: &random), &random))
                let options = options {
                    $0.maximumLines = Int.random(in: 0...3, using: &random)
                    $0.truncation = [.end, .end, .middle, .start].randomElement(using: &random)!
                    if round % 5 == 0 { $0.rare.token = makeText("… more") }
                }
                let result = engine.measure(
                    builder.build(), options, maximumWidth: Double.random(in: 60...300, using: &random))
                measured.wrappingAdd(1, ordering: .relaxed)
                guard let run = result.runs.randomElement(using: &random) else { continue }
                let scale = [1, 1, 2, 1.5].randomElement(using: &random)!
                for glyph in result.glyphs[run.glyphs].prefix(4) {
                    let stroke = round % 7 == 0 ? 2.0 : 0
                    _ = fonts.rasterize(font: run.font, glyph: glyph.glyph, scale: scale, stroke: stroke)
                    rasterized.wrappingAdd(1, ordering: .relaxed)
                }
            }
        }
        print(
            "stress: \(measured.load(ordering: .relaxed)) measured, \(rasterized.load(ordering: .relaxed)) rasterized in \(seconds) s"
        )
        #expect(measured.load(ordering: .relaxed) > 0)
    }

    /// Two engines that start at the same time, in different orders, give the same values.
    @Test func sameResultsOnEveryThread() throws {
        var random = SeededRandom(seed: 5)
        let strings = (0..<200).map { _ in Script.allCases.randomElement(using: &random)!.text(80, &random) }
        let fonts = try makeFonts()
        let results = Mutex<[[Int: MeasuredText]]>([[:], [:], [:]])
        onThreads(3) { thread in
            let engine = TextEngine(fonts)
            var mine: [Int: MeasuredText] = [:]
            for step in 0..<strings.count {
                let index = thread == 1 ? strings.count - 1 - step : step
                mine[index] = engine.measure(
                    makeText(strings[index]), options { $0.maximumLines = index % 4 }, maximumWidth: 150)
            }
            results.withLock { $0[thread] = mine }
        }
        let all = results.withLock { $0 }
        for index in 0..<strings.count {
            #expect(all[0][index]! == all[1][index]! && all[0][index]! == all[2][index]!)
        }
    }

    /// Questions that fill what a text keeps, from several threads at once.
    @Test func sharedQuestions() throws {
        let fonts = try makeFonts()
        let texts = (0..<20).map { makeText("สวัสดี shared text number \($0), которого много") }
        onThreads(4) { _ in
            let engine = TextEngine(fonts)
            for text in texts {
                let widths = engine.contentWidths(text, options())
                let frame = engine.withCharacters(engine.place(text, options(), in: Size(width: 120, height: 100)))
                let end = text.boundary(from: 0, .word, forward: true)
                if widths.minimum > widths.maximum || end == 0 || frame.rects(of: 0..<end).isEmpty
                    || text.hashValue == 0
                {
                    Issue.record("\(widths) \(end)")
                }
            }
        }
    }

    /// Threads share texts; each is measured at most a few times.
    @Test func sharedTexts() throws {
        let fonts = try makeFonts()
        let texts = (0..<50).map { makeText("Shared text number \($0) which wraps around") }
        onThreads(4) { _ in
            let engine = TextEngine(fonts)
            for round in 0..<20 {
                for text in texts {
                    let width = [80.0, 120, .infinity][round % 3]
                    let measured = engine.measure(text, options(), maximumWidth: width)
                    if measured.size.width > width || measured.lineCount == 0 { Issue.record("\(width)") }
                }
            }
        }
    }
}
