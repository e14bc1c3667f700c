public import LaminaGeometry
public import LaminaNode

extension EngineParts {
    /// Says on the calling thread, at scale 1, how a layout came about. Fails with `outOfRange` when the tree is too
    /// deep, with `invalidState` when another thread has taken the element out meanwhile.
    public func explain(_ explained: ExplainedSnapshot) throws(LaminaError) -> String {
        let snapshot = explained.snapshot
        try snapshot.checkDepth()
        let text = withWorker { worker -> String? in
            let work = LayoutWork(on: worker, of: self, scale: snapshot.setting.scale, stackIsDeep: false)
            let solver = LayoutSolver(work, setting: snapshot.setting, storesFindings: false)
            var text: String?
            _ = work.withStack(for: snapshot.depth) { text = explained.explain(solver) }
            return text
        }
        guard let text else {
            throw LaminaError(.invalidState, "the layout of root changed while it was explained: call again")
        }
        return text
    }
}
