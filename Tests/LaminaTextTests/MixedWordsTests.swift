import LaminaGeometry
import LaminaText
import Testing

/// Paragraphs in several scripts, put together from runs and words seen before, are what Pango makes of them.
@Suite struct MixedWordsTests {
    typealias Vocabulary = KnownWordsTests.Vocabulary

    static let vocabularies = [
        Vocabulary(
            "nine scripts", "DejaVu Sans",
            "quick brown office дом солнце καλημέρα שלום سلام मुझे ภาษา 你好世界 こんにちは 한국어 😀 12:30"),
        Vocabulary(
            "left to right", "DejaVu Sans",
            "The quick, brown fox. Съешь ещё этих мягких, булок; Η γρήγορη αλεπού. 한국어 말 12:30 50% 😀 🚀 – x² Բոլոր მარდ"),
        Vocabulary(
            "both ways", "DejaVu Sans",
            "Hello, world 12 3,141 x כל בני, האדם! צה״ל 45 سلام العالم، نعم؟ ١٢٣ ٤٥ ok – 😀 c++ $7 7% a"),
        Vocabulary(
            "runs shaped whole", "DejaVu Sans",
            "سلام سلام العالم، نعم؟ مرحبا بك في لا ok дом ทุกคน เกิดมา ภาษา 한국어 말 서울 שלום עולם 12 ١٢٣ x"),
        Vocabulary(
            "India", "Noto Sans",
            "Hello world सभी मनुष्यों को গৌরব எல்லா ప్రతి മനുഷ്യ 12 १२३ x ก ทุกคน เกิดมา និង 😀"),
        Vocabulary(
            "East Asia", "Noto Sans",
            "Tokyo 東京 とうきょう トウキョウ 大きい 世界 한국어 서울 2024 iPhone 、 中文 漢 A 1 🎉 ！ ９９ ー"),
        Vocabulary(
            "serif", "Noto Serif", "fjord office “To” V. дом Съешь «да» Ωμέγα ἀρχή ქართული հայ שלום 12 x 🎈 — 汉字 ไทย"),
        Vocabulary(
            "brackets", "DejaVu Sans",
            "Привет (hello) мир «fox» дом “quick” (мир) [Ωμέγα] office(дом) «да, fox» \"да\" 'yes' (12) — ще/sun fox-дом, AVатар (привет, мир) „office“ fiда {Ω} Բոլոր (Tour) x.дом! …да ав»"
        ),
        Vocabulary(
            "brackets, Noto", "Noto Sans",
            "Привет (hello) Ta (мир) «fox» T(Т)T Ω) (V «Да» “Ve. LT” 漢字 「東京」 （大） (Tokyo) ещё שלום (עולם) 12) 한국어 (말) 50%(да)"
        ),
        Vocabulary(
            "kana", "Noto Sans",
            "設定を保存 iPhoneを探す Tokyo東京 吾輩は猫 「東京」へ 한국어(Korean) 漢字kana カタカナとひらがな 東京タワー ABCです (日本) 中文English混排 説明、はい。 大きい OK world Ωが 말hi T東T „漢”"
        ),
        Vocabulary(
            "Chinese", "DejaVu Sans",
            "人人生而自由，在尊严和权利上一律平等。 他们赋有理性和良心，并应以兄弟关系的精神相对待。 （关注） 评论123条 使用Python编写 「你好」，世界！ 2024年1月31日 《红楼梦》…… 50％ ９９元 A股 好😀 点赞👍🏽！ ok 谢谢…… 「「嵌套」」 一——二 a/b选择"
        ),
        Vocabulary(
            "Japanese", "Noto Sans",
            "すべての人間は、生まれながらにして自由であり、かつ、 尊厳と権利とについて平等である。 人間は、理性と良心とを授けられており、 カタカナ・テスト ーっゃゅょ 「設定」を保存しますか？ 東京タワーへ行こう！ iPhoneを探す ９時３０分 ありがとうございます。 コーヒー、ください 〜です か゛ ゝ々 ッ Wi-Fiを使う メッセージ(3件)"
        ),
        Vocabulary(
            "Korean", "Noto Sans",
            "모든 인간은 태어날 때부터 자유로우며 동등하다. 설정을 저장하시겠습니까? iPhone을 찾기 (3건) 「서울」 10시에 한국어(Korean) 大韓民國 한글과English 값이 없음, ㅋㅋㅋ ㅎ… 까? 뷁 “인용” 하나·둘 가\u{1100}\u{1161} \u{1100}\u{1161}\u{11A8} 가\u{11A8} ok 😀 50%"
        ),
        Vocabulary(
            "marks", "Noto Sans",
            "か\u{3099} は\u{309A} かき は 世界か\u{3099}た 👍\u{301} 好😀\u{301} 世\u{301}界 дом(a\u{301}) (ш\u{306}) a\u{301}б שָ! .ָש ok ก\u{301} 가\u{301}나 すべて 人間は 自由 שלום мир 東京 世界 OK 今日 明日 これ それ hello world дом лес ok да нет 猫 犬 山 川"
        ),
        Vocabulary(
            "signs in other fonts", "Noto Sans",
            "כל בני האדם, נולדו: חורין. “שלום” (עולם) צה״ל! 12% 3.5 שָׁלוֹם. ok எல்லா மனிதப்; பிறவிகளும். (சுதந்திரம்) সমস্ত মানুষ, সমান। ஒ.எ যা\u{200C}. .ি a.b"
        ),
        Vocabulary(
            "Hebrew, Noto", "Noto Sans", "כל בני האדם, נולדו: חורין. “שלום” (עולם) צה״ל! א-ב ג/ד שָׁלוֹם. 12% 3.5"),
        Vocabulary(
            "Arabic, Noto", "Noto Sans",
            "يولد جميع الناس أحرارا، متساوين. في الكرامة! (والحقوق) نعم؟ ١٢٣ 45 لا؛ إله: ـا. -ب"),
        Vocabulary("Tamil, Noto", "Noto Sans", "எல்லா மனிதப்; பிறவிகளும். (சுதந்திரம்) “ஒ” எ. - 12 சம-உரிமை"),
        Vocabulary(
            "emoji", "DejaVu Sans",
            "Hello мир 😂 😂😂 🎉🎈 👍🏽 👍🏻👍🏿 ❤️ ❤️❤️ 🇩🇪 🇩🇪🇫🇷 👩‍👩‍👧 🏳️‍🌈 ☀️ 🥰 ☺️ ❤️‍🔥 ✌🏻 🤷‍♀️ 🤷🏽‍♂️ ok 12:30 שלום ⚡ ✅ ⭐⭐⭐ 世界 🫶 (мир) yes🎉 lol😂😂 ⭐new 5⭐ (❤️) да!👍🏽 世界🌍 a😀b 👍! «🇩🇪»"
        ),
        Vocabulary(
            "signs", "DejaVu Sans",
            "Hello ☃ ☂ мир ✓ → € ⚡ 👍🏽 👩‍👩‍👧 🇩🇪 x́ a\u{200D}b 1️⃣ ❤️ (мир) [a] \"да\" ½ שלום\u{200F} ﬁ ∑ 𝒳 𐌰"),
    ]

