import LaminaGeometry
import LaminaText
import Testing

/// Cutting with tokens, at words, at the start and in the middle.
@Suite struct CutLineTests {
    private func special(_ change: (inout TextLayoutOptions) -> Void) -> TextLayoutOptions {
        var options = TextLayoutOptions()
        options.maximumLines = 1
        options.rare.token = makeText("…")
        change(&options)
        return options
    }

    /// What is left of the text, and that cutting one character less would not have fitted.
    @Test(arguments: Script.allCases) func longestPrefixThatFits(script: Script) throws {
        var random = SeededRandom(seed: 31)
        let engine = TextEngine(try makeFonts())
        for round in 0..<30 {
            let string = script.text(Int.random(in: 20...300, using: &random), &random)
            let width = Double(Int.random(in: 60...300, using: &random))
            let lines = Int.random(in: 1...3, using: &random)
            let text = makeText(string)
            let whole = engine.measure(text, options(), maximumWidth: width)
            let cut = engine.measure(text, special { $0.maximumLines = lines }, maximumWidth: width)
            #expect(cut.isTruncated == (whole.lineCount > lines), "\(script) \(round)")
            #expect(cut.lineCount <= lines && cut.size.width <= width)
            guard cut.isTruncated, let last = cut.lines.last else { continue }
            let end = last.bytes.upperBound
            #expect(cut.hidden == end..<text.utf8.count)
            #expect(text.position(text.position(end, in: .byte, as: .character)!, in: .character, as: .byte) == end)
            // One character more, and what is behind it that is blank.
            var more = text.boundary(from: end, .character, forward: true)
            while more < text.utf8.count && text.utf8[more - 1] == 0x20 {
                more = text.boundary(from: more, .character, forward: true)
            }
            let shown = String(decoding: text.utf8[last.bytes.lowerBound..<more], as: UTF8.self) + "…"
            let tooLong = engine.measure(makeText(shown), options(), maximumWidth: .infinity)
            #expect(tooLong.size.width > width, "\(script) round \(round): \(shown.debugDescription) fits in \(width)")
        }
    }

    @Test(arguments: [TextTruncation.start, .middle]) func endOfTheTextIsShown(truncation: TextTruncation) throws {
        let engine = TextEngine(try makeFonts())
        let string = "usr/share/some/projects/lamina/Sources/LaminaText/TextFlow.swift"
        let text = makeText(string)
        let cut = engine.measure(
            text, special { ($0.truncation, $0.rare.token) = (truncation, nil) }, maximumWidth: 200)
        #expect(cut.isTruncated && cut.lineCount == 1 && cut.size.width <= 200 && cut.size.width > 150)
        #expect(cut.lines[0].bytes.upperBound == string.utf8.count)
        #expect(cut.hidden.upperBound < string.utf8.count)
        #expect((cut.hidden.lowerBound == 0) == (truncation == .start))
        let shown =
            String(string.prefix(cut.hidden.lowerBound)) + "…"
            + String(string.suffix(string.count - cut.hidden.upperBound))
        let expected = engine.measure(makeText(shown), options(), maximumWidth: .infinity)
        #expect(cut.glyphs == expected.glyphs)
    }

    @Test func wordsStayWhole() throws {
        let engine = TextEngine(try makeFonts())
        let string = "Some considerable words"
        let text = makeText(string)
        let cut = engine.measure(text, special { $0.rare.truncatesAtWords = true }, maximumWidth: 110)
        #expect(cut.hidden.lowerBound == 4)
        // Without a word that fits, characters.
        let narrow = engine.measure(
            makeText("Incomprehensibilities everywhere"), special { $0.rare.truncatesAtWords = true }, maximumWidth: 60)
        #expect(narrow.hidden.lowerBound > 2 && narrow.size.width <= 60)
    }

    @Test func tokenInheritsAndMessageFollows() throws {
        let engine = TextEngine(try makeFonts())
        var builder = AttributedTextBuilder(attributes: CharacterAttributes(size: 20, color: .white))
        builder.append("A text that goes on for quite some time, longer than two lines")
        var rare = RareAttributes()
        rare.link = 9
        let more = makeText("more", CharacterAttributes(color: Color(red: 1, green: 0, blue: 0, alpha: 1), rare: rare))
        var options = special { $0.maximumLines = 2 }
        options.rare.message = more
        let cut = engine.measure(builder.build(), options, maximumWidth: 200)
        #expect(cut.isTruncated && cut.lineCount == 2 && cut.size.width <= 200)
        let last = cut.runs[cut.lines[1].runs]
        #expect(last.first?.color == .white)
        #expect(last.last?.color == Color(red: 1, green: 0, blue: 0, alpha: 1))
        let frame = engine.withCharacters(engine.place(builder.build(), options, in: Size(width: 200, height: 60)))
        let message = frame.rects(of: .message)
        #expect(message.count == 1 && message[0].maxX <= 200)
        let hit = frame.hit(Point(x: message[0].minX + 5, y: message[0].minY + 5))
        #expect(hit.part == .message && hit.isInside)
        #expect(frame.hit(Point(x: 5, y: 5)).part == .text)
    }

