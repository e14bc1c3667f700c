import LaminaDraw
import LaminaGeometry
import LaminaLock

/// A composite that the owner thread and the workers that are free do together, a band at a time, each thread the next
/// one.
///
/// The owner thread waits for no worker that has not begun: what nobody else takes it paints itself.
final class BandPainting: OperationBody, @unchecked Sendable {
    // `plan` is read between `numbers.take` and `numbers.end` only, and let go after the last of these.
    private var plan: CompositePlan?
    private let bands: [PixelRect]
    private let numbers: NumberQueue
    private let failure = Locked<LaminaError?>(.leaf, nil)

    /// Less than this is painted in the time that it takes to wake a worker.
    private static let worthwhilePixels = 1 << 17
    private static let smallestBand = 1 << 15
    /// So that nobody waits long for the thread that took the last one.
    private static let bandsPerThread = 3

    init(_ plan: CompositePlan, _ bands: [PixelRect]) {
        self.plan = plan
        self.bands = bands
        numbers = NumberQueue(count: bands.count)
    }

    /// Rectangles cut into bands for so many threads; one band or none where that is not worth while.
    static func bands(of rectangles: [PixelRect], threads: Int) -> [PixelRect] {
        let total = rectangles.reduce(0) { $0 + $1.area }
        if total < worthwhilePixels { return [] }
        let pixels = max(smallestBand, total / (threads * bandsPerThread))
        var bands: [PixelRect] = []
        for rectangle in rectangles where !rectangle.isEmpty {
            let rows = max(1, (pixels + rectangle.width - 1) / rectangle.width)
            for top in stride(from: rectangle.y, to: rectangle.maxY, by: rows) {
                bands.append(
                    PixelRect(x: rectangle.x, y: top, width: rectangle.width, height: rows).intersection(rectangle))
            }
        }
        return bands
    }

    /// Paints all bands, on the owner thread. Fails as the first band that failed.
    func paint(on worker: Worker, with parts: EngineParts) throws(LaminaError) {
        let helpers = parts.startHelpers(min(parts.threadCount, bands.count - 1), self)
        paintBands(on: worker)
        // Whoever comes now would find nothing.
        for helper in helpers { helper.cancel() }
        numbers.waitUntilOver()
        plan = nil
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    func execute(on worker: Worker, as operation: Operation) { paintBands(on: worker) }

    func complete(cancelled: Bool, in engine: Engine) {}

    private func paintBands(on worker: Worker) {
        while let number = numbers.take() {
            paintBand(number, on: worker)
            numbers.end()
        }
    }

    /// A function of its own, so that nothing of the plan is held here when it returns.
    @inline(never)
    private func paintBand(_ number: Int, on worker: Worker) {
        do throws(LaminaError) {
            try plan?.paint(bands[number], on: worker)
        } catch {
            failure.withLock { $0 = $0 ?? error }
        }
    }
}
