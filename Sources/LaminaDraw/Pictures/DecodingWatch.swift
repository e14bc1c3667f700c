public import LaminaGeometry
internal import LaminaLock

/// What may end a decode before it is done: somebody who does not want it any more, or the time that it may take.
public struct DecodingWatch: Sendable {
    private let deadline: UInt64
    private let isCancelled: (@Sendable () -> Bool)?

    /// `microseconds` from now; 0 for as long as it takes.
    public init(microseconds: UInt64 = 0, isCancelled: (@Sendable () -> Bool)? = nil) {
        let (end, isEndless) = coarseMonotonicMicroseconds().addingReportingOverflow(microseconds)
        deadline = microseconds == 0 || isEndless ? .max : end
        self.isCancelled = isCancelled
    }

    var mustStop: Bool {
        isCancelled?() ?? false || deadline != .max && coarseMonotonicMicroseconds() > deadline
    }

    /// To be asked between rows. Fails with `cancelled`, and with `timedOut`.
    public func check() throws(LaminaError) {
        if isCancelled?() ?? false { throw .pictureNotWanted }
        if deadline != .max && coarseMonotonicMicroseconds() > deadline {
            throw LaminaError(
                .timedOut, "Decoding the picture takes longer than the limit \"picture_time_us\" allows.")
        }
    }
}

extension LaminaError {
    /// What a picture fails with that nobody waits for.
    public static var pictureNotWanted: LaminaError { LaminaError(.cancelled, "the picture is not wanted any more") }
}
