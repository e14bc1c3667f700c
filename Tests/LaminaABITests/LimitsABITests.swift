import CLamina
import Glibc
import LaminaABI
import Testing

/// What data is held to: limits of contexts and jobs, and the folder of pictures.
@Suite struct LimitsABITests {
    private typealias Job = UnsafeMutablePointer<lamina_job>

    private func limits(_ change: (inout lamina_limits) -> Void = { _ in }) -> lamina_limits {
        var limits = lamina_limits()
        limits.struct_size = MemoryLayout<lamina_limits>.size
        change(&limits)
        return limits
    }

    private func template(_ lamina: Lamina, _ json: String) -> (
        status: lamina_status, template: UnsafeMutablePointer<lamina_template>?
    ) {
        var made: UnsafeMutablePointer<lamina_template>?
        return (lamina_template_create(lamina.context, json, -1, &made), made)
    }

    private func job(
        _ lamina: Lamina, _ json: String, _ limits: lamina_limits? = nil, folder: String? = nil, outside: Bool = false
    ) throws -> Job? {
        let (status, made) = template(lamina, json)
        try ok(status)
        defer { lamina_template_release(made) }
        var options = lamina_job_options()
        options.struct_size = MemoryLayout<lamina_job_options>.size
        options.scale = 1
        options.allows_outside_images = outside
        var job: Job?
        func create() throws {
            guard var limits else { return try ok(lamina_job_create(made, &options, &job)) }
            try withUnsafePointer(to: &limits) {
                options.limits = $0
                try ok(lamina_job_create(made, &options, &job))
            }
        }
        guard let folder else {
            try create()
            return job
        }
        try folder.withCString {
            options.image_folder = $0
            try create()
        }
        return job
    }

    private func draw(_ job: Job?, _ row: String) throws -> (status: lamina_status, message: String, width: Int32) {
        try ok(lamina_job_add_row_json(job, row, -1))
        var picture = lamina_picture_info()
        picture.struct_size = MemoryLayout<lamina_picture_info>.size
        try ok(lamina_job_wait_picture(job, 120_000_000, &picture))
        defer { lamina_picture_release(picture.picture) }
        return (picture.status, picture.message.map { String(cString: $0) } ?? "", picture.width)
    }

