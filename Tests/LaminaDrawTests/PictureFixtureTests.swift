import Foundation
import LaminaPictureFixtures
import Testing

/// Pictures of all formats with what they must become; see Fixtures/pictures/README.md.
struct PictureFixtureTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/pictures")

    @Test(arguments: [
        ("png", 298), ("gif", 92), ("apng", 67), ("webp", 70), ("webp-anim", 41), ("jpeg", 126),
    ])
    func becomeWhatTheyMust(_ name: String, _ count: Int) throws {
        let file = Self.folder.appendingPathComponent("\(name)/expected.json")
        let results = try #require(try PictureCases.run(file))
        #expect(results.count == count)
        for result in results { #expect(result.problems.isEmpty) }
    }

    /// A case can fail: the pictures of one file under the expectations of another.
    @Test func differencesAreFound() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lamina-pictures-\(getpid())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let manager = FileManager.default
        for (kind, wrong) in [("png", "basn2c08"), ("gif", "disposal-keep"), ("jpeg", "quality-030")] {
            let source = Self.folder.appendingPathComponent(kind)
            let names = try manager.contentsOfDirectory(atPath: source.path).sorted()
            let other = try #require(names.first { $0.contains(wrong) })
            let target = folder.appendingPathComponent(kind)
            try manager.createDirectory(at: target, withIntermediateDirectories: true)
            for name in names where !name.hasSuffix("frames") {
                let from = name == "expected.json" ? name : other
                try manager.copyItem(at: source.appendingPathComponent(from), to: target.appendingPathComponent(name))
            }
            let results = try #require(try PictureCases.run(target.appendingPathComponent("expected.json")))
            let passed = results.filter { $0.problems.isEmpty }.count
            #expect(passed * 4 < results.count, "\(kind): \(passed) of \(results.count) pass")
        }
    }

    @Test func hostileFilesEnd() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lamina-hostile-\(getpid())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = folder.appendingPathComponent("make.py")
        try FileManager.default.copyItem(at: Self.folder.appendingPathComponent("hostile/make.py"), to: script)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script.path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.count >= 33)
        // How long they take is asked by `make fixtures`, in a process of its own.
        for file in files where file != "make.py" {
            let bytes = try Data(contentsOf: folder.appendingPathComponent(file))
            for problem in PictureCases.hostileProblems(bytes) where !problem.contains("it took") {
                Issue.record("\(file): \(problem)")
            }
        }
    }
}
