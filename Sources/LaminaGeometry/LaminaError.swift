/// What a caller can cause: one of the statuses of the C API and a sentence that says which argument was wrong and what would be right.
public struct LaminaError: Error, Equatable, Sendable {
    /// The same numbers as `lamina_status`; never renumbered.
    public enum Code: Int32, Sendable {
        case invalidArgument = 1
        case invalidHandle = 2
        case wrongThread = 3
        case foreignContext = 4
        case outOfRange = 5
        case cycle = 6
        case invalidState = 7
        case cancelled = 8
        case timedOut = 9
        case outOfMemory = 10
        case io = 11
        case backend = 12
        case unsupported = 13
    }

    public let code: Code
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
