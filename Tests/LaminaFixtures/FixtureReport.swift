import Foundation

/// Runs folders of fixtures in any of the schemas and counts.
public struct FixtureReport {
    /// Runs the cases of a file of some form, each a name and what is wrong with it, or nil when the file has another
    /// form. Targets with fixtures of their own hand one in.
    public typealias Runner = (URL) throws -> [(name: String, problems: [String])]?

    private let runners: [Runner]
    public private(set) var passed = 0
    public private(set) var failed = 0
    /// At most this many differences of one case are printed.
    private let linesPerCase = 4

    public init(runners: [Runner] = []) { self.runners = runners }

    /// Runs every .json and .jsonl file in `folder` and below.
    public mutating func run(folder: URL) throws {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        for name in names.sorted() where name.hasSuffix(".json") || name.hasSuffix(".jsonl") {
            let before = (passed, failed)
            // A file that cannot be read as any of them is one failure; the others are still run.
            do { try run(file: folder.appendingPathComponent(name)) } catch { count(name) { throw error } }
            print("\(name): \(passed - before.0) passed, \(failed - before.1) failed")
        }
    }

    /// Counts cases that were run elsewhere.
    public mutating func add(_ cases: [(name: String, problems: [String])]) {
        for (name, problems) in cases { count(name) { problems } }
    }

    private mutating func run(file: URL) throws {
        for runner in runners {
            guard let outcomes = try runner(file) else { continue }
            for outcome in outcomes { count(outcome.name) { outcome.problems } }
            return
        }
        if file.pathExtension == "jsonl" { return try runModel(file) }
        let json = try JSON(data: Data(contentsOf: file))
        if json["schema"].string == "lamina-layout-fixture/1" {
            for fixture in try FlexCase.cases(in: file) where !fixture.isSkipped {
                count(fixture.name) { try fixture.problems() }
            }
        } else if json["entries"].exists {
            // Cases on things that are not the solver's are not counted.
            for fixture in try TextureCase.cases(in: file) {
                do {
                    if let problems = try fixture.problems() { count(fixture.name) { problems } }
                } catch {
                    count(fixture.name) { throw error }
                }
            }
        } else {
            throw JSON.Missing(description: "\(file.lastPathComponent): unknown schema")
        }
    }

    private mutating func runModel(_ file: URL) throws {
        for fixture in try ModelCase.cases(in: file) {
            if fixture.isRefused {
                count(fixture.name) { try fixture.refusalProblems() }
            } else {
                count(fixture.name) {
                    try ModelCase.modes.filter { !fixture.isOrderSensitive($0) }.flatMap { try fixture.problems($0) }
                }
            }
        }
    }

    /// A case that throws has failed.
    private mutating func count(_ name: String, _ problems: () throws -> [String]) {
        do {
            let found = try problems()
            if found.isEmpty {
                passed += 1
                return
            }
            failed += 1
            for line in found.prefix(linesPerCase) { print("FAILED \(line)") }
        } catch {
            failed += 1
            print("FAILED \(name): \(error)")
        }
    }
}
