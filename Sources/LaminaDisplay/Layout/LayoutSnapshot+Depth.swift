import LaminaGeometry
import LaminaNode

extension LayoutSnapshot {
    /// Elements nested deeper than this are not laid out: the solver's stack would not hold them.
    static let maximumDepth = 20_000

    func checkDepth() throws(LaminaError) {
        try FlexPass.checkDepth(flexDepth)
        if depth > Self.maximumDepth {
            throw LaminaError(
                .outOfRange, "the tree is \(depth) elements deep; layout supports at most \(Self.maximumDepth) levels")
        }
    }
}