    /// A PNG of one bit a pixel, all of one colour: few bytes for any size. Its checksums are right.
    private func flatPNG(_ side: Int) -> [UInt8] {
        func crc(_ bytes: [UInt8]) -> UInt32 {
            ~bytes.reduce(UInt32.max) { crc, byte in
                (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
                }
            }
        }
        func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            let body = Array(name.utf8) + data
            return number(UInt32(data.count)) + body + number(crc(body))
        }
        let header = number(UInt32(side)) + number(UInt32(side)) + [1, 0, 0, 0, 0]
        // The pixels are left out: the header must do.
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", [0x78, 0x9C])
            + chunk("IEND", [])
    }

    private func base64(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < part.count ? Int(part[start + $1]) : 0) }
            for place in 0..<4 { text.append(place <= part.count ? letters[bits >> (18 - 6 * place) & 63] : "=") }
        }
        return text
    }

    @Test func limitsAreReadAsTheyWereSet() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        var found = limits()
        try ok(lamina_context_get_limits(lamina.context, &found))
        #expect(found.text_characters == 100_000 && found.picture_pixels == 1 << 26 && found.row_time_us == 30_000_000)
        #expect(found.picture_source_pixels == 1 << 27 && found.picture_frames == 10_000)
        #expect(found.picture_time_us == 10_000_000)
        var given = limits { ($0.text_characters, $0.depth, $0.row_time_us) = (7, .max, .max) }
        try ok(lamina_context_set_limits(lamina.context, &given))
        try ok(lamina_context_get_limits(lamina.context, &found))
        #expect(found.text_characters == 7 && found.depth == .max && found.row_time_us == .max)
        #expect(found.elements == 100_000)
        try ok(lamina_context_set_limits(lamina.context, nil))
        try ok(lamina_context_get_limits(lamina.context, &found))
        #expect(found.text_characters == 100_000)
        #expect(lamina_context_set_limits(nil, nil) == .LAMINA_ERROR_INVALID_HANDLE)
        #expect(lamina_context_get_limits(lamina.context, nil) == .LAMINA_ERROR_INVALID_ARGUMENT)
        given.struct_size = 3
        #expect(lamina_context_set_limits(lamina.context, &given) == .LAMINA_ERROR_INVALID_ARGUMENT)
    }

    @Test func textsOfRows() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let json = "{\"width\": 100, \"root\": {\"kind\": \"text\", \"text\": \"{t}\"}}"
        let narrow = try job(lamina, json, limits { ($0.text_characters, $0.text_lines) = (10, 3) })
        #expect(try draw(narrow, "{\"t\": \"\(String(repeating: "ä", count: 10))\"}").status == .LAMINA_OK)
        let long = try draw(narrow, "{\"t\": \"\(String(repeating: "ä", count: 11))\"}")
        #expect(long.status == .LAMINA_ERROR_OUT_OF_RANGE)
        #expect(long.message.contains("11 characters") && long.message.contains("\"text_characters\" is 10"))
        let high = try draw(narrow, "{\"t\": \"a\\nb\\nc\\nd\"}")
        #expect(high.status == .LAMINA_ERROR_OUT_OF_RANGE && high.message.contains("\"text_lines\" is 3"))
        #expect(try draw(narrow, "{\"t\": \"a\\nb\\nc\"}").status == .LAMINA_OK)
        lamina_job_release(narrow)
        // Without being asked for.
        let usual = try job(lamina, json)
        let huge = String(repeating: "word ", count: 20_001)
        #expect(try draw(usual, "{\"t\": \"\(huge)\"}").status == .LAMINA_ERROR_OUT_OF_RANGE)
        lamina_job_release(usual)
        var given = limits { $0.text_characters = 2 }
        try ok(lamina_context_set_limits(lamina.context, &given))
        let inherited = try job(lamina, json)
        #expect(try draw(inherited, "{\"t\": \"abc\"}").status == .LAMINA_ERROR_OUT_OF_RANGE)
        lamina_job_release(inherited)
    }

    /// Before there is memory for the pixels: the file ends where they would begin.
    @Test func picturesOfTooManyPixels() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let bomb = flatPNG(16_000)
        let address = "data:image/png;base64,\(base64(bomb))"
        let json =
            "{\"root\": {\"kind\": \"image\", \"image\": \"{p}\", \"style\": {\"width\": 50, \"height\": 50}}}"
        let rows = try job(lamina, json)
        let found = try draw(rows, "{\"p\": \"\(address)\"}")
        #expect(found.status == .LAMINA_ERROR_OUT_OF_RANGE)
        #expect(found.message.contains("16000 x 16000"))
        // It would be decoded to 50 x 50.
        #expect(found.message.contains("\"picture_source_pixels\" is 134,217,728"))
        lamina_job_release(rows)
        // In a drawing of a row, in a template, and of a program.
        let drawings = try job(lamina, "{\"root\": {\"drawing\": \"{d}\", \"style\": {\"width\": 9, \"height\": 9}}}")
        let step = "[{\"kind\": \"image\", \"image\": \"\(address)\", \"rect\": [0, 0, 9, 9]}]"
        #expect(try draw(drawings, "{\"d\": \(step)}").status == .LAMINA_ERROR_OUT_OF_RANGE)
        lamina_job_release(drawings)
        for root in ["{\"kind\": \"image\", \"image\": \"\(address)\"}", "{\"drawing\": \(step)}"] {
            #expect(template(lamina, "{\"root\": \(root)}").status == .LAMINA_ERROR_OUT_OF_RANGE)
        }
        var image: UnsafeMutablePointer<lamina_image>?
        let status = bomb.withUnsafeBytes {
            lamina_image_create_data(
                lamina.context, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count, &image)
        }
        #expect(status == .LAMINA_ERROR_OUT_OF_RANGE)
        var given = limits { $0.picture_pixels = .max }
        try ok(lamina_context_set_limits(lamina.context, &given))
        let allowed = bomb.withUnsafeBytes {
            lamina_image_create_data(
                lamina.context, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count, &image)
        }
        // It is a broken file after all.
        #expect(allowed == .LAMINA_ERROR_IO)
    }

    @Test func elementsOfTemplates() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        var given = limits { ($0.elements, $0.depth) = (4, 3) }
        try ok(lamina_context_set_limits(lamina.context, &given))
        func tree(_ children: Int) -> String {
            let list = [String](repeating: "{}", count: children).joined(separator: ", ")
            return "{\"root\": {\"children\": [{\"kind\": \"column\", \"children\": [\(list)]}]}}"
        }
        #expect(template(lamina, tree(2)).status == .LAMINA_OK)
        let many = template(lamina, tree(3)).status
        #expect(many == .LAMINA_ERROR_OUT_OF_RANGE && lastError().contains("\"elements\""))
        let deep = "{\"root\": {\"children\": [{\"children\": [{\"children\": [{}]}]}]}}"
        #expect(template(lamina, deep).status == .LAMINA_ERROR_OUT_OF_RANGE && lastError().contains("\"depth\""))
    }

    private func lastError() -> String { String(cString: lamina_last_error()) }

    /// Texts of many paragraphs take seconds. A row's time is looked at between them.
    @Test func rowsThatTakeTooLong() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        for flex in ["", "\"flex_profile\": \"css\", "] {
            let json =
                "{\"width\": 300, \"height\": 300, \"root\": {\(flex)\"children\": [{\"kind\": \"text\", \"text\": \"{t}\", \"style\": {\"width\": 300}}]}}"
            let rows = try job(
                lamina, json,
                limits { ($0.text_characters, $0.text_lines, $0.row_time_us) = (.max, .max, 100_000) })
            let slow = (0..<200_000).map { "word\($0) and \($0 &* 7919)" }.joined(separator: "\\n")
            let start = now()
            let found = try draw(rows, "{\"t\": \"\(slow)\"}")
            #expect(found.status == .LAMINA_ERROR_TIMED_OUT && found.message.contains("\"row_time_us\""))
            #expect(now() - start < 5_000_000)
            // The next row, and the same text in time, are as ever.
            // Where others take the processor a short row may be late, too.
            var next = try draw(rows, "{\"t\": \"short\"}")
            for _ in 0..<20 where next.status == .LAMINA_ERROR_TIMED_OUT { next = try draw(rows, "{\"t\": \"short\"}") }
            #expect(next.status == .LAMINA_OK, "\(next.message)")
            lamina_job_release(rows)
        }
    }

    private func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }

    /// What a worker still measures when a context ends, or a job is cancelled, is not waited for to its end.
    @Test func slowTextsEndWithWhoWantedThem() throws {
        let slow = (0..<400_000).map { "word\($0) and \($0 &* 7919)" }.joined(separator: "\\n")
        let json = "{\"width\": 300, \"height\": 300, \"root\": {\"kind\": \"text\", \"text\": \"{t}\"}}"
        for cancels in [false, true] {
            let lamina = try Lamina()
            let rows = try job(
                lamina, json, limits { ($0.text_characters, $0.text_lines, $0.row_time_us) = (.max, .max, .max) })
            try ok(lamina_job_add_row_json(rows, "{\"t\": \"\(slow)\"}", -1))
            usleep(300_000)
            let start = now()
            if cancels {
                try ok(lamina_job_cancel(rows))
                var picture = lamina_picture_info()
                picture.struct_size = MemoryLayout<lamina_picture_info>.size
                try ok(lamina_job_wait_picture(rows, 30_000_000, &picture))
                #expect(picture.status == .LAMINA_ERROR_CANCELLED)
            }
            lamina.close()
            #expect(now() - start < 10_000_000)
        }
    }

    /// The same of a text on a surface.
    @Test func aSlowTextOnASurfaceDoesNotHoldUpTheEnd() throws {
        let lamina = try Lamina()
        let node = try lamina.textNode((0..<400_000).map { "word\($0) and \($0 &* 7919)" }.joined(separator: "\n"))
        var surface: UnsafeMutablePointer<lamina_surface>?
        let size = lamina_size(width: 300, height: 300)
        try ok(lamina_surface_create(lamina.context, size, 1, &surface))
        try ok(lamina_surface_set_root(surface, node))
        try ok(lamina_context_process(lamina.context, 0))
        usleep(300_000)
        let start = now()
        lamina.close()
        #expect(now() - start < 10_000_000)
    }

    // MARK: The folder of pictures

    @Test func picturesComeFromTheirFolder() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let base = "/tmp/lamina-test-\(getpid())-confined"
        let folder = "\(base)/pictures"
        for path in [base, folder, "\(folder)/sub"] { mkdir(path, 0o755) }
        defer {
            for path in [
                "sub/in.png", "sub/link.png", "out.png", "outer", "gone.png", "pipe.png", "sub", "",
            ] { remove("\(folder)/\(path)") }
            for path in ["secret.png", ""] { remove("\(base)/\(path)") }
        }
        var pixels = [UInt32](repeating: 0xFF00_00FF, count: 12)
        try pixels.withUnsafeMutableBytes { bytes in
            var bitmap = lamina_bitmap(
                struct_size: MemoryLayout<lamina_bitmap>.size, data: bytes.baseAddress, width: 4, height: 3,
                stride: 16, format: .LAMINA_PIXEL_FORMAT_ARGB32)
            for path in ["\(folder)/sub/in.png", "\(base)/secret.png"] {
                try ok(lamina_bitmap_write_file(&bitmap, nil, path, -1))
            }
        }
        symlink("in.png", "\(folder)/sub/link.png")
        symlink("../secret.png", "\(folder)/out.png")
        symlink("../missing.png", "\(folder)/gone.png")
        symlink("..", "\(folder)/outer")
        mkfifo("\(folder)/pipe.png", 0o644)
        let json = "{\"root\": {\"kind\": \"image\", \"image\": \"{p}\"}}"
        let rows = try job(lamina, json, folder: folder)
        for path in ["sub/in.png", "./sub//in.png", "sub/link.png"] {
            #expect(try draw(rows, "{\"p\": \"\(path)\"}").status == .LAMINA_OK, "\(path)")
        }
        var sentences: Set<String> = []
        for path in [
            "../secret.png", "sub/../../secret.png", "\(base)/secret.png", "\(folder)/sub/in.png", "/etc/passwd",
            "out.png",
            "outer/secret.png", "gone.png", "../missing.png", "/missing", "/", ".", "..", "/proc/self/cwd/secret.png",
        ] {
            let found = try draw(rows, "{\"p\": \"\(path)\"}")
            #expect(found.status != .LAMINA_OK, "\(path)")
            // Nothing of what is there: neither a reason of the system nor the folder's place.
            let told = ["No such", "denied", "Is a directory", "confined/pictures/"].contains {
                found.message.contains($0)
            }
            #expect(path == "." || path.hasPrefix(folder) || !told, "\(found.message)")
            sentences.insert(found.message.split(separator: "'").last.map(String.init) ?? "")
        }
        #expect(sentences.count <= 2)
        let missing = try draw(rows, "{\"p\": \"none.png\"}")
        #expect(missing.status == .LAMINA_ERROR_IO && missing.message.contains("'none.png'"))
        #expect(try draw(rows, "{\"p\": \"pipe.png\"}").status == .LAMINA_ERROR_IO)
        lamina_job_release(rows)
        let open = try job(lamina, json, folder: folder, outside: true)
        for path in ["../secret.png", "\(base)/secret.png", "out.png", "outer/secret.png"] {
            #expect(try draw(open, "{\"p\": \"\(path)\"}").status == .LAMINA_OK, "\(path)")
        }
        lamina_job_release(open)
    }
}
