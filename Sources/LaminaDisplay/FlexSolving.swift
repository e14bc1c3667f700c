import LaminaGeometry
import LaminaLayout
public import LaminaNode
import LaminaText

extension EngineParts {
    /// Goes through with a flex layout that was begun under the tree lock, on the calling thread.
    public func solve(_ pass: consuming FlexPass, in context: Context) {
        solve(&pass)
        var ended: FlexPass? = pass
        context.withNodes { store in
            if let pass = ended.take() { store.end(pass) }
        }
    }

    private func solve(_ pass: inout FlexPass) {
        withWorker { worker in
            var measurer = FlexLeafMeasurer(worker: worker, scale: pass.request.scale)
            pass.solve(&measurer)
        }
    }
}

/// Measures the leaves of a flex layout with one worker's text engine.
struct FlexLeafMeasurer: FlexContentMeasurer {
    let worker: Worker
    let scale: Double

    mutating func measure(_ content: any NodeContent, width: FlexSpace, height: FlexSpace) -> LeafSize {
        guard let content = content as? TextContent, let text = content.text else { return LeafSize(size: .zero) }
        let engine = worker.textEngine
        if width == .minContent {
            let least = Pixels.ceil(engine.minContentWidth(text, content.options), scale: scale)
            return measure(content, width: .atMost(least), height: height)
        }
        let room = Size(width: width.most, height: height.most)
        let frame = engine.fit(text, content.options, within: room)
        return LeafSize(
            size: Size(
                width: Pixels.ceil(frame.size.width, scale: scale),
                height: Pixels.ceil(frame.size.height, scale: scale)),
            ascender: frame.origin.y + frame.measured.firstBaseline,
            descender: frame.origin.y + frame.measured.lastBaseline - frame.size.height)
    }
}

extension FlexSpace {
    /// As much as there is.
    fileprivate var most: Double {
        switch self {
        case .exactly(let length), .atMost(let length): length
        case .minContent, .maxContent: .infinity
        }
    }
}
