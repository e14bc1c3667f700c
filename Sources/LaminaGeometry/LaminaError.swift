/// What a caller can cause: one of the statuses of the C API and a sentence that says which argument was wrong and what
/// would be right.
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

        /// As the header calls it.
        public var name: StaticString {
            switch self {
            case .invalidArgument: "LAMINA_ERROR_INVALID_ARGUMENT"
            case .invalidHandle: "LAMINA_ERROR_INVALID_HANDLE"
            case .wrongThread: "LAMINA_ERROR_WRONG_THREAD"
            case .foreignContext: "LAMINA_ERROR_FOREIGN_CONTEXT"
            case .outOfRange: "LAMINA_ERROR_OUT_OF_RANGE"
            case .cycle: "LAMINA_ERROR_CYCLE"
            case .invalidState: "LAMINA_ERROR_INVALID_STATE"
            case .cancelled: "LAMINA_ERROR_CANCELLED"
            case .timedOut: "LAMINA_ERROR_TIMED_OUT"
            case .outOfMemory: "LAMINA_ERROR_OUT_OF_MEMORY"
            case .io: "LAMINA_ERROR_IO"
            case .backend: "LAMINA_ERROR_BACKEND"
            case .unsupported: "LAMINA_ERROR_UNSUPPORTED"
            }
        }
    }

    public let code: Code
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// A host function returned `status`, which is not 0; one that is not ours counts as the backend's.
    public init(status: Int32, of function: StaticString) {
        let code = Code(rawValue: status)
        self.init(code ?? .backend, "\(function) returned \(code.map { "\($0.name)" } ?? "status \(status)")")
    }
}
