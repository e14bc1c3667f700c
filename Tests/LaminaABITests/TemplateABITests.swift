import CLamina
import Foundation
import LaminaABI
import Testing

/// Under the thread sanitizer, too: rows are added, drawn, taken and cancelled on different threads.
@Suite struct TemplateABITests {
    private typealias Job = UnsafeMutablePointer<lamina_job>

    private let lamina: Lamina

    init() throws { lamina = try Lamina() }

    private let json = """
        {"width": 80, "root": {"kind": "text", "text": "{words} {n}", "background": "{tint}"},
         "defaults": {"tint": "#ffffff"}}
        """

    private func job(_ change: (inout lamina_job_options) -> Void = { _ in }) -> Job? {
        var form: UnsafeMutablePointer<lamina_template>?
        #expect(lamina_template_create(lamina.context, json, -1, &form) == .LAMINA_OK)
        defer { lamina_template_release(form) }
        var options = lamina_job_options()
        options.struct_size = MemoryLayout<lamina_job_options>.size
        options.scale = 1
        change(&options)
        var job: Job?
        #expect(lamina_job_create(form, &options, &job) == .LAMINA_OK)
        return job
    }

    private func take(_ job: Job?, timeout: UInt64 = 30_000_000) -> (
        status: lamina_status, picture: lamina_picture_info
    ) {
        var picture = lamina_picture_info()
        picture.struct_size = MemoryLayout<lamina_picture_info>.size
        let status = lamina_job_wait_picture(job, timeout, &picture)
        return (status, picture)
    }

    @Test func rowsFromOneThreadAndPicturesOnAnother() throws {
        defer { lamina.close() }
        let job = job { $0.look_ahead = 4 }
        let count = 300
        nonisolated(unsafe) let shared = job
        let feeder = Thread {
            for number in 0..<count {
                let row = number % 10 == 9 ? "{}" : "{\"words\": \"row\", \"n\": \(number)}"
                _ = lamina_job_add_row_json(shared, row, -1)
            }
        }
        feeder.stackSize = 1 << 20
        feeder.start()
        var taken = 0
        while taken < count {
            let (status, picture) = take(job)
            // The feeder may be behind.
            if status == .LAMINA_ERROR_INVALID_STATE { continue }
            #expect(status == .LAMINA_OK && picture.row == UInt64(taken))
            #expect((picture.status == .LAMINA_OK) == (taken % 10 != 9))
            lamina_picture_release(picture.picture)
            taken += 1
        }
        lamina_job_release(job)
    }

    /// Rows of a flex layout have trees of their own, which serve row after row.
    @Test func flexRowsOnSeveralWorkers() throws {
        defer { lamina.close() }
        let form = """
            {"width": 120, "root": {"flex_profile": "css", "flex_style": "gap: 4px", "children": [
              {"kind": "text", "text": "{words}", "flex_style": {"flex_grow": 1}},
              {"background": "{tint}", "border": {"width": 1, "color": "{tint}"}, "style": {"width": 10, "height": 10}}]},
             "defaults": {"tint": "#ffffff"}}
            """
        var made: UnsafeMutablePointer<lamina_template>?
        #expect(lamina_template_create(lamina.context, form, -1, &made) == .LAMINA_OK)
        var job: Job?
        #expect(lamina_job_create(made, nil, &job) == .LAMINA_OK)
        lamina_template_release(made)
        let words = ["one", "two words that are longer", "three words that are so long that they wrap"]
        for number in 0..<90 {
            #expect(lamina_job_add_row_json(job, "{\"words\": \"\(words[number % 3])\"}", -1) == .LAMINA_OK)
        }
        var heights: [Set<Int32>] = [[], [], []]
        for number in 0..<90 {
            let (status, picture) = take(job)
            #expect(status == .LAMINA_OK && picture.status == .LAMINA_OK)
            heights[number % 3].insert(picture.height)
            lamina_picture_release(picture.picture)
        }
        #expect(heights.allSatisfy { $0.count == 1 } && heights[0] != heights[2])
        lamina_job_release(job)
    }

