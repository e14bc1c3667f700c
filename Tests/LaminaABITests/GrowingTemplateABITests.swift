import CLamina
import Glibc
import LaminaABI
import Testing

/// Templates whose parts are repeated or left out, and values with formats.
@Suite struct GrowingTemplateABITests {
    private typealias Job = UnsafeMutablePointer<lamina_job>
    private typealias Form = UnsafeMutablePointer<lamina_template>

    private let lamina: Lamina

    init() throws { lamina = try Lamina() }

    private struct Drawn: Equatable {
        var status = lamina_status.LAMINA_OK
        var message = ""
        var size = [Int32]()
        var pixels = [UInt8]()

        static func == (a: Drawn, b: Drawn) -> Bool { a.status == b.status && a.size == b.size && a.pixels == b.pixels }
    }

    /// What became of a template, or the sentence that says why nothing did.
    private func form(_ json: String) -> (form: Form?, sentence: String) {
        var made: Form?
        let status = lamina_template_create(lamina.context, json, -1, &made)
        return (made, status == .LAMINA_OK ? "" : String(cString: lamina_last_error()))
    }

    private func job(_ json: String) throws -> Job? {
        let (made, sentence) = form(json)
        try #require(made != nil, "\(sentence)")
        defer { lamina_template_release(made) }
        var job: Job?
        try ok(lamina_job_create(made, nil, &job))
        return job
    }

    private func take(_ job: Job?) throws -> Drawn {
        var picture = lamina_picture_info()
        picture.struct_size = MemoryLayout<lamina_picture_info>.size
        try ok(lamina_job_wait_picture(job, 120_000_000, &picture))
        defer { lamina_picture_release(picture.picture) }
        var drawn = Drawn(status: picture.status, message: picture.message.map { String(cString: $0) } ?? "")
        if let data = picture.data {
            drawn.size = [picture.width, picture.height]
            drawn.pixels = Array(UnsafeRawBufferPointer(start: data, count: picture.data_size))
        }
        return drawn
    }

    private func draw(_ job: Job?, _ row: String) throws -> Drawn {
        try ok(lamina_job_add_row_json(job, row, -1))
        return try take(job)
    }

    private func draw(_ json: String, _ row: String) throws -> Drawn {
        let job = try job(json)
        defer { lamina_job_release(job) }
        return try draw(job, row)
    }

    private func column(_ children: String) -> String {
        "{\"width\": 200, \"root\": {\"children\": [{\"kind\": \"column\", \"children\": [\(children)]}]}}"
    }

    private func text(_ string: String) -> String { "{\"kind\": \"text\", \"text\": \"\(string)\"}" }

    private let receipt = """
        {"width": 200, "background": "white",
         "root": {"children": [{"kind": "column", "children": [
            {"kind": "text", "text": "{shop}"},
            {"kind": "row", "repeat": "{lines}", "children": [
              {"kind": "text", "text": "{lines.count} x {lines.name}", "style": {"flex_grow": 1}},
              {"kind": "text", "text": "{lines.price:.2f}"},
              {"kind": "text", "repeat": "{lines.notes}", "text": "{lines.notes} of {shop}"}]},
            {"kind": "text", "if": "{paid}", "text": "Thank you"},
            {"kind": "text", "if": "!{paid}", "text": "To pay"}]}]},
         "defaults": {"lines.count": 1, "lines.notes": []}}
        """

