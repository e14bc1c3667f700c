import LaminaDisplay
import LaminaGeometry
import LaminaLock
import LaminaText

/// Stops the work on a row that is cancelled, or takes too long.
final class RowStop: StopSign {
    private let operation: Operation
    private let limit: UInt64
    private let deadline: UInt64

    /// Counts from now.
    init(_ operation: Operation, microseconds limit: UInt64) {
        self.operation = operation
        self.limit = limit
        let (sum, overflows) = limit == .max ? (0, true) : monotonicMicroseconds().addingReportingOverflow(limit)
        deadline = overflows ? .max : sum
    }

    var mustStop: Bool { operation.isCancelled || isLate }

    private var isLate: Bool { deadline != .max && coarseMonotonicMicroseconds() >= deadline }

    /// Fails with `timedOut` or `cancelled` if the row that the worker draws has to stop. For between two stages of the
    /// work.
    static func check(_ worker: Worker) throws(LaminaError) {
        guard worker.brake.mustStop() else { return }
        if let row = worker.brake.sign as? RowStop, row.isLate, !row.operation.isCancelled {
            throw LaminaError(
                .timedOut, "the row takes longer than \(row.limit) us, the limit \"row_time_us\", and was given up")
        }
        throw LaminaError(.cancelled, "the job was cancelled before the row was drawn")
    }
}
