import Foundation

/// What came of a case that another module ran.
public struct FixtureOutcome {
    public let name: String
    public let problems: [String]
    /// A case that is not required, such as one that says what would be best, is counted when it holds and only named
    /// when it does not.
    public let isRequired: Bool

    public init(name: String, problems: [String], isRequired: Bool = true) {
        self.name = name
        self.problems = problems
        self.isRequired = isRequired
    }
}

/// Runs folders of fixtures in any of the schemas and counts.
public struct FixtureReport {
    public private(set) var passed = 0
    public private(set) var failed = 0
    /// At most this many differences of one case are printed.
    private let linesPerCase = 4

    /// Run cases of other schemas than those of layouts; nil for a file that is none of theirs. They are asked first.
    public var readers: [(URL) throws -> [FixtureOutcome]?] = []

    public init() {}

    /// Runs every .json and .jsonl file in `folder` and below.
    public mutating func run(folder: URL) throws {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        for name in names.sorted() where name.hasSuffix(".json") || name.hasSuffix(".jsonl") {
            let before = (passed, failed)
            try run(file: folder.appendingPathComponent(name))
            print("\(name): \(passed - before.0) passed, \(failed - before.1) failed")
        }
    }

    private mutating func run(file: URL) throws {
        for reader in readers {
            guard let outcomes = try reader(file) else { continue }
            for outcome in outcomes {
                if outcome.isRequired || outcome.problems.isEmpty {
                    count(outcome.name) { outcome.problems }
                } else {
                    print("not reached, and not required: \(outcome.problems[0])")
                }
            }
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
