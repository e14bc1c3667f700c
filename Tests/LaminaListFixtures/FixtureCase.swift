/// A case: a name, and what is wrong with what Lamina makes of it.
public struct FixtureCase: Sendable, CustomStringConvertible {
    public let name: String
    /// Empty when all is well.
    public let problems: @Sendable () throws -> [String]

    public var description: String { name }

    init(_ name: String, problems: @escaping @Sendable () throws -> [String]) {
        self.name = name
        self.problems = problems
    }

    /// For the runner of fixtures: an error is a problem, too.
    public var outcome: (name: String, problems: [String]) {
        do {
            return (name, try problems())
        } catch {
            return (name, ["\(name): \(error)"])
        }
    }
}
