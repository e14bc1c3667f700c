import LaminaLock

/// How many layers are made in one go: some at least, and then until the time is over.
struct ReadingLimit {
    private let deadline: UInt64
    private var left: Int
    private var isOver = false

    /// Layers that are made whatever the time: each takes about a microsecond.
    static let least = 200
    /// So many are made between two looks at the clock.
    private static let interval = 32

    init(deadline: UInt64 = .max, least: Int = ReadingLimit.least) {
        self.deadline = deadline
        left = least
    }

    /// A layer is going to be made; false when it should wait for another time.
    mutating func allowsAnother() -> Bool {
        if deadline == .max { return true }
        if isOver { return false }
        left -= 1
        if left >= 0 { return true }
        left = Self.interval
        isOver = monotonicMicroseconds() >= deadline
        return !isOver
    }
}