    @Test func slotsAreThoseOfTheRow() throws {
        defer { lamina.close() }
        let made = form(receipt).form
        var names: [String] = []
        for index in 0..<lamina_template_get_slot_count(made) {
            var buffer = [CChar](repeating: 0, count: 100)
            _ = lamina_template_read_slot_name(made, index, &buffer, 100)
            names.append(buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) })
        }
        #expect(names == ["shop", "lines", "paid"])
        lamina_template_release(made)
    }

    /// A picture is that of the same tree written by hand.
    @Test func partsAreRepeatedAndLeftOut() throws {
        defer { lamina.close() }
        let job = try job(receipt)
        defer { lamina_job_release(job) }
        let row = """
            {"shop": "Bar", "paid": true, "lines": [
              {"name": "Tea", "price": 2.5, "notes": ["hot", "strong"]}, {"count": 3, "name": "Cake", "price": 10.005}]}
            """
        func line(_ left: String, _ right: String, _ notes: [String] = []) -> String {
            let more = notes.map { ", " + text($0) }.joined()
            return """
                {"kind": "row", "children": [
                  {"kind": "text", "text": "\(left)", "style": {"flex_grow": 1}}, \(text(right))\(more)]}
                """
        }
        func byHand(_ parts: [String]) throws -> Drawn {
            let json = column(parts.joined(separator: ", ")).dropLast()
            return try draw("\(json), \"background\": \"white\"}", "{}")
        }
        let found = try draw(job, row)
        #expect(found.status == .LAMINA_OK, "\(found.message)")
        #expect(
            try found
                == byHand([
                    text("Bar"), line("1 x Tea", "2.50", ["hot of Bar", "strong of Bar"]), line("3 x Cake", "10.01"),
                    text("Thank you"),
                ]))
        // Others of the same shape, and of other shapes.
        let other = try draw(job, "{\"shop\": \"Inn\", \"lines\": [{\"name\": \"Soup\", \"price\": 7}]}")
        #expect(try other == byHand([text("Inn"), line("1 x Soup", "7.00"), text("To pay")]))
        let same = try draw(job, "{\"shop\": \"Inn\", \"lines\": [{\"name\": \"Tea\", \"price\": 8, \"count\": 2}]}")
        #expect(try same == byHand([text("Inn"), line("2 x Tea", "8.00"), text("To pay")]))
        let none = try draw(job, "{\"shop\": \"Inn\", \"lines\": [], \"paid\": 0}")
        #expect(try none == byHand([text("Inn"), text("To pay")]))
        #expect(try draw(job, row) == found)
    }

    @Test func itemsThatAreValuesAndChosenParts() throws {
        defer { lamina.close() }
        let words = column("{\"kind\": \"text\", \"repeat\": \"{w}\", \"text\": \"<{w:>4}>\"}")
        let found = try draw(words, "{\"w\": [\"a\", 12, \"long words\"]}")
        #expect(
            try found
                == draw(column([text("<   a>"), text("<  12>"), text("<long words>")].joined(separator: ",")), "{}"))
        // A condition of a repeated part is asked for each.
        let some = column("{\"kind\": \"text\", \"repeat\": \"{w}\", \"if\": \"{w.on}\", \"text\": \"{w.t}\"}")
        let chosen = try draw(
            some, "{\"w\": [{\"t\": \"a\", \"on\": true}, {\"t\": \"b\"}, {\"t\": \"c\", \"on\": \"x\"}]}")
        #expect(try chosen == draw(column(text("a") + "," + text("c")), "{}"))
        // Two parts of which one is there: as many children as the spec takes.
        let either = column(
            "{\"kind\": \"inset\", \"insets\": 4, \"children\": [{\"kind\": \"text\", \"if\": \"{a}\", \"text\": \"yes\"},"
                + " {\"kind\": \"text\", \"if\": \"!{a}\", \"text\": \"no\"}]}")
        let one = column("{\"kind\": \"inset\", \"insets\": 4, \"children\": [\(text("no"))]}")
        #expect(try draw(either, "{}") == draw(one, "{}"))
    }

    /// Rows of values and of texts have no arrays, but the other slots.
    @Test func rowsOfTexts() throws {
        defer { lamina.close() }
        let job = try job(column(text("{a:,d}") + ", {\"kind\": \"text\", \"if\": \"{b}\", \"text\": \"{b}\"}"))
        defer { lamina_job_release(job) }
        let table = Array("1234567\0\0".utf8CString.dropLast()) + Array("5\0word\0".utf8CString.dropLast())
        try ok(lamina_job_add_text_rows(job, table, table.count, 2))
        let (first, second) = (try take(job), try take(job))
        #expect(try first == draw(column(text("1,234,567")), "{}"), "\(first.message)")
        #expect(try second == draw(column(text("5") + "," + text("word")), "{}"), "\(second.message)")
    }

    /// Each row names what is wrong with it, and the others are drawn.
    @Test func wrongRows() throws {
        defer { lamina.close() }
        let job = try job(receipt)
        defer { lamina_job_release(job) }
        let cases: [(row: String, sentence: String)] = [
            ("{\"shop\": \"a\"}", "no value for the slot \"lines\""),
            ("{\"shop\": \"a\", \"lines\": 3}", "the slot \"lines\" is 3; an array is needed"),
            ("{\"shop\": \"a\", \"lines\": {\"name\": 1}}", "the slot \"lines\" is an object; an array is needed"),
            ("{\"shop\": \"a\", \"lines\": [{\"price\": 1}]}", "no value for the slot \"lines[0].name\""),
            (
                "{\"shop\": \"a\", \"lines\": [{\"name\": \"b\", \"price\": \"c\"}]}",
                "\"lines[0].price\" is \"c\"; a number is needed"
            ),
            ("{\"shop\": \"a\", \"lines\": [7]}", "\"lines[0]."),
            ("{\"shop\": \"a\", \"lines\": [{\"name\": [1], \"price\": 1}]}", "\"lines[0].name\" is an array of 1"),
            ("{\"shop\": [\"b\", \"c\"], \"lines\": []}", "\"shop\" is an array of 2"),
            (
                "{\"shop\": \"a\", \"lines\": [{\"name\": \"b\", \"price\": 1, \"notes\": {}}]}",
                "\"lines[0].notes\" is an object"
            ),
        ]
        for (row, sentence) in cases {
            let found = try draw(job, row)
            #expect(
                found.status == .LAMINA_ERROR_INVALID_ARGUMENT && found.message.contains(sentence), "\(found.message)")
        }
        #expect(try draw(job, "{\"shop\": \"a\", \"lines\": []}").status == .LAMINA_OK)
        // A value in place of an array.
        var value = lamina_slot_value()
        value.struct_size = MemoryLayout<lamina_slot_value>.size
        value.kind = .LAMINA_VALUE_KIND_NUMBER
        value.number = 4
        try "lines".withCString {
            value.slot = $0
            try ok(lamina_job_add_row(job, &value, 1))
        }
        let found = try take(job)
        #expect(found.status == .LAMINA_ERROR_INVALID_ARGUMENT && found.message.contains("\"lines\" is 4; an array"))
    }

    @Test func wrongTemplates() throws {
        defer { lamina.close() }
        func part(_ members: String, _ text: String = "a") -> String {
            column("{\"kind\": \"text\", \(members), \"text\": \"\(text)\"}")
        }
        let place = "template.root.children[0].children[0]"
        let cases: [(json: String, sentence: String)] = [
            (part("\"repeat\": 3"), "\(place).repeat is 3; a slot, \"{name}\", is needed"),
            (part("\"repeat\": \"lines\""), "\(place).repeat is \"lines\""),
            (part("\"repeat\": \"{a} {b}\""), "\(place).repeat is"), (part("\"repeat\": \"{}\""), "\(place).repeat is"),
            (part("\"repeat\": \"!{a}\""), "\(place).repeat is"), (part("\"repeat\": \"{a:d}\""), "\(place).repeat is"),
            (part("\"if\": true"), "\(place).if is true"), (part("\"if\": \"!!{a}\""), "\(place).if is"),
            (part("\"unless\": \"{a}\""), "\(place).unless: there is no such member"),
            (part("\"if\": \"{a}\"", "{b"), "\(place).text: the brace at byte 0"),
            ("{\"root\": {\"repeat\": \"{a}\"}}", "template.root is one node"),
            ("{\"root\": {\"if\": \"{a}\"}}", "template.root is one node"),
            (
                column("{\"kind\": \"row\", \"repeat\": \"{a}\", \"children\": [{\"repeat\": \"{a}\"}]}"),
                "\(place).children[0].repeat: {a} is repeated around it already"
            ),
            (
                "{\"root\": {\"children\": [{\"repeat\": \"{a}\"}]}, \"defaults\": {\"a\": 3}}",
                "template.defaults.a is 3; an array"
            ),
            (
                "{\"root\": {\"children\": [{\"repeat\": \"{a}\"}]}, \"defaults\": {\"a.b\": 3}}",
                "template.defaults.a.b: the template has no such slot"
            ),
        ]
        for (json, sentence) in cases {
            let found = form(json).sentence
            #expect(found.contains(sentence), "\(json): \(found)")
        }
        for format in [
            ".f", "z", "d.", "..2f", ".31f", "99999d", "%Q", "%Y-%", "s,", "+s", ",x", ".2d", "=s", "0.2.2f", "{",
            "1001",
        ] {
            let found = form(column(text("{a:\(format)}"))).sentence
            #expect(found.contains("\(place).text: "), "\(format): \(found)")
        }
        let colored = form("{\"root\": {\"background\": \"{a:x}\"}}").sentence
        #expect(colored.contains("template.root.background") && colored.contains("without a format"), "\(colored)")
    }

    /// A few bytes of template and row may not become all the memory there is.
    @Test func rowsThatGrowTooLarge() throws {
        defer { lamina.close() }
        let many = "[" + [String](repeating: "1", count: 1_000_000).joined(separator: ",") + "]"
        let wide = try draw(column("{\"kind\": \"text\", \"repeat\": \"{a}\", \"text\": \"{a}\"}"), "{\"a\": \(many)}")
        #expect(wide.status == .LAMINA_ERROR_OUT_OF_RANGE && wide.message.contains("more than 100,000 elements"))
        #expect(wide.message.contains("template.root.children[0].children[0]"))
        // Within each other, with nothing in them.
        let levels = ["a", "b", "c", "d", "e"]
        let nested = levels.reversed().reduce("") { inner, name in
            "{\"kind\": \"row\", \"repeat\": \"{\(name)}\", \"children\": [\(inner)]}"
        }
        let thousand = "[" + [String](repeating: "0", count: 1000).joined(separator: ",") + "]"
        let row = "{" + levels.map { "\"\($0)\": \(thousand)" }.joined(separator: ",") + "}"
        #expect(try draw(column(nested), row).status == .LAMINA_ERROR_OUT_OF_RANGE)
        // Deep: as deep as JSON may be.
        let deep = (0..<90).reversed().reduce("") { inner, level in
            "{\"kind\": \"row\", \"repeat\": \"{a\(level)}\", \"children\": [\(inner)]}"
        }
        let ones = "{" + (0..<90).map { "\"a\($0)\": [1]" }.joined(separator: ",") + "}"
        #expect(try draw(column(deep), ones).size.count == 0)
        #expect(try draw(column(deep), ones).message.contains("picture is 200 x 0"))
    }

    private func formatted(_ format: String, _ value: String) throws -> String {
        let drawn = try draw(column(text("{a:\(format)}")), "{\"a\": \(value)}")
        return drawn.status == .LAMINA_OK ? "" : drawn.message
    }

    /// Of each, what it looks like is compared as pixels.
    @Test func formats() throws {
        defer { lamina.close() }
        let cases: [(format: String, value: String, text: String)] = [
            (".2f", "2.675", "2.67"), (".2f", "2.5", "2.50"), (".0f", "0.5", "0"), (".0f", "1.5", "2"),
            (".1f", "-0.04", "0.0"),
            ("f", "1e21", "1000000000000000000000.000000"), (".3f", "\"7.25\"", "7.250"),
            (",.2f", "1234567.891", "1,234,567.89"),
            ("+.1f", "3", "+3.0"), (" d", "3", " 3"), ("08.2f", "-3.14159", "-0003.14"), ("*^9d", "42", "***42****"),
            ("<6d", "42", "42    "), ("05d", "42", "00042"), (",d", "-1234", "-1,234"), (",d", "999", "999"),
            ("x", "255", "ff"),
            ("04X", "255", "00FF"), (".1%", "0.1234", "12.3%"), ("%%%Y", "0", "%1970"), (".3", "\"abcdef\"", ""),
            ("6s", "\"ab\"", "ab    "), (".>6", "\"ab\"", "....ab"), (".2s", "\"abcdef\"", "ab"),
            (".30f", "0.1", "0.100000000000000005551115123126"),
            (".2f", "1e-320", "0.00"), (".2f", "9.995", "9.99"), (".2f", "99.999", "100.00"),
            ("%Y-%m-%d", "\"2026-02-28\"", "2026-02-28"),
            ("%e %B %Y, %H:%M", "\"2024-02-29T13:05:09Z\"", "29 February 2024, 13:05"),
            ("%a %d.%m.%y", "\"2026-11-24 09:00\"", "Tue 24.11.26"), ("%A %j", "\"2024-12-31\"", "Tuesday 366"),
            ("%I:%M %p", "\"2024-12-31T00:07:00+02:00\"", "12:07 AM"),
            ("%Y-%m-%d %H:%M:%S", "1700000000", "2023-11-14 22:13:20"),
            ("%Y-%m-%d %a", "-1", "1969-12-31 Wed"), ("%b %A", "\"0001-01-01\"", "Jan Monday"),
        ]
        for (format, value, expected) in cases where !expected.isEmpty {
            let found = try draw(column(text("{a:\(format)}")), "{\"a\": \(value)}")
            #expect(try found == draw(column(text(expected)), "{}"), "\(format) of \(value): \(found.message)")
        }
        let wrong: [(format: String, value: String, sentence: String)] = [
            ("d", "2.5", "whole number"), ("d", "\"abc\"", "\"a\" is \"abc\"; a number is needed for the format \"d\""),
            (".2f", "\"nan\"", "a number"), (".2f", "\"0x10\"", "a number"), (".2f", "\"\"", "a number"),
            (".2f", "true", "a number"),
            ("x", "1e20", "whole number"), (".1%", "1e308", "below 1e306"), ("%Y", "\"2023-02-29\"", "a date such as"),
            ("%Y", "\"2024-13-01\"", "a date"), ("%Y", "\"yesterday\"", "a date"), ("%Y", "1e300", "a date"),
            ("%Y", "[0, 0, 0]", "a date"),
            ("%Y", "\"2024-01-01T25:00\"", "a date"), ("%Y", "\"2024-01-01x\"", "a date"),
            ("s", "true", "text or a number"),
        ]
        for (format, value, sentence) in wrong {
            let found = try formatted(format, value)
            #expect(found.contains(sentence) && found.contains("the slot \"a\""), "\(format) of \(value): \(found)")
        }
    }

    /// In C a number may be anything.
    @Test func numbersThatAreNone() throws {
        defer { lamina.close() }
        let job = try job(column(text("{a:.2f}")))
        defer { lamina_job_release(job) }
        var value = lamina_slot_value()
        value.struct_size = MemoryLayout<lamina_slot_value>.size
        value.kind = .LAMINA_VALUE_KIND_NUMBER
        "a".withCString {
            value.slot = $0
            for number in [Double.nan, .infinity, -.infinity] {
                value.number = number
                #expect(lamina_job_add_row(job, &value, 1) == .LAMINA_ERROR_INVALID_ARGUMENT)
            }
        }
    }
}