    /// Adds a text that is not as Pango's to `unlike`. A few among hundreds are Pango's fault, which lets lines stick
    /// out, or are words that begin with marks, which HarfBuzz gives a dotted circle by how much text it is handed.
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

    @Test(arguments: vocabularies)
    func sameAsPango(_ vocabulary: Vocabulary) throws {
        let seed: UInt64 = 71
        var random = SeededRandom(seed: seed)
        let engine = TextEngine(try makeFonts())
        let raw = RawPango("\(vocabulary.family) 14px", width: 100)
        let rounds = rounds(120, sanitized: 20)
        var unlike: [String] = []
        for round in 0..<rounds {
            let text = KnownWordsTests.text(vocabulary.words, &random)
            let width = Double(Int.random(in: 170...2400, using: &random)) / 4
            expectPangos(text, vocabulary, width, engine, raw, "seed \(seed) round \(round)", &unlike)
        }
        #expect(unlike.count <= 3, "\(unlike)")
    }

    /// Words that nobody ever wrote.
    @Test(arguments: vocabularies)
    func madeUpWordsAreAsPangos(_ vocabulary: Vocabulary) throws {
        let seed: UInt64 = 73
        var random = SeededRandom(seed: seed)
        let engine = TextEngine(try makeFonts())
        let raw = RawPango("\(vocabulary.family) 14px", width: 100)
        var unlike: [String] = []
        for round in 0..<rounds(100, sanitized: 10) {
            // Each of one word's characters, or of any word's.
            let words = (0..<Int.random(in: 1...10, using: &random)).map { _ in
                let from = vocabulary.words.randomElement(using: &random)!.unicodeScalars
                let all = vocabulary.words.flatMap { $0.unicodeScalars }
                let mixes = Int.random(in: 0..<8, using: &random) == 0
                var word = String.UnicodeScalarView()
                for _ in 0..<Int.random(in: 1...5, using: &random) {
                    word.append(mixes ? all.randomElement(using: &random)! : Array(from).randomElement(using: &random)!)
                }
                return String(word)
            }
            let width = Double(Int.random(in: 170...2400, using: &random)) / 4
            expectPangos(
                words.joined(separator: " "), vocabulary, width, engine, raw, "seed \(seed) round \(round)", &unlike)
        }
        #expect(unlike.count <= 3, "\(unlike)")
    }

