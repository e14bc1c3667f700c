internal import Glibc

/// When to open fonts again after one could not be opened. Pango keeps such a font as one without glyphs and never
/// tries again, although what was missing may have been a descriptor or some memory, for a moment.
struct FontRetry {
    private enum Lack { case unknown, descriptors, threads }

    /// Whether a font could not be opened; `isDue` then says when to try again.
    private(set) var isWanted = false
    private var lack = Lack.unknown
    private var countdown = 0
    private var distance = 1

    /// A font may also be gone for good, and opening all anew costs milliseconds: so it is tried ever less often.
    private static let greatestDistance = 4096

    mutating func noteBrokenFont() {
        if isWanted { return }
        isWanted = true
        lack = Self.canOpen ? .unknown : .descriptors
        if lack == .descriptors { return }
        countdown = distance
        distance = min(distance * 4, Self.greatestDistance)
    }

    /// For fonts that were not looked for.
    mutating func noteLackOfThreads() {
        isWanted = true
        lack = .threads
    }

    /// Whether to open the fonts anew: as soon as there are descriptors or threads again, when those were missing, and
    /// otherwise after some questions.
    mutating func isDue() -> Bool {
        switch lack {
        case .descriptors: isWanted = !Self.canOpen
        case .threads: isWanted = !ThreadSupply.has(ThreadSupply.neededForFonts, patience: 0)
        case .unknown:
            countdown -= 1
            isWanted = countdown > 0
        }
        return !isWanted
    }

    /// Whether there is a descriptor to be had; any file would do.
    private static var canOpen: Bool {
        let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { return errno != EMFILE && errno != ENFILE }
        close(descriptor)
        return true
    }
}
