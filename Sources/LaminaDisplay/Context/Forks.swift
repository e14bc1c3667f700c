import CSystem
import Glibc
import LaminaText
import Synchronization

/// What a fork of the process means to the library: contexts of before are refused in the child, and those that it
/// makes find every lock that all contexts share free, and what is behind it whole.
enum Forks {
    /// How often the process had forked: a child can tell by it that the locks and workers it sees are its parent's.
    static var count: Int { forkCounter.load(ordering: .relaxed) }

    static func watch() {
        _ = pthread_atfork(
            {
                TextForks.prepare()
                // Pango has threads of its own look for fonts, which hold fontconfig's lock meanwhile. With ours taken
                // it begins no more.
                unsafe lamina_wait_for_threads_named("[pango]", 1000)
                ContextTable.shared.holdForFork()
            },
            {
                ContextTable.shared.letGoAfterFork()
                TextForks.letGo()
            },
            {
                forkCounter.add(1, ordering: .relaxed)
                lamina_forget_thread_number()
                ContextTable.shared.letGoAfterFork()
                TextForks.startAnew()
            })
    }
}

private let forkCounter = Atomic<Int>(0)
