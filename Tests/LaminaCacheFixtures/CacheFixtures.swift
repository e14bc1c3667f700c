import Foundation

/// Cases of HTTP caches for the tests and for `make fixtures`.
public enum CacheFixtures {
    /// What came of a case.
    public struct Outcome: Sendable {
        public let name: String
        /// Whether the standard asks for it. Others say what a good cache does, or how caches differ: these do not
        /// fail.
        public let isRequired: Bool
        public let isOptimal: Bool
        /// Empty when all is as expected.
        public let problems: [String]
    }

    /// Runs the cases of a file; nil when it is of another form.
    public static func outcomes(in file: URL) throws -> [Outcome]? {
        guard file.pathExtension == "json" else { return nil }
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        guard let first = (object?["cases"] as? [[String: Any]])?.first, first["exchanges"] != nil else { return nil }
        return try CacheCase.cases(in: file).map { fixture in
            Outcome(
                name: fixture.id, isRequired: fixture.kind == .required, isOptimal: fixture.kind == .optimal,
                problems: CacheCaseRun.problems(fixture))
        }
    }

    /// The cases of a file that count: those that are required, and others that hold. Of others that do not, which fail
    /// nothing, the name is printed.
    public static func counted(in file: URL) throws -> [(name: String, problems: [String])]? {
        try outcomes(in: file)?.compactMap { outcome in
            if outcome.isRequired || outcome.problems.isEmpty { return (outcome.name, outcome.problems) }
            print("not reached, and not required: \(outcome.problems[0])")
            return nil
        }
    }
}
