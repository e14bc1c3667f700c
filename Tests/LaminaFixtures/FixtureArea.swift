import Foundation

/// A case of any area: a name, and what is wrong with what Lamina makes of it.
public struct FixtureCase: Sendable, CustomStringConvertible {
    public let name: String
    /// Empty when all is well.
    public let problems: @Sendable () throws -> [String]

    public var description: String { name }

    public init(_ name: String, problems: @escaping @Sendable () throws -> [String]) {
        self.name = name
        self.problems = problems
    }
}

/// An area of the library that has fixtures of its own forms. `Tests/FixtureRunner/main.swift` lists them.
public protocol FixtureArea {
    /// The cases of a file; nil when the file belongs to another area.
    static func cases(in file: URL) throws -> [FixtureCase]?
}
