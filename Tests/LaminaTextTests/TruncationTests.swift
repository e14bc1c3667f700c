import LaminaGeometry
import LaminaText
import Testing

/// `maximumLines`: where texts are cut, and that cutting before shaping changes nothing.
@Suite struct TruncationTests {
    @Test func ellipsisInsideParagraph() throws {
        let engine = TextEngine(try makeFonts())
        let string = "One two three four five six seven eight nine ten"
        let measured = engine.measure(makeText(string), options { $0.maximumLines = 2 }, maximumWidth: 100)
        #expect(measured.isTruncated && measured.lineCount == 2)
        #expect(measured.lines[1].bytes.upperBound < string.utf8.count)
        #expect(measured.lines[1].width <= 100)
    }

    @Test(arguments: [1, 2, 3])
    func ellipsisAtParagraphEnd(lines: Int) throws {
        let engine = TextEngine(try makeFonts())
        let all = "One\nTwo\nThree\nFour"
        let measured = engine.measure(makeText(all), options { $0.maximumLines = lines }, maximumWidth: 100)
        let shown = all.split(separator: "\n").prefix(lines).joined(separator: "\n") + "…"
        let expected = engine.measure(makeText(shown), options(), maximumWidth: 100)
        #expect(measured.isTruncated && measured.lineCount == lines)
        #expect(measured.glyphs == expected.glyphs)
        #expect(measured.lines.last!.bytes.upperBound == shown.utf8.count - 3)
        #expect(!expected.isTruncated)
    }

    /// The last line is full: the ellipsis takes the place of its end.
    @Test func ellipsisAtFullParagraphEnd() throws {
        let engine = TextEngine(try makeFonts())
        let width = engine.measure(makeText("A full line"), options(), maximumWidth: .infinity).size.width
        let measured = engine.measure(
            makeText("A full line\nmore"), options { $0.maximumLines = 1 }, maximumWidth: width)
        #expect(measured.isTruncated && measured.lineCount == 1)
        #expect(measured.size.width <= width)
        #expect(measured.lines[0].bytes.upperBound < 11)
    }

    @Test func blankRestIsNotCut() throws {
        let engine = TextEngine(try makeFonts())
        let measured = engine.measure(makeText("One\n \n\n"), options { $0.maximumLines = 1 }, maximumWidth: 100)
        #expect(!measured.isTruncated && measured.lineCount == 1)
    }

    @Test func clipLeavesLinesOut() throws {
        let engine = TextEngine(try makeFonts())
        let string = "One two three four five six seven eight nine ten\nmore"
        let whole = engine.measure(makeText(string), options(), maximumWidth: 100)
        let measured = engine.measure(
            makeText(string),
            options {
                $0.maximumLines = 2; $0.truncation = .clip
            }, maximumWidth: 100)
        #expect(measured.isTruncated)
        #expect(Array(measured.lines) == Array(whole.lines.prefix(2)))
        #expect(Array(measured.glyphs) == Array(whole.glyphs.prefix(measured.glyphs.count)))
    }

    /// Against Pango with the whole text: 1,000 characters of which a few lines are shown.
    @Test(arguments: Script.allCases)
    func cutBeforeShapingEqualsUncut(script: Script) throws {
        var random = SeededRandom(seed: 21)
        let engine = TextEngine(try makeFonts())
        for round in 0..<rounds(12, sanitized: 4) {
            let text = script.text(1000, &random)
            let width = Double(Int.random(in: 60...400, using: &random))
            let lines = Int32.random(in: 1...5, using: &random)
            let raw = RawPango("DejaVu Sans 14px", ellipsizes: true, lines: lines, width: width).lay(text)
            let measured = engine.measure(makeText(text), options { $0.maximumLines = Int(lines) }, maximumWidth: width)
            #expect(difference(measured.raw, raw) == nil, "\(script) round \(round) at \(width), \(lines) lines")
            let whole = engine.measure(makeText(text), options(), maximumWidth: width)
            let clipped = engine.measure(
                makeText(text),
                options {
                    $0.maximumLines = Int(lines); $0.truncation = .clip
                }, maximumWidth: width)
            #expect(Array(clipped.lines) == Array(whole.lines.prefix(Int(lines))))
            #expect(Array(clipped.glyphs) == Array(whole.glyphs.prefix(clipped.glyphs.count)))
        }
    }

