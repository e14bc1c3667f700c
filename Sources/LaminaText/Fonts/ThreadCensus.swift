internal import CPango  // whose headers define `stat`, too, and the compiler takes either
internal import Glibc
internal import LaminaLock

/// How many threads there are on the machine and in the process, and how many this user may have: when neither has
/// grown, and the limit has not changed, since there were threads to be had, there are still. Asking costs a tenth of
/// trying. It is not asked for long: a container or a service may have a limit of its own, which others in it reach
/// while the machine's threads become fewer.
struct ThreadCensus {
    private var total: Int
    private var own: UInt
    private var limit: UInt
    /// Seconds, of the monotonic clock.
    private var time: Int

    /// A lack that lasts is found after as many seconds.
    private static let lifetime = 1

    /// Taken when threads could last be had; nil before.
    static let best = Locked<ThreadCensus?>(.leaf, nil)

    /// Whether there must be as many threads to be had as the last time.
    static var showsRoom: Bool {
        guard let now = ThreadCensus(), let best = best.withLock({ $0 }) else { return false }
        return now.limit == best.limit && now.total <= best.total && now.own <= best.own
            && now.time - best.time <= lifetime
    }

    /// Threads were to be had, and have ended.
    static func noteRoom() {
        let now = ThreadCensus()
        best.withLock { $0 = now }
    }

    static func noteLack() { best.withLock { $0 = nil } }

    /// Nil where the system does not say.
    private init?() {
        var limits = rlimit()
        var tasks = stat()
        // The fourth field, as in "0.20 0.18 0.12 1/80 11206" (proc(5)).
        guard unsafe getrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limits) == 0,
            let total = Self.readTotal(), total > 0, unsafe stat("/proc/self/task", &tasks) == 0
        else { return nil }
        self.total = total
        // A folder for each thread, and a link to the folder from each.
        own = UInt(tasks.st_nlink)
        limit = UInt(limits.rlim_cur)
        var clock = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &clock)
        time = clock.tv_sec
    }

    private static func readTotal() -> Int? {
        let file = unsafe open("/proc/loadavg", O_RDONLY | O_CLOEXEC)
        if file < 0 { return nil }
        defer { close(file) }
        return unsafe withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
            let count = unsafe read(file, buffer.baseAddress, buffer.count)
            guard count > 0, let slash = unsafe buffer[..<count].firstIndex(of: UInt8(ascii: "/")) else { return nil }
            var (total, at) = (0, slash + 1)
            while unsafe at < count && (0x30...0x39).contains(buffer[at]) {
                unsafe total = total &* 10 &+ Int(buffer[at] & 15)
                at += 1
            }
            return total
        }
    }
}
