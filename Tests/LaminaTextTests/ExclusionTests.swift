import LaminaGeometry
import LaminaText
import Testing

/// Lines that go around rectangles.
@Suite struct ExclusionTests {
    @Test func linesGoAroundExclusions() throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText(FittingTests.words + " " + FittingTests.words)
        let picture = Rect(x: 0, y: 0, width: 100, height: 50)
        let options = options { $0.rare.exclusions = [picture] }
        let frame = engine.withCharacters(engine.place(text, options, in: Size(width: 300, height: 500)))
        #expect(frame.lineStart(0) >= 100)
        var shown = 0
        for (index, line) in frame.measured.lines.enumerated() {
            let start = frame.lineStart(index)
            #expect(start + line.width <= 300.01)
            if line.top < 50 { #expect(start >= 100) } else { #expect(start == 0) }
            #expect(line.bytes.lowerBound == shown)
            shown = line.bytes.upperBound
        }
        #expect(shown == text.utf8.count)
        let free = engine.measure(text, LaminaText.TextLayoutOptions(), maximumWidth: 300)
        #expect(frame.measured.size.height > free.size.height)
        #expect(frame.rects(of: 0..<10)[0].minX >= 100)
    }

    /// Indents count from where a line has its room, as they do from the frame's edge.
    @Test(arguments: [false, true]) func indentsBesideARectangle(runsLeft: Bool) throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText(FittingTests.words + " " + FittingTests.words)
        let picture = Rect(x: 0, y: 0, width: 100, height: 50)
        let options = options {
            $0.rare.exclusions = [picture]
            $0.rare.paragraph.firstLineIndent = 30
            $0.rare.paragraph.indent = 8
            $0.rare.paragraph.tailIndent = 5
            $0.rare.paragraph.direction = runsLeft ? .rightToLeft : .leftToRight
        }
        let frame = engine.place(text, options, in: Size(width: 300, height: 500))
        for (index, line) in frame.measured.lines.enumerated() {
            let (left, right) = (line.top < 50 ? 100.0 : 0, 300.0)
            let (start, end) = (frame.lineStart(index), frame.lineStart(index) + line.width)
            let indent = index == 0 ? 30.0 : 8
            if runsLeft {
                #expect(abs(end - (right - indent)) < 0.01 && start >= left + 5 - 0.01, "line \(index)")
            } else {
                #expect(abs(start - (left + indent)) < 0.01 && end <= right - 5 + 0.01, "line \(index)")
            }
        }
        #expect(frame.measured.lineCount > 4)
    }

    /// Text that is cut beside a rectangle ends as any other does, within the room of its line.
    @Test(arguments: [TextTruncation.end, .middle, .start, .clip]) func cutBesideARectangle(_ how: TextTruncation)
        throws
    {
        let engine = TextEngine(try makeFonts())
        let text = makeText(FittingTests.words + "\n" + FittingTests.words)
        for (picture, lines) in [
            (Rect(x: 0, y: 0, width: 100, height: 50), 2), (Rect(x: 150, y: 0, width: 50, height: 90), 3),
        ] {
            let options = options {
                $0.rare.exclusions = [picture]
                $0.maximumLines = lines
                $0.truncation = how
            }
            let frame = engine.withCharacters(engine.place(text, options, in: Size(width: 200, height: 500)))
            #expect(frame.measured.lineCount == lines && frame.measured.isTruncated)
            let (index, last) = (lines - 1, frame.measured.lines[lines - 1])
            #expect(frame.rects(of: .token).count == (how == .clip ? 0 : 1))
            #expect(frame.lineStart(index) + last.width <= (picture.minX > 0 ? 150.01 : 200.01))
            #expect(frame.lineStart(index) == (picture.minX > 0 ? 0 : 100))
            #expect(abs(last.top - frame.measured.lines[index - 1].bottom) < 0.01)
            #expect(frame.measured.size.height == last.bottom)
            let bytes = last.bytes
            #expect(how == .start || how == .middle ? bytes.upperBound == text.utf8.count : bytes.upperBound < 150)
        }
        // All of it fits: nothing is cut.
        let whole = options {
            $0.rare.exclusions = [Rect(x: 0, y: 0, width: 20, height: 20)]
            $0.maximumLines = 2
            $0.truncation = how
        }
        #expect(!engine.place(makeText("one\ntwo\n"), whole, in: Size(width: 200, height: 500)).measured.isTruncated)
    }

    /// No line reaches into a rectangle, however high the line turns out to be.
    @Test(arguments: ["line height", "factor", "attachment"]) func highLinesKeepOff(_ what: String) throws {
        let engine = TextEngine(try makeFonts())
        var builder = AttributedTextBuilder()
        builder.append("one ")
        if what == "attachment" { builder.append(TextAttachment(width: 20, height: 60, rise: 0)) }
        builder.append(" two three four five six seven eight nine ten eleven")
        let text = builder.build()
        let picture = Rect(x: 0, y: 20, width: 120, height: 20)
        let options = options {
            $0.rare.exclusions = [picture]
            if what == "line height" { $0.rare.paragraph.lineHeight = 40 }
            if what == "factor" { $0.rare.paragraph.lineHeightFactor = 2.5 }
        }
        let frame = engine.place(text, options, in: Size(width: 200, height: 400))
        for (index, line) in frame.measured.lines.enumerated() {
            let isBeside = line.top < picture.maxY && line.bottom > picture.minY
            #expect(!isBeside || frame.lineStart(index) >= picture.maxX, "line \(index): \(line.top) to \(line.bottom)")
        }
        #expect(frame.measured.lines.last?.bytes.upperBound == text.utf8.count)
    }

    /// What touches nothing changes nothing: where lines are broken, and where they stand.
    @Test(arguments: Script.allCases) func rectanglesFarAwayDoNothing(script: Script) throws {
        var random = SeededRandom(seed: 23)
        let engine = TextEngine(try makeFonts())
        for round in 0..<20 {
            let text = makeText(script.text(Int.random(in: 3...60, using: &random), &random))
            let size = Size(width: Double(Int.random(in: 20...250, using: &random)), height: 5000)
            var options = options {
                $0.alignment = [.natural, .left, .right, .center].randomElement(using: &random)!
                $0.wrap = [.word, .wordCharacter].randomElement(using: &random)!
                $0.rare.isBalanced = Bool.random(using: &random)
            }
            let free = engine.place(text, options, in: size)
            options.rare.exclusions = [Rect(x: 0, y: 4900, width: 10, height: 10)]
            let beside = engine.place(text, options, in: size)
            let name =
                "\(script) round \(round), \(size.width) wide, \(options.alignment), \(options.wrap), \(options.rare.isBalanced)"
            #expect(beside.measured.lines.map(\.bytes) == free.measured.lines.map(\.bytes), "\(name)")
            guard beside.measured.lineCount == free.measured.lineCount else { continue }
            for index in 0..<free.measured.lineCount {
                #expect(abs(beside.lineStart(index) - free.lineStart(index)) < 0.01, "\(name), line \(index)")
            }
        }
    }

    /// Words stay whole where they fit, and no line leaves the frame.
    @Test func narrowFrames() throws {
        let engine = TextEngine(try makeFonts())
        let options = options {
            $0.alignment = .right
            $0.rare.exclusions = [Rect(x: 0, y: 200, width: 10, height: 10)]
        }
        let frame = engine.place(makeText("ab cd"), options, in: Size(width: 30, height: 100))
        #expect(frame.measured.lines.map(\.bytes) == [0..<3, 3..<5])
        for (index, line) in frame.measured.lines.enumerated() {
            #expect(abs(frame.lineStart(index) + line.width - 30) < 0.01)
        }
    }
}
