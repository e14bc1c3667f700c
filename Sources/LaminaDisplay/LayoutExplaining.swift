public import LaminaGeometry
public import LaminaNode

extension EngineParts {
    /// Says on the calling thread, at scale 1, how a layout came about. Fails with `outOfRange` when the tree is too deep.
    public func explain(_ explained: ExplainedSnapshot) throws(LaminaError) -> String {
        let snapshot = explained.snapshot
        try snapshot.checkDepth()
        return withWorker { worker in
            let work = LayoutWork(on: worker, of: self, scale: snapshot.setting.scale, stackIsDeep: false)
            let solver = LayoutSolver(work, setting: snapshot.setting, storesFindings: false)
            var text = ""
            _ = work.withStack(for: snapshot.depth) { text = explained.explain(solver) }
            return text
        }
    }
}