    /// Which worker reads a picture of the template first is chance; what the other one read is let go without a lock,
    /// of which debug builds see to it. The picture is so large that two workers meet while they read it.
    @Test func aPictureThatTwoWorkersReadAtOnce() throws {
        let several = try Lamina(threads: 4)
        defer { several.close() }
        defer { lamina.close() }
        let name = "lamina-test-\(getpid())-shared.png"
        defer { unlink("/tmp/\(name)") }
        var pixels = (0..<(300 * 200)).map { UInt32(0xFF00_0000) | UInt32($0 &* 2_654_435_761 & 0xFF_FFFF) }
        try pixels.withUnsafeMutableBytes { bytes in
            var bitmap = lamina_bitmap(
                struct_size: MemoryLayout<lamina_bitmap>.size, data: bytes.baseAddress, width: 300, height: 200,
                stride: 1200,
                format: .LAMINA_PIXEL_FORMAT_ARGB32)
            try ok(lamina_bitmap_write_file(&bitmap, nil, "/tmp/\(name)", -1))
        }
        let form =
            "{\"root\": {\"kind\": \"image\", \"image\": \"\(name)\", \"style\": {\"width\": 300, \"height\": 200}}}"
        for _ in 0..<40 {
            var made: UnsafeMutablePointer<lamina_template>?
            try ok(lamina_template_create(several.context, form, -1, &made))
            var options = lamina_job_options()
            options.struct_size = MemoryLayout<lamina_job_options>.size
            options.scale = 1
            var job: Job?
            try "/tmp".withCString {
                options.image_folder = $0
                try ok(lamina_job_create(made, &options, &job))
            }
            lamina_template_release(made)
            for _ in 0..<8 { try ok(lamina_job_add_row_json(job, "{}", -1)) }
            for _ in 0..<8 {
                let (status, picture) = take(job)
                #expect(status == .LAMINA_OK && picture.status == .LAMINA_OK && picture.width == 300)
                let found = picture.data?.assumingMemoryBound(to: UInt32.self)[1]
                #expect(found == pixels[1])
                lamina_picture_release(picture.picture)
            }
            lamina_job_release(job)
        }
    }

    @Test func cancellingWhileOthersWait() throws {
        defer { lamina.close() }
        for round in 0..<20 {
            let job = job()
            for number in 0..<50 {
                #expect(lamina_job_add_row_json(job, "{\"words\": \"\(round)\", \"n\": \(number)}", -1) == .LAMINA_OK)
            }
            nonisolated(unsafe) let shared = job
            let canceller = Thread { _ = lamina_job_cancel(shared) }
            canceller.start()
            for row in 0..<50 {
                let (status, picture) = take(job)
                #expect(status == .LAMINA_OK && picture.row == UInt64(row))
                #expect(picture.status == .LAMINA_OK || picture.status == .LAMINA_ERROR_CANCELLED)
                lamina_picture_release(picture.picture)
            }
            #expect(take(job).status == .LAMINA_ERROR_INVALID_STATE)
            lamina_job_release(job)
        }
    }

    @Test func aTimeThatIsOver() throws {
        defer { lamina.close() }
        let job = job()
        #expect(take(job, timeout: 0).status == .LAMINA_ERROR_INVALID_STATE)
        #expect(lamina_job_add_row_json(job, "{\"words\": \"a\", \"n\": 1}", -1) == .LAMINA_OK)
        var status = lamina_status.LAMINA_ERROR_TIMED_OUT
        var tries = 0
        while status == .LAMINA_ERROR_TIMED_OUT && tries < 1_000_000 {
            let found = take(job, timeout: 1)
            status = found.status
            lamina_picture_release(found.picture.picture)
            tries += 1
        }
        #expect(status == .LAMINA_OK)
        lamina_job_release(job)
    }
}
