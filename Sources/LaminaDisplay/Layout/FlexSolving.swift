public import LaminaGeometry
import LaminaLayout
import LaminaLock
public import LaminaNode
import LaminaText

extension EngineParts {
    /// Goes through with a flex layout that was begun under the tree lock, on the calling thread, and gives the nodes
    /// their frames. Fails with what a layout callback failed with.
    public func solve(_ pass: consuming FlexPass, in context: Context, isOwnerThread: Bool) throws(LaminaError) {
        let setting = pass.request.setting
        var discarded = Discarded()
        var unsolved: FlexPass? = consume pass
        // The worker is kept until the frames are handed out: two threads that lay out trees of one context would else
        // swap theirs again and again, and with them the memory that they work in, which is in the other core's cache.
        try withWorker { (worker) throws(LaminaError) in
            guard var pass = unsolved.take() else { return }
            let work = LayoutWork(on: worker, of: self, scale: setting.scale, stackIsDeep: false)
            let solver = LayoutSolver(work, setting: setting)
            solver.solve(&pass)
            var ended: FlexPass? = consume pass
            withExtendedLifetime(solver) {
                context.withNodes { store in
                    if let pass = ended.take() { store.apply(pass, isOwnerThread: isOwnerThread, &discarded) }
                    solver.store(in: &store)
                    if let failure = solver.failure { store.forget(failure) }
                    store.endHolds(&discarded)
                }
            }
            if let failure = solver.failure { throw failure.error }
        }
    }
}
