internal import CPango
internal import LaminaGeometry

/// What Pango does once in a process: its first font map starts a thread (pangofc-fontmap.c, `start_init_in_thread`),
/// in a way that ends the process when there is none. So the first is made where a failure can be answered.
enum PangoStart {
    // Touched with the font lock held.
    nonisolated(unsafe) private static var isDone = false

    /// Fails with `backend` when the system has no threads to give.
    static func run(_ held: borrowing FontLock.Held) throws(LaminaError) {
        if unsafe isDone { return }
        if !ThreadSupply.has(ThreadSupply.neededForFonts) {
            throw LaminaError(
                .backend,
                "the system has no threads to give, and Pango needs two; the limit is that of processes (ulimit -u, pids.max)"
            )
        }
        unsafe lamina_pango_font_map_free(lamina_pango_font_map_new())
        unsafe isDone = true
    }
}
