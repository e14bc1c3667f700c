internal import CPango
internal import Glibc
internal import LaminaLock

/// Whether the system has threads to give. Pango looks for fonts on threads of its own and starts them with
/// `g_thread_new`, which ends the process when there are none: so whoever may have it look for fonts asks first.
@safe enum ThreadSupply {
    /// Pango's, for one set of fonts (pangofc-fontmap.c, `pango_fc_patterns_new`: one matches, one sorts).
    static let neededForFonts = 2

    /// Starts as many threads and ends them, some 30 us each: a font that is looked for takes a hundred times as long.
    /// Answers no only after `patience` milliseconds, because threads that are about to end, as Pango's are, count as
    /// long as they run.
    static func has(_ count: Int, patience: Int = 10) -> Bool {
        for attempt in 0...patience {
            if attempt > 0 { usleep(1000) }
            if startsAndEnds(count) { return true }
        }
        return false
    }

    /// Where a thread says its number, and waits until all are there.
    @unsafe private struct Seat {
        let gate: UnsafeMutablePointer<pthread_mutex_t>
        var number: Int32 = 0
    }

    private static func startsAndEnds(_ count: Int) -> Bool {
        let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        let seats = UnsafeMutablePointer<Seat>.allocate(capacity: count)
        unsafe pthread_mutex_init(gate, nil)
        unsafe seats.initialize(repeating: Seat(gate: gate), count: count)
        defer {
            unsafe pthread_mutex_destroy(gate)
            unsafe gate.deallocate()
            unsafe seats.deallocate()
        }
        var threads: [pthread_t] = []
        unsafe pthread_mutex_lock(gate)
        for i in 0..<count {
            guard let thread = unsafe start(seats + i) else { break }
            threads.append(thread)
        }
        unsafe pthread_mutex_unlock(gate)
        for (i, thread) in threads.enumerated() {
            pthread_join(thread, nil)
            waitUntilGone(unsafe seats[i].number)
        }
        return threads.count == count
    }

    private static func start(_ seat: UnsafeMutablePointer<Seat>) -> pthread_t? {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe lamina_thread_stays_here(&attributes)
        nonisolated(unsafe) let seat = unsafe seat  // the thread's own until it has ended
        let sit: @Sendable () -> Void = {
            unsafe seat.pointee.number = lamina_thread_number()
            unsafe pthread_mutex_lock(seat.pointee.gate)
            unsafe pthread_mutex_unlock(seat.pointee.gate)
        }
        // The processor may just have been taken away from the process.
        return unsafe startThread(&attributes, sit) ?? startThread(nil, sit)
    }

    /// A joined thread counts until the kernel has put it away, some microseconds later.
    private static func waitUntilGone(_ number: Int32) {
        var yields = 0
        while lamina_has_thread(number) != 0 && yields < 10_000 {
            sched_yield()
            yields += 1
        }
    }
}