    /// Where the cut falls on the end of a paragraph the ellipsis is no text either: none of its places belongs to what
    /// is hidden.
    @Test(arguments: ["line one", "שלום לכם", "", "one (שלום)", "ends with \u{600}"])
    func anEllipsisAfterAParagraphIsNoText(shown: String) throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText(shown + "\nline two\nline three")
        let end = shown.utf8.count
        for width in [77, 300, Double.infinity] {
            let cut = options { $0.maximumLines = 1 }
            let frame = engine.withCharacters(engine.place(text, cut, in: Size(width: width, height: 60)))
            let line = frame.measured.lines[0]
            guard line.bytes.upperBound == end else { continue }
            #expect(frame.measured.hidden == end..<text.utf8.count)
            // After a sign that takes the next character into its own, the two are one character, which is shown.
            if let token = frame.rects(of: .token).first {
                let x = (token.minX + token.maxX) / 2
                for place in [token.minX + 0.5, x, token.maxX - 0.5] {
                    let hit = frame.hit(Point(x: place, y: 5))
                    #expect(hit.part == .token && hit.character == end..<end && hit.isInside)
                }
            } else {
                #expect(shown.hasSuffix("\u{600}"))
            }
            #expect(frame.rects(of: end..<text.utf8.count).isEmpty)
            for movement in [TextMovement.left, .right, .lineEnd, .down] {
                #expect((0...end).contains(frame.move(end, movement)))
            }
            #expect(frame.hit(Point(x: 1000, y: 5)).character.upperBound <= end)
            #expect(frame.hit(Point(x: -10, y: 5)).character.upperBound <= end)
        }
    }

    /// Pango's own ellipsis stands for no character.
    @Test func aHitOnPangosEllipsisHasNoBytes() throws {
        let engine = TextEngine(try makeFonts())
        let frame = engine.withCharacters(
            engine.place(
                makeText("line one line two line three"), options { $0.maximumLines = 1 },
                in: Size(width: 77, height: 60)))
        let token = try #require(frame.rects(of: .token).first)
        let hit = frame.hit(Point(x: token.minX + 3, y: 5))
        let begin = frame.measured.hidden.lowerBound
        #expect(hit.part == .token && hit.character == begin..<begin)
    }

    @Test func nothingIsCutThatFits() throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText("short")
        let plain = engine.measure(text, options(), maximumWidth: 200)
        for truncation in [TextTruncation.end, .start, .middle, .clip] {
            let cut = engine.measure(text, special { $0.truncation = truncation }, maximumWidth: 200)
            #expect(!cut.isTruncated && cut.glyphs == plain.glyphs && cut.hidden.isEmpty)
        }
    }

    @Test func tokenWiderThanTheLineLeavesAnEllipsis() throws {
        let engine = TextEngine(try makeFonts())
        let options = special { $0.rare.token = makeText("a token that is far too long for the line") }
        let cut = engine.measure(makeText("some words that do not fit"), options, maximumWidth: 60)
        #expect(cut.isTruncated && cut.size.width <= 60 && cut.glyphs.count == 1)
    }

    /// Before a wide character that is hidden Pango looks for another sign, and writes three dots in a font that has
    /// none: not how the font writes an ellipsis elsewhere.
    @Test func anEllipsisBeforeAWideCharacterIsItsOwn() throws {
        let plain = special { $0.rare.token = nil }
        // A font without U+22EF, the sign for wide characters.
        func fonts() throws -> FontSystem { try makeFonts(size: 20.5) { $0.defaultFamily = "Noto Sans" } }
        let expected = TextEngine(try fonts()).measure(makeText("nnnnnnnnnn"), plain, maximumWidth: 60)
        let engine = TextEngine(try fonts())
        for before in ["n'", "t\u{D2B8}\u{94D}\u{947}\u{5D5}\u{5DD}"] {
            _ = engine.measure(makeText(before), plain, maximumWidth: 60)
        }
        for _ in 0..<2 {
            let cut = engine.measure(makeText("nnnnnnnnnn"), plain, maximumWidth: 60)
            #expect(cut.glyphs == expected.glyphs)
            _ = engine.measure(makeText("n nnnnnnnnnn"), plain, maximumWidth: 60)
        }
    }

    /// Measurements that a text keeps of itself must not keep the text.
    @Test func textCutWithItselfGoes() throws {
        let engine = TextEngine(try makeFonts())
        func measure() -> (Weak, Weak) {
            let (text, other) = (makeText("some words that do not fit"), makeText("more words"))
            for (cut, token) in [(text, text), (text, other), (other, text)] {
                let options = special { ($0.rare.token, $0.rare.message) = (token, token) }
                let found = engine.measure(cut, options, maximumWidth: 60)
                #expect(engine.measure(cut, options, maximumWidth: 60) === found, "kept all the same")
            }
            return (Weak(text: text), Weak(text: other))
        }
        let kept = measure()
        #expect(kept.0.text == nil && kept.1.text == nil)
    }

    private struct Weak {
        weak var text: AttributedText?
    }
}
