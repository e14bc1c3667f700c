import LaminaGeometry
import LaminaText
import Testing

/// Texts that are put together from words seen before are, to the last glyph, what Pango makes of them.
@Suite struct KnownWordsTests {
    /// A language's words, as they stand in running text.
    struct Vocabulary: CustomTestStringConvertible, Sendable {
        var name: String
        var family: String
        var words: [String]
        var testDescription: String { name }
        /// HarfBuzz gives a mark behind a blank a dotted circle or none, by how much text it is handed.
        var beginsWithMarks: Bool { name.hasPrefix("marks") }

        init(_ name: String, _ family: String, _ text: String) {
            self.name = name
            self.family = family
            words = text.split(separator: " ").map(String.init)
        }
    }

    static let vocabularies = [
        Vocabulary(
            "Latin", "DejaVu Sans",
            "The quick, brown fox (jumps) over “the” lazy dog's Toy. AVA Wave well-known fjord office 12:30 3,141.59 50% $7 https://lamina.dev/x e.g. and/or \"quoted\" 'single' [see] — - – * #tag @you a & b. No! Really? Tim; yes: ok"
        ),
        Vocabulary(
            "Latin, Noto", "Noto Sans",
            "The quick, brown fox (jumps) over “the” lazy dog's Toy. AVA Wave well-known fjord office 12:30 Tx Ty V. f) (f T, r. y, Å Łódź naïve çà ñandú ij ﬁ Ölçü"
        ),
        Vocabulary(
            "serif", "Noto Serif",
            "Affluent fjords fly off; Toys, Waves AVAST fi ffi “To” V.V 'T' LT P. T. F, 1/2 10–20"),
        Vocabulary(
            "bold serif", "DejaVu Serif",
            "Affluent fjords fly off; Toys, Waves AVAST fi ffi “To” V.V 'T' LT P. T. F, 1/2 10–20"),
        Vocabulary(
            "accents", "DejaVu Sans", "Gánh vác đường dài; Ünïcödé straße Žluťoučký kůň pěl ďábelské ódy İstanbul’da"),
        Vocabulary("Greek", "DejaVu Sans", "Η γρήγορη, καφέ αλεπού (πηδά) πάνω από «το» σκυλί. Τότε; Ναι!"),
        Vocabulary(
            "Cyrillic", "DejaVu Sans", "Съешь ещё этих мягких, французских булок (да) выпей «чаю». Нет? — Да; 12 № 5"),
        Vocabulary("numbers", "DejaVu Sans", "1 23 456 7,890 12:30 2024-01-31 50% +3 (4) 1/2 10 – 20"),
        Vocabulary("Armenian", "DejaVu Sans", "Բոլոր մարդիկ ծնվում են ազատ ու հավասար իրենց արժանապատվությամբ։"),
        Vocabulary(
            "Georgian", "Noto Sans Georgian", "ყველა ადამიანი იბადება თავისუფალი და თანასწორი, თავისი ღირსებით."),
        Vocabulary("Hebrew", "DejaVu Sans", "כל בני האדם נולדו בני חורין, ושווים (בערכם) ובזכויותיהם. \"כן\" לא! צה״ל"),
        Vocabulary("Arabic", "Noto Sans Arabic", "يولد جميع الناس أحرارًا، متساوين (في) الكرامة والحقوق. لا إله! نعم؟"),
        Vocabulary(
            "Arabic, DejaVu", "DejaVu Sans", "يولد جميع الناس أحرارًا، متساوين (في) الكرامة والحقوق. لا إله! نعم؟"),
        Vocabulary("Devanagari", "Noto Sans Devanagari", "सभी मनुष्यों को गौरव और अधिकारों के मामले में, जन्मजात स्वतन्त्रता प्राप्त है।"),
        Vocabulary("Bengali", "Noto Sans Bengali", "সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে।"),
        Vocabulary("Tamil", "Noto Sans Tamil", "மனிதப் பிறிவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர், அவர்கள்."),
        Vocabulary("Telugu", "Noto Sans Telugu", "ప్రతిపత్తిస్వత్వముల విషయమున మానవులెల్లరును జన్మతః స్వతంత్రులును"),
        Vocabulary("Malayalam", "Noto Sans Malayalam", "മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും അന്തസ്സോടും സ്വാതന്ത്ര്യത്തോടുംകൂടി"),
        Vocabulary("Ethiopic", "Noto Sans Ethiopic", "የሰው ልጅ ሁሉ ሲወለድ ነጻና በክብርና በመብትም እኩልነት ያለው ነው።"),
        Vocabulary("Korean", "Noto Sans CJK KR", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다."),
        Vocabulary("Urdu", "Noto Nastaliq Urdu", "تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔"),
        // Marks that become one with a space before them, and such that are moved after one.
        Vocabulary(
            "marks after spaces, Arabic", "DejaVu Sans",
            "سلام \u{064B}سلام مرحبا\u{064B} جميع الناس الكرامة حقوق \u{0651}ا بك \u{0640}\u{064E} في العا\u{0653}لم كتاب"
        ),
        Vocabulary(
            "marks after spaces, Devanagari", "Noto Sans Devanagari",
            "क\u{1CD0} \u{A8E1}क \u{1CD0}ख गौरव मामले १\u{A8E1} सभी मनुष्यों को अधिकारों में \u{A8E0}\u{20F0} है।"),
        Vocabulary("Thai", "DejaVu Sans", "ทุกคน เกิดมา อิสระ และ เสมอภาค กัน"),
        Vocabulary("mixed", "DejaVu Sans", "Hello 😀 世界 мир שלום abc 12 x² don’t naïve ☃ → €5"),
    ]

    /// Words in any order, sometimes with a paragraph's end or more than one space between them.
    static func text(_ words: [String], _ random: inout SeededRandom) -> String {
        var text = ""
        for n in 0..<Int.random(in: 1...24, using: &random) {
            if n > 0 {
                switch Int.random(in: 0..<40, using: &random) {
                case 0: text += "\n"
                case 1: text += "  "
                default: text += " "
                }
            }
            text += words.randomElement(using: &random)!
        }
        return text
    }

    /// As in `MixedWordsTests`.
    private func expectPangos(
        _ text: String, _ vocabulary: Vocabulary, _ width: Double, _ engine: TextEngine, _ raw: RawPango,
        _ place: String, _ unlike: inout [String]
    ) {
        raw.width = width
        var expected = raw.lay(text)
        expected.width = expected.lines.map(\.width).max()!
        let measured = engine.measure(
            makeText(text, CharacterAttributes(family: vocabulary.family)), options(), maximumWidth: width)
        if let found = difference(measured.raw, expected), !movesWord(text) {
            unlike.append("\(found), \(place): \(text.debugDescription) at \(width)")
        }
    }

    /// Those whose fonts have no rules that look at blanks, and whose words stand in one direction.
    static let areComposed = ["Latin", "serif", "bold serif", "accents", "Greek", "Cyrillic"]

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: return true
        default: return false
        }
    }

    @Test(arguments: vocabularies.filter { !$0.beginsWithMarks })
    func sameAsPango(_ vocabulary: Vocabulary) throws {
        let seed: UInt64 = 41
        var random = SeededRandom(seed: seed)
        let engine = TextEngine(try makeFonts())
        let raw = RawPango("\(vocabulary.family) 14px", width: 100)
        var unlike: [String] = []
        let rounds = rounds(130, sanitized: 20)
        for round in 0..<rounds {
            let text = Self.text(vocabulary.words, &random)
            let width = Double(Int.random(in: 170...1600, using: &random)) / 4
            expectPangos(text, vocabulary, width, engine, raw, "seed \(seed) round \(round)", &unlike)
        }
        #expect(unlike.count <= 2, "\(unlike)")
        if Self.areComposed.contains(vocabulary.name) && !isSanitized && keepsMostWords {
            #expect(engine.composedPieces > rounds / 8, "\(engine.composedPieces)")
        }
    }

    /// A span for each word, of any look when `colored`.
    static func spans(
        _ text: String, _ vocabulary: Vocabulary, colored: Bool, _ random: inout SeededRandom
    ) -> AttributedText {
        var builder = AttributedTextBuilder(attributes: CharacterAttributes(family: vocabulary.family))
        for (n, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            let color = Color(red: 0, green: Float(Int.random(in: 0...1, using: &random)), blue: 0, alpha: 1)
            let look = CharacterAttributes(color: color, underline: Bool.random(using: &random) ? .single : nil)
            builder.append((n == 0 ? "" : " ") + word, attributes: colored ? look : nil)
        }
        return builder.build()
    }

    static func anyOptions(_ random: inout SeededRandom) -> TextLayoutOptions {
        var options = TextLayoutOptions()
        options.wrap = [.wordCharacter, .word, .none, .character].randomElement(using: &random)!
        options.maximumLines = Int.random(in: 0...4, using: &random)
        options.truncation = [.end, .clip, .middle].randomElement(using: &random)!
        options.lineSpacingFactor = [0, 1, 1.3].randomElement(using: &random)!
        return options
    }

    /// The same with limits, spacing, other ways to wrap and coloured spans, against an engine that knows no word.
    @Test(arguments: vocabularies)
    func sameAsAFreshEngine(_ vocabulary: Vocabulary) throws {
        let seed: UInt64 = 43
        var random = SeededRandom(seed: seed)
        let fonts = try makeFonts()
        let engine = TextEngine(fonts)
        var fresh = FreshEngine(fonts)
        for round in 0..<rounds(50, sanitized: 8) {
            let text = Self.text(vocabulary.words, &random)
            let made = Self.spans(text, vocabulary, colored: round % 2 == 0, &random)
            let options = Self.anyOptions(&random)
            let width = Double(Int.random(in: 40...1600, using: &random)) / 4
            let first = engine.measure(made, options, maximumWidth: width)
            let again = try fresh.measure(made, options, maximumWidth: width)
            #expect(first == again, "seed \(seed) round \(round): \(text.debugDescription) at \(width)")
        }
    }

    /// Words that nobody ever wrote, of a language's characters in any order: shaped by themselves and put together,
    /// they are what Pango makes of the whole text.
    @Test(arguments: vocabularies)
    func madeUpWordsAreAsPangos(_ vocabulary: Vocabulary) throws {
        let seed: UInt64 = 53
        var random = SeededRandom(seed: seed)
        let engine = TextEngine(try makeFonts())
        let raw = RawPango("\(vocabulary.family) 14px", width: 100)
        let characters = vocabulary.words.flatMap { $0.unicodeScalars }
        var unlike: [String] = []
        for round in 0..<rounds(60, sanitized: 10) {
            let words = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                var word = String.UnicodeScalarView()
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    let next = characters.randomElement(using: &random)!
                    if !word.isEmpty || !Self.isMark(next) { word.append(next) }
                }
                return String(word)
            }
            let text = words.joined(separator: " ")
            let width = Double(Int.random(in: 170...1600, using: &random)) / 4
            expectPangos(text, vocabulary, width, engine, raw, "seed \(seed) round \(round)", &unlike)
        }
        #expect(unlike.count <= 2, "\(unlike)")
    }

    /// Several spaces in a row, and spaces at the ends, with an ellipsis and without.
    @Test(arguments: vocabularies.filter { !$0.beginsWithMarks }, [Int32(0), 1, 2])
    func spacesAsPango(_ vocabulary: Vocabulary, lines: Int32) throws {
        let seed: UInt64 = 59
        var random = SeededRandom(seed: seed)
        let engine = TextEngine(try makeFonts())
        let raw = RawPango("\(vocabulary.family) 14px", ellipsizes: lines > 0, lines: lines, width: 100)
        func spaces(_ usual: Int) -> String {
            String(
                repeating: " ",
                count: Int.random(in: 0..<3, using: &random) > 0 ? usual : Int.random(in: 0...4, using: &random))
        }
        for round in 0..<rounds(40, sanitized: 8) {
            var text = spaces(0)
            for n in 0..<Int.random(in: 1...12, using: &random) {
                if n > 0 { text += spaces(1) }
                text += vocabulary.words.randomElement(using: &random)!
            }
            text += spaces(0)
            raw.width = Double(Int.random(in: 170...1200, using: &random)) / 4
            var expected = raw.lay(text)
            expected.width = expected.lines.map(\.width).max()!
            let attributed = makeText(text, CharacterAttributes(family: vocabulary.family))
            let measured = engine.measure(
                attributed, options { $0.maximumLines = Int(lines) }, maximumWidth: raw.width)
            let runsBothWays = lines > 0 && hasRightToLeft(text)
            #expect(
                movesWord(text) || differenceOfCut(measured.raw, expected, runsBothWays: runsBothWays) == nil,
                "seed \(seed) round \(round): \(text.debugDescription) at \(raw.width)")
        }
    }

    /// Texts that end in an ellipsis, also those whose last word was never seen whole.
    @Test(arguments: vocabularies)
    func cutAsByAFreshEngine(_ vocabulary: Vocabulary) throws {
        let seed: UInt64 = 47
        var random = SeededRandom(seed: seed)
        let fonts = try makeFonts()
        let engine = TextEngine(fonts)
        var fresh = FreshEngine(fonts)
        var composed = 0
        let rounds = rounds(20, sanitized: 5)
        for round in 0..<rounds {
            let text = Self.text(vocabulary.words, &random)
            var builder = AttributedTextBuilder(attributes: CharacterAttributes(family: vocabulary.family))
            for (n, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
                let look = CharacterAttributes(
                    color: Color(red: 0, green: Float(n % 2), blue: 0, alpha: 1), underline: n % 3 == 0 ? .single : nil)
                builder.append((n == 0 ? "" : " ") + word, attributes: round % 3 == 0 ? look : nil)
            }
            let made = builder.build()
            let options = options {
                $0.wrap = round % 4 == 0 ? .word : .wordCharacter
                $0.maximumLines = Int.random(in: 1...3, using: &random)
                $0.lineSpacingFactor = round % 5 == 0 ? 1.3 : 0
            }
            for _ in 0..<3 {
                let width = Double(Int.random(in: 20...900, using: &random)) / 4
                let before = engine.composedPieces
                let first = engine.measure(try copy(made), options, maximumWidth: width)
                if first.isTruncated { composed += engine.composedPieces - before }
                let again = try fresh.measure(made, options, maximumWidth: width)
                #expect(first == again, "seed \(seed) round \(round): \(text.debugDescription) at \(width)")
            }
        }
        if Self.areComposed.contains(vocabulary.name) && !isSanitized && keepsMostWords {
            #expect(composed > rounds / 8, "\(composed) of \(rounds)")
        }
    }

    /// Times and counts, as feeds are full of them: nothing else in their style need have been met.
    @Test(arguments: [
        Vocabulary("Latin", "DejaVu Sans", "min ago likes, Replies views."),
        Vocabulary("Latin, Noto", "Noto Sans", "min ago likes, Replies views."),
        Vocabulary("Cyrillic", "DejaVu Serif", "мин назад ответов, просмотра."),
        Vocabulary("Greek", "DejaVu Sans", "λεπτά πριν απαντήσεις, προβολές."),
    ])
    func textsThatBeginWithNumbers(_ vocabulary: Vocabulary) throws {
        var random = SeededRandom(seed: 46)
        let engine = TextEngine(try makeFonts())
        let raw = RawPango("\(vocabulary.family) 14px", width: 100)
        var unlike: [String] = []
        for round in 0..<100 {
            let number = ["\(round)", "\(round)x", "1,\(round)", "0.5%", "24/7"].randomElement(using: &random)!
            let words = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                vocabulary.words.randomElement(using: &random)!
            }
            expectPangos(
                "\(number) " + words.joined(separator: " "), vocabulary, 300, engine, raw, "round \(round)", &unlike)
        }
        #expect(unlike.count <= 2, "\(unlike)")
        #expect(!keepsMostWords || engine.composedPieces > 20, "\(engine.composedPieces)")
    }

    /// What is kept is bounded, and can be given back; neither changes a result.
    @Test func manyWords() throws {
        var random = SeededRandom(seed: 45)
        let fonts = try makeFonts()
        let engine = TextEngine(fonts)
        let text = makeText("known words, again and again")
        let first = engine.measure(text, options(), maximumWidth: 100)
        for round in 0..<60 {
            let words = (0..<400).map { _ in String(UInt64.random(in: 0 ... .max, using: &random), radix: 36) }
            _ = engine.measure(makeText(words.joined(separator: " ")), options(), maximumWidth: 300)
            if round == 40 { engine.trim() }
            #expect(engine.measure(try copy(text), options(), maximumWidth: 100) == first)
        }
        let before = engine.composedPieces + engine.recalledPieces
        #expect(engine.measure(try copy(text), options(), maximumWidth: 100) == first)
        #expect(engine.composedPieces + engine.recalledPieces == before + 1)
    }
}