    /// The same with limits, spacing, directions and coloured spans, against an engine that knows no word.
    @Test(arguments: vocabularies)
    func sameAsAFreshEngine(_ vocabulary: Vocabulary) throws {
        let seed: UInt64 = 79
        var random = SeededRandom(seed: seed)
        let fonts = try makeFonts()
        let engine = TextEngine(fonts)
        var fresh = FreshEngine(fonts)
        for round in 0..<rounds(50, sanitized: 8) {
            let text = KnownWordsTests.text(vocabulary.words, &random)
            let made = KnownWordsTests.spans(text, vocabulary, colored: round % 2 == 0, &random)
            var options = KnownWordsTests.anyOptions(&random)
            options.runsRightToLeft = Bool.random(using: &random)
            let width = Double(Int.random(in: 80...2400, using: &random)) / 4
            let first = engine.measure(made, options, maximumWidth: width)
            let again = try fresh.measure(made, options, maximumWidth: width)
            #expect(first == again, "seed \(seed) round \(round): \(text.debugDescription) at \(width)")
        }
    }

    /// Chinese with more characters than are kept at a time: what is forgotten in the middle of a text is Pango's
    /// again.
    @Test func manyCharacters() throws {
        var random = SeededRandom(seed: 87)
        let engine = TextEngine(try makeFonts())
        let raw = RawPango("Noto Sans 14px", width: 260)
        let count: UInt32 = isSanitized ? 1_200 : 20_400
        // Each of them once, in order.
        for round in 0..<2 * count / 120 {
            let isFirst = round < count / 120
            let characters = (0..<120).map { n in
                isFirst ? round * 120 + n : UInt32.random(in: 0..<count, using: &random)
            }
            let text = String(String.UnicodeScalarView(characters.map { Unicode.Scalar(0x4E00 + $0)! }))
            var expected = raw.lay(text)
            expected.width = expected.lines.map(\.width).max()!
            let measured = engine.measure(
                makeText(text, CharacterAttributes(family: "Noto Sans")), options(), maximumWidth: 260)
            #expect(difference(measured.raw, expected) == nil, "round \(round): \(text)")
        }
    }
}