    /// Brackets that are closed beyond the cut decide directions before it.
    @Test func openBracketsInBidirectionalText() throws {
        let engine = TextEngine(try makeFonts())
        for opening in ["(", "[", "{", "\u{2068}"] {
            let closing = ["(": ")", "[": "]", "{": "}"][opening] ?? "\u{2069}"
            let text =
                "abc \(opening) שלום " + String(repeating: "עולם ", count: 60) + String(repeating: "word ", count: 100)
                + closing
            let raw = RawPango("DejaVu Sans 14px", ellipsizes: true, lines: 2, width: 100).lay(text)
            let measured = engine.measure(makeText(text), options { $0.maximumLines = 2 }, maximumWidth: 100)
            #expect(difference(measured.raw, raw) == nil, "\(opening)")
        }
    }

    @Test func oneMegabyteThreeLines() throws {
        let engine = TextEngine(try makeFonts())
        let short = makeText(String(repeating: "forty characters in every line of this.\n", count: 26_000))
        let long = makeText(String(repeating: "forty characters in this one paragraph. ", count: 26_000))
        for text in [short, long] {
            for truncation in [TextTruncation.end, .clip] {
                let time = threadTime {
                    let measured = engine.measure(
                        text,
                        options {
                            $0.maximumLines = 3; $0.truncation = truncation
                        }, maximumWidth: 300)
                    #expect(measured.lineCount == 3 && measured.isTruncated)
                }
                #expect(time < .seconds(1))
            }
        }
    }

    /// Letters so large that 8,192 of them are wider than Pango can tell.
    @Test(arguments: [500.0, 1000, 2000]) func hugeLettersAtBothEnds(size: Double) throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText(String(repeating: "WM", count: 3000), CharacterAttributes(size: size))
        for truncation in [TextTruncation.start, .middle] {
            let cut = engine.measure(
                text,
                options {
                    $0.maximumLines = 1; $0.truncation = truncation
                }, maximumWidth: 10_000)
            #expect(cut.isTruncated && cut.size.width <= 10_000 && cut.size.width > 10_000 - 2 * size)
            let shown = text.utf8.count - cut.hidden.count
            #expect((3...25).contains(shown), "\(shown) letters of \(size)")
            #expect(cut.hidden.upperBound > text.utf8.count - 25)
        }
    }

    /// An attachment that is left out takes no room, and the sign stands where letters would.
    @Test(arguments: 1...3) func cutBesideAttachments(count: Int) throws {
        let engine = TextEngine(try makeFonts())
        var builder = AttributedTextBuilder()
        builder.append("Hello ")
        for _ in 0..<count { builder.append(TextAttachment(width: 60, height: 10, rise: 0)) }
        builder.append(" world is large")
        for lines in 1...2 {
            for width in stride(from: 60.0, to: 200, by: 7) {
                let cut = engine.measure(builder.build(), options { $0.maximumLines = lines }, maximumWidth: width)
                #expect(cut.lineCount <= lines && cut.size.width <= width, "\(lines) lines, \(width) wide")
                for attachment in cut.attachments {
                    #expect(!cut.hidden.contains(attachment.byte), "\(lines) lines, \(width) wide")
                }
            }
        }
    }

    /// Not in what could be shown, were all letters narrow.
    @Test func aCutLineTakesTimeInWhatItShows() throws {
        let engine = TextEngine(try makeFonts())
        var times: [Duration] = []
        for count in [200, 200, 1600] {
            let text = makeText(String(repeating: "a🙂", count: count))
            let middle = options {
                $0.maximumLines = 1; $0.truncation = .middle
            }
            let clipped = options {
                $0.maximumLines = 1; $0.truncation = .clip
            }
            var best = Duration.seconds(9)
            for round in 0..<5 {
                let width = 200 + Double(round)
                let clip = threadTime { #expect(engine.measure(text, clipped, maximumWidth: width).isTruncated) }
                let cut = threadTime { #expect(engine.measure(text, middle, maximumWidth: width).isTruncated) }
                best = min(best, max(cut - clip, .microseconds(10)))
            }
            times.append(best)
        }
        // The first one is for the fonts.
        #expect(times[2] < times[1] * 3)
    }
}
