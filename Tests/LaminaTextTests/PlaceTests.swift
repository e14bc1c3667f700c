import CPango
import LaminaGeometry
import LaminaText
import Testing

/// Where characters stand, against Pango, and what follows from that.
@Suite struct PlaceTests {
    private func frame(_ text: AttributedText, width: Double, _ change: (inout TextLayoutOptions) -> Void = { _ in })
        throws -> TextFrame
    {
        let engine = TextEngine(try makeFonts())
        return engine.withCharacters(
            engine.place(text, options(change), in: Size(width: width, height: 500)))
    }

    /// Lays out random texts of a script, and hands each on as Lamina and as Pango have it.
    private func besidePango(
        _ script: Script, texts: Int, characters: Int, width: Double, seed: UInt64,
        _ body: (String, AttributedText, TextFrame, RawPango) throws -> Void
    ) throws {
        var random = SeededRandom(seed: seed)
        let raw = RawPango("DejaVu Sans 14px", width: width)
        for _ in 0..<texts {
            let string = script.text(characters, &random)
            _ = raw.lay(string)
            let text = makeText(string)
            try body(string, text, frame(text, width: width), raw)
        }
    }

    /// Carets and hits of every position of texts in many scripts. Pango also knows the carets that fonts have for
    /// ligatures, which fonts for Devanagari do; ours share a ligature's width evenly.
    @Test(arguments: Script.allCases) func pangosCaretsAndHits(script: Script) throws {
        try besidePango(script, texts: 12, characters: 80, width: 260, seed: 3) { string, text, frame, raw in
            var byte = 0
            while byte < text.utf8.count {
                var (strong, weak) = (PangoRectangle(), PangoRectangle())
                withFontLock { pango_layout_get_cursor_pos(raw.layout, Int32(byte), &strong, &weak) }
                let caret = frame.caret(at: byte)
                #expect(
                    abs(caret.strong.minX - Double(strong.x) / 1024) < 0.01,
                    "\(script) \(string.debugDescription) \(byte)")
                // Pango's weak caret stands inside the character before where that is of several code points.
                if script != .devanagari && script != .tamil {
                    #expect(
                        abs(caret.weak.minX - Double(weak.x) / 1024) < 0.01,
                        "\(script) \(string.debugDescription) \(byte) weak")
                } else {
                    #expect(caret.weak == caret.strong)
                }
                var position = PangoRectangle()
                withFontLock { pango_layout_index_to_pos(raw.layout, Int32(byte), &position) }
                let x = Double(position.x) + Double(position.width) / 4
                let y = Double(position.y) + Double(position.height) / 2
                let (place, isWide) = (Point(x: x / 1024, y: y / 1024), abs(position.width) > 256)
                if isWide && script != .devanagari {
                    let hit = frame.hit(place)
                    #expect(
                        hit.byte == byte && !hit.isTrailing && hit.isInside,
                        "\(script) \(string.debugDescription) \(byte)")
                }
                byte = text.boundary(from: byte, .character, forward: true)
            }
        }
    }

    /// A click puts the caret on the line that was clicked, as in Pango, where the position behind a wrapped line is
    /// the next one's.
    @Test(arguments: Script.allCases) func clicksStayOnTheirLine(script: Script) throws {
        try besidePango(script, texts: 8, characters: 60, width: 130, seed: 5) { string, text, frame, raw in
            for (index, line) in frame.measured.lines.enumerated() {
                let y = (line.top + line.bottom) / 2
                for x in stride(from: -20.25, through: 150, by: 3.5) {
                    let hit = frame.hit(Point(x: x, y: y))
                    let position = hit.isTrailing ? hit.character.upperBound : hit.byte
                    #expect(frame.caret(at: position).line == index, "\(script) \(string.debugDescription) \(x)")
                    // Pango knows the carets that fonts have for ligatures.
                    if !hit.isInside || script == .devanagari || script == .tamil { continue }
                    var (byte, trailing) = (Int32(0), Int32(0))
                    withFontLock {
                        _ = pango_layout_xy_to_index(raw.layout, Int32(x * 1024), Int32(y * 1024), &byte, &trailing)
                    }
                    // Of several code points it finds a middle other than the half of their width.
                    let character = String(decoding: text.utf8[hit.character], as: UTF8.self)
                    let isTrailing = character.unicodeScalars.count == 1 ? hit.isTrailing : trailing > 0
                    #expect(
                        hit.byte == Int(byte) && isTrailing == (trailing > 0),
                        "\(script) \(string.debugDescription) \(x)")
                }
            }
        }
    }

    /// As in Pango, they go to the beginning or the end of the line, whichever way the text at its edge runs.
    @Test func clicksBesideALineThatRunsBothWays() throws {
        let raw = RawPango("DejaVu Sans 14px", width: 200)
        for string in ["abc שלום", "שלום 12", "שלום abc", "12 abc", "abc ١٢٣ שלום", "(שלום)", "x"] {
            _ = raw.lay(string)
            let frame = try frame(makeText(string), width: 200)
            for x in [-3.0, 2, 198, 203] {
                let hit = frame.hit(Point(x: x, y: 8))
                // Some of these are on a letter.
                if hit.isInside { continue }
                var (byte, trailing) = (Int32(0), Int32(0))
                withFontLock {
                    _ = pango_layout_xy_to_index(raw.layout, Int32(x * 1024), 8 * 1024, &byte, &trailing)
                }
                let found = hit.isTrailing ? hit.character.upperBound : hit.byte
                let expected =
                    trailing > 0 ? makeText(string).boundary(from: Int(byte), .character, forward: true) : Int(byte)
                #expect(found == expected, "\(string) at \(x)")
            }
        }
        #expect(try frame(makeText("abc שלום"), width: 200).hit(Point(x: 198, y: 8)).character.upperBound == 12)
        #expect(try frame(makeText("שלום 12"), width: 200).hit(Point(x: 2, y: 8)).character.upperBound == 11)
        // What stands where text was cut stays what is hit there.
        let cut = try frame(makeText("abc שלום abc שלום"), width: 80) { $0.maximumLines = 1 }
        #expect(cut.hit(Point(x: 79.9, y: 8)).part == .token)
    }

    /// A position within what is one step for a reader is where that begins, and a caret leaves it in one step.
    @Test func caretsWithinLineEndsAndCharacters() throws {
        let lines = try frame(makeText("one\r\nשלום\r\nthree"), width: 200)
        for (inside, end) in [(4, 3), (14, 13)] {
            #expect(lines.caret(at: inside) == lines.caret(at: end))
            for movement in [TextMovement.left, .right, .up, .down, .lineStart, .lineEnd] {
                #expect(lines.move(inside, movement) == lines.move(end, movement), "\(inside) \(movement)")
            }
        }
        #expect(lines.caret(at: 4).strong.minX == lines.caret(at: 4).weak.minX && lines.caret(at: 4).line == 0)
        // Two code points, a ligature's letters, seven code points.
        let letters = try frame(makeText("e\u{301}fi👩‍👩‍👧x"), width: 200)
        let ends = [0, 3, 4, 5, 23, 24]
        for (start, end) in zip(ends, ends.dropFirst()) {
            for byte in start..<end {
                #expect(letters.caret(at: byte) == letters.caret(at: start), "\(byte)")
                #expect(letters.move(byte, .right) == end, "\(byte)")
            }
        }
        let xs = ends.map { letters.caret(at: $0).strong.minX }
        #expect(xs == xs.sorted() && Set(xs).count == xs.count)
        // Between the halves of the ligature a click goes to the nearer letter.
        #expect(letters.hit(Point(x: xs[2] - 1, y: 8)).character == 3..<4)
        #expect(letters.hit(Point(x: xs[2] + 1, y: 8)).character == 4..<5)
        let cut = try frame(makeText("one two three four"), width: 60) { $0.maximumLines = 1 }
        let hidden = cut.measured.hidden
        for byte in hidden { #expect(cut.caret(at: byte) == cut.caret(at: hidden.lowerBound)) }
    }

    @Test func clicksBesideAWrappedLine() throws {
        let latin = try frame(makeText("word word word"), width: 45)
        for x in stride(from: 32.0, to: 60, by: 5) {
            let hit = latin.hit(Point(x: x, y: 10))
            #expect(hit.character == 4..<5 && !hit.isTrailing || hit.character == 3..<4 && hit.isTrailing)
        }
        // The last line has an end of its own.
        #expect(latin.hit(Point(x: 60, y: 500)).isTrailing)
        let chinese = try frame(makeText("世界你好世界你好"), width: 60)
        #expect(chinese.measured.lineCount > 1)
        let end = chinese.measured.lines[0].bytes.upperBound
        let hit = chinese.hit(Point(x: 100, y: 10))
        #expect(hit.character == end - 3..<end && !hit.isTrailing)
    }

    @Test func rectanglesOfARange() throws {
        let frame = try frame(makeText("one two three four five six"), width: 100)
        #expect(frame.measured.lineCount > 1)
        let all = frame.rects(of: 0..<27)
        #expect(all.count == frame.measured.lineCount)
        #expect(all[0].minX == 0 && all[0].minY == 0)
        let word = frame.rects(of: 4..<7)
        #expect(word.count == 1 && word[0].minX == frame.caret(at: 4).strong.minX)
        #expect(word[0].maxX == frame.caret(at: 7).strong.minX)
        #expect(frame.rects(of: 5..<5).isEmpty)
    }

    /// "abc" stands to the right of the Hebrew before it, so that a range over both falls apart.
    @Test func rangeInBothDirections() throws {
        let frame = try frame(makeText("שלום abc"), width: 200)
        let rects = frame.rects(of: 6..<10)
        #expect(rects.count == 2 && rects[0].maxX < rects[1].minX)
        let caret = frame.caret(at: 9)
        #expect(caret.isRightToLeft && caret.strong != caret.weak)
    }

    @Test func caretsGoThroughAllPositions() throws {
        for string in ["Hello wide world of text", "שלום לכם abc עולם"] {
            let frame = try frame(makeText(string), width: 90)
            let isRightToLeft = frame.measured.lines[0].isRightToLeft
            var byte = 0
            var seen: Set<Int> = [0]
            for _ in 0..<200 {
                let next = frame.move(byte, isRightToLeft ? .left : .right)
                if next == byte { break }
                #expect(seen.insert(next).inserted)
                byte = next
            }
            #expect(seen.count >= string.count - frame.measured.lineCount)
        }
    }

    /// Where a caret comes from `byte`, step by step; nil when that does not end.
    private func way(_ frame: TextFrame, from byte: Int, _ movement: TextMovement) -> [Int]? {
        var result = [byte]
        for _ in 0...2 * frame.text.utf8.count + 10 {
            let next = frame.move(result[result.count - 1], movement)
            if next == result[result.count - 1] { return result }
            result.append(next)
        }
        return nil
    }

    /// Paragraphs in both directions: a way to the left or right never goes in a circle, and passes all lines.
    @Test func sidewaysEnds() throws {
        var random = SeededRandom(seed: 11)
        let engine = TextEngine(try makeFonts())
        for round in 0..<rounds(60, sanitized: 10) {
            let paragraphs = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                let script = [Script.latin, .hebrew, .arabic, .cjk, .mixed, .thai].randomElement(using: &random)!
                return script.text([0, 3, 3, 25].randomElement(using: &random)!, &random)
            }
            let text = makeText(paragraphs.joined(separator: ["\n", "\u{2028}"].randomElement(using: &random)!))
            let isCut = round % 3 == 0
            let options = options {
                $0.wrap = [.wordCharacter, .character].randomElement(using: &random)!
                if isCut { $0.maximumLines = Int.random(in: 1...3, using: &random) }
                $0.truncation = [.end, .start, .middle].randomElement(using: &random)!
            }
            let width = [40.0, 90, 400].randomElement(using: &random)!
            let frame = engine.withCharacters(
                engine.place(text, options, in: Size(width: width, height: .infinity)))
            for movement in [TextMovement.left, .right] {
                let next = (0...text.utf8.count).map { frame.move($0, movement) }
                for byte in next.indices {
                    var (end, steps) = (byte, 0)
                    while next[end] != end && steps <= 2 * next.count + 8 { (end, steps) = (next[end], steps + 1) }
                    #expect(next[end] == end, "round \(round) from \(byte)")
                }
            }
            if isCut { continue }
            for (there, back) in [(TextMovement.left, TextMovement.right), (.right, .left)] {
                let end = way(frame, from: 0, there)?.last ?? 0
                let lines = way(frame, from: end, back)?.map { frame.line(of: $0) } ?? []
                #expect(Set(lines) == Set(frame.measured.lines.indices), "round \(round)")
            }
        }
    }

    @Test func overTheEdgesOfLines() throws {
        let latin = try frame(makeText("abc\ndef"), width: 200)
        #expect(latin.move(3, .right) == 4 && latin.move(4, .left) == 3)
        #expect(latin.move(0, .left) == 0 && latin.move(7, .right) == 7)
        let hebrew = try frame(makeText("של\nום"), width: 200)
        #expect(hebrew.move(4, .left) == 5 && hebrew.move(5, .right) == 4)
        #expect(hebrew.move(0, .right) == 0 && hebrew.move(9, .left) == 9)
        // The first line says which of the others is next.
        let both = try frame(makeText("של\nabc\nום"), width: 200)
        #expect(way(both, from: 0, .left) == [0, 2, 4, 8, 7, 6, 5, 9, 11, 13])
        #expect(way(both, from: 13, .right) == [13, 11, 9, 5, 6, 7, 8, 4, 2, 0])
        let other = try frame(makeText("ab\nש\nל\ncd"), width: 200)
        #expect(way(other, from: 0, .right) == [0, 1, 2, 8, 6, 5, 3, 9, 10, 11])
        #expect(way(other, from: 11, .left) == [11, 10, 9, 3, 5, 6, 8, 2, 1, 0])
    }

    @Test func linesUpAndDown() throws {
        let frame = try frame(makeText("first line\nsecond line\nx"), width: 200)
        let down = frame.move(3, .down)
        #expect((11...22).contains(down))
        #expect(abs(frame.caret(at: down).strong.minX - frame.caret(at: 3).strong.minX) < 8)
        #expect(frame.move(down, .up) == 3)
        #expect(frame.move(20, .down) == 24)
        #expect(frame.move(14, .lineStart) == 11 && frame.move(14, .lineEnd) == 22)
        #expect(frame.move(3, .up) == 0 && frame.move(23, .down) == 24 && frame.move(24, .down) == 24)
    }

    @Test func linksNearAFinger() throws {
        var builder = AttributedTextBuilder()
        builder.append("see ")
        var rare = RareAttributes()
        rare.link = 7
        builder.append("this ", attributes: CharacterAttributes(rare: rare))
        builder.append("page", attributes: CharacterAttributes(weight: 700, rare: rare))
        builder.append(" and no other, as it is the best that there is")
        let frame = try frame(builder.build(), width: 500)
        let rect = try #require(frame.rects(of: 4..<13).first)
        let inside = frame.link(at: Point(x: rect.minX + 3, y: rect.minY + 3))
        #expect(inside?.link == 7 && inside?.bytes == 4..<13)
        #expect(frame.link(at: Point(x: rect.maxX + 20, y: rect.minY + 3))?.link == 7)
        #expect(frame.link(at: Point(x: rect.maxX + 30, y: rect.minY + 3)) == nil)
        #expect(frame.link(at: Point(x: rect.minX + 3, y: rect.maxY + 20))?.link == 7)
        // What is cut off is not part of it.
        let cut = try self.frame(builder.build(), width: 70) { $0.maximumLines = 1 }
        let hit = cut.link(at: Point(x: 45, y: 8))
        #expect(hit?.link == 7 && hit?.bytes.upperBound == cut.measured.hidden.lowerBound)
    }

    @Test func attachmentsTakeRoom() throws {
        var builder = AttributedTextBuilder()
        builder.append("ab")
        builder.append(TextAttachment(width: 30, height: 40, rise: -5))
        builder.append(TextAttachment(width: 30, height: 40, rise: -5))
        builder.append("cd")
        let frame = try frame(builder.build(), width: 500)
        let plain = try self.frame(makeText("abcd"), width: 500)
        #expect(abs(frame.measured.size.width - plain.measured.size.width - 60) < 1)
        let all = frame.measured.attachments
        #expect(all.map(\.byte) == [2, 5] && all.map(\.y) == [-35, -35])
        #expect(all[0].x == frame.caret(at: 2).strong.minX && all[1].x == all[0].x + 30)
        #expect(frame.measured.size.height >= 40)
    }

    @Test func unitsOfPositions() {
        let text = makeText("añ👩‍👩‍👧 two. Three")
        let family = "👩‍👩‍👧".utf8.count
        #expect(text.position(3 + family, in: .byte, as: .character) == 3)
        #expect(text.position(3, in: .character, as: .byte) == 3 + family)
        #expect(text.position(3 + family, in: .byte, as: .codePoint) == 7)
        #expect(text.position(3 + family, in: .byte, as: .utf16) == 10)
        #expect(text.position(10, in: .utf16, as: .byte) == 3 + family)
        #expect(text.position(5, in: .byte, as: .character) == 2)
        #expect(text.position(1000, in: .byte, as: .byte) == nil)
        #expect(text.position(1000, in: .codePoint, as: .byte) == nil)
        #expect(text.boundary(from: 3 + family, .word, forward: true) == 7 + family)
        #expect(text.boundary(from: 3, .character, forward: true) == 3 + family)
        #expect(text.boundary(from: 3 + family, .character, forward: false) == 3)
        #expect(text.boundary(from: text.utf8.count, .word, forward: false) == 9 + family)
        #expect(text.boundary(from: 0, .sentence, forward: true) == 9 + family)
        #expect(makeText("").position(0, in: .character, as: .byte) == 0)
    }
}
