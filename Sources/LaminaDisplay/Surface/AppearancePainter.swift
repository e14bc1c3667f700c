import LaminaDraw
import LaminaGeometry

/// Draws the contents that belong to appearances; does nothing where there are none.
protocol ContentsPainter {
    mutating func paintContents(of index: Int, opacity: Double, clip: PixelRect, on buffer: PixelBuffer)
    /// Whether contents that are drawn hide all that is behind them.
    func isOpaque(_ index: Int) -> Bool
    /// What few appearances have; called for those that say so.
    func effects(_ index: Int) -> AppearanceEffects?
    /// The bitmap that stands at the ink of an appearance and is all of its contents; nil where there is none such.
    func bitmap(of index: Int) -> Bitmap?
}

extension ContentsPainter {
    func bitmap(of index: Int) -> Bitmap? { nil }
}

/// Paints appearances in order, back to front, but nothing that something in front of it hides. Groups (an opacity or a
/// round clip that several things share, or a transform) are painted apart and laid over.
struct AppearancePainter<Contents: ContentsPainter> {
    let appearances: [Appearance]
    let painter: Painter
    var contents: Contents
    /// Groups being painted in one another.
    var groupDepth = 0

    /// Each group takes stack and the memory of what it covers. Below this many, groups are painted as if they were
    /// none: opaque and unclipped; what is transformed there is left out.
    static var maximumGroupDepth: Int { 64 }

    init(appearances: [Appearance], painter: Painter, contents: Contents) {
        self.appearances = appearances
        self.painter = painter
        self.contents = contents
    }

    /// One thing to paint, and how much of it is to be seen.
    struct Step {
        enum Kind { case own, group, shadow, border }
        let index: Int
        var kind = Kind.own
        /// The background and what belongs to it; all of any other kind.
        var background: PixelRect
        /// What of the background need not be painted, as it is hidden.
        var hole = PixelRect.empty
        var contents = PixelRect.empty
    }

    /// An ancestor that changed the clip, or has a border to be painted above all that is in it.
    private struct Enclosure {
        let index: Int
        let end: Int
        let clip: PixelRect
        let hasBorder: Bool
    }

    /// Paints all appearances within `clip`. `ground` paints what lies behind them, as far as it shows.
    mutating func paint(clip: PixelRect, on buffer: PixelBuffer, ground: (PixelRect) -> Void = { _ in }) {
        paint(0..<appearances.count, clip: clip, on: buffer, ground: ground)
    }

    mutating func paint(
        _ range: Range<Int>, clip: PixelRect, on buffer: PixelBuffer, ground: (PixelRect) -> Void
    ) {
        var steps = steps(range, clip: clip)
        cutHidden(&steps).forEachRest(of: clip, ground)
        for step in steps {
            switch step.kind {
            case .own: paintOwn(step, opacity: appearances[step.index].opacity, isCut: false, on: buffer)
            case .group: if !step.background.isEmpty { paintGroup(step.index, clip: step.background, on: buffer) }
            case .shadow: paintShadow(step.index, clip: step.background, on: buffer)
            case .border: paintBorder(step.index, isCut: false, clip: step.background, on: buffer)
            }
        }
    }

    /// What is inside the clips, back to front.
    private func steps(_ range: Range<Int>, clip: PixelRect) -> [Step] {
        var steps: [Step] = []
        steps.reserveCapacity(range.count)
        var around: [Enclosure] = []
        var clip = clip
        func leave(_ last: Enclosure) {
            clip = last.clip
            if last.hasBorder, let step = borderStep(last.index, clip: clip) { steps.append(step) }
        }
        var index = range.lowerBound
        while index < range.upperBound {
            while let last = around.last, index >= last.end { leave(around.removeLast()) }
            let appearance = appearances[index]
            let end = Int(appearance.end)
            let effects = appearance.hasEffects ? contents.effects(index) : nil
            if appearance.isInvisible || (appearance.clips && effects == nil && !appearance.rect.overlaps(clip)) {
                index = end
                continue
            }
            if isGroup(index, effects) {
                let bounds = outerExtent(index, effects)
                steps.append(Step(index: index, kind: .group, background: bounds.intersection(clip)))
                index = end
                continue
            }
            if effects?.isTransformed ?? false {  // too deep
                index = end
                continue
            }
            if let step = shadowStep(index, effects, clip: clip) { steps.append(step) }
            if let step = step(index, clip: clip) { steps.append(step) }
            index += 1
            let hasBorder = effects?.border != nil
            if hasBorder || (appearance.clips && end > index) {
                around.append(Enclosure(index: index - 1, end: end, clip: clip, hasBorder: hasBorder))
                if appearance.clips { clip = clip.intersection(appearance.rect) }
            }
        }
        while let last = around.popLast() { leave(last) }
        return steps
    }

    func step(_ index: Int, clip: PixelRect) -> Step? {
        let appearance = appearances[index]
        let isFilled =
            appearance.background.alpha > 0 || (appearance.hasEffects && contents.effects(index)?.gradient != nil)
        let background = isFilled ? appearance.rect.intersection(clip) : .empty
        var contents = appearance.hasContents ? appearance.ink.intersection(clip) : .empty
        if appearance.clips { contents = contents.intersection(appearance.rect) }
        if background.isEmpty && contents.isEmpty { return nil }
        return Step(index: index, background: background, contents: contents)
    }

    /// Takes from each step what those in front of it hide; returns what is hidden of the ground.
    private func cutHidden(_ steps: inout [Step]) -> OpaqueCover {
        var cover = OpaqueCover()
        for number in steps.indices.reversed() {
            let step = steps[number]
            if step.kind != .own {
                steps[number].background = cover.rest(of: step.background)
                if step.kind == .group { cover.add(hidden(byGroup: step)) }
                continue
            }
            let appearance = appearances[step.index]
            if !step.contents.isEmpty {
                steps[number].contents = cover.rest(of: step.contents)
                if appearance.opacity >= 1 && contents.isOpaque(step.index) { cover.add(step.contents) }
            }
            if !step.background.isEmpty {
                steps[number].background = cover.rest(of: step.background)
                steps[number].hole = cover.hole(in: steps[number].background)
                if appearance.opacity >= 1 && (appearance.background.alpha >= 1 || hasOpaqueGradient(step.index)) {
                    cover.add(
                        appearance.cornerRadius > 0
                            ? step.background.intersection(appearance.straight) : step.background)
                }
            }
        }
        return cover
    }

    /// What lies behind a group whose own background or contents let nothing through: without the corners, which are
    /// cut off.
    private func hidden(byGroup step: Step) -> PixelRect {
        let appearance = appearances[step.index]
        guard appearance.opacity >= 1, !appearance.hasEffects, let own = self.step(step.index, clip: step.background)
        else {
            return .empty
        }
        if appearance.background.alpha >= 1 { return own.background.intersection(appearance.straight) }
        return contents.isOpaque(step.index) ? own.contents.intersection(appearance.straight) : .empty
    }

    private func isGroup(_ index: Int, _ effects: AppearanceEffects?) -> Bool {
        if groupDepth >= Self.maximumGroupDepth { return false }
        var appearance = appearances[index]
        appearance.hasChildren = appearance.hasChildren || Int(appearance.end) > index + 1
        return appearance.isGroup(effects)
    }

    private mutating func paintGroup(_ index: Int, clip: PixelRect, on buffer: PixelBuffer) {
        let appearance = appearances[index]
        groupDepth += 1
        defer { groupDepth -= 1 }
        if appearance.hasEffects, let effects = contents.effects(index) {
            return paintGroup(index, effects, clip: clip, on: buffer)
        }
        let bounds = appearance.clips ? appearance.rect : extent(index)
        let radii = CornerRadii(appearance.clipsRound ? appearance.cornerRadius : 0)
        do {
            try painter.group(bounds, opacity: appearance.opacity, radii: radii, clip: clip, on: buffer) { inner in
                paintInside(index, isCut: appearance.clipsRound, clip: inner, on: buffer)
            }
        } catch {
            // Without memory for a group it is left out; nothing else is to be done about it while painting. But what
            // it hides was not painted: that gets square corners.
            if appearance.opacity >= 1 { paintInside(index, isCut: true, clip: bounds.intersection(clip), on: buffer) }
        }
    }

    /// A node without its opacity, and all below it. A round clip cuts the background too: rounding that by itself
    /// would soften its edge twice.
    mutating func paintInside(_ index: Int, isCut: Bool, clip: PixelRect, on buffer: PixelBuffer) {
        if let step = step(index, clip: clip) { paintOwn(step, opacity: 1, isCut: isCut, on: buffer) }
        paint(index + 1..<Int(appearances[index].end), clip: clip, on: buffer, ground: { _ in })
    }

    private mutating func paintOwn(_ step: Step, opacity: Double, isCut: Bool, on buffer: PixelBuffer) {
        let appearance = appearances[step.index]
        if !step.background.isEmpty && appearance.hasEffects {
            paintBackground(step, isCut: isCut, on: buffer)
        } else if !step.background.isEmpty {
            var color = appearance.background
            color.alpha *= Float(opacity)
            step.background.forEachPart(around: step.hole) { part in
                if appearance.cornerRadius > 0 && !isCut {
                    painter.fillRounded(appearance.rect, radius: appearance.cornerRadius, color, clip: part, on: buffer)
                } else {
                    painter.fill(appearance.rect, color, clip: part, on: buffer)
                }
            }
        }
        if !step.contents.isEmpty {
            contents.paintContents(of: step.index, opacity: opacity, clip: step.contents, on: buffer)
        }
    }
}

extension Appearance {
    /// Whether opacity or a round clip applies to more than one drawing, or a transform to any.
    func isGroup(_ effects: AppearanceEffects?) -> Bool {
        if let effects, effects.isTransformed || opacity < 1 { return true }
        if opacity < 1 && (hasChildren || (hasContents && background.alpha > 0)) { return true }
        // Background, gradient and border are cut once, too: each rounded by itself, one would shine through at the
        // corners, and a child without ink would change the appearance.
        let isLayered = effects.map { $0.border != nil || ($0.gradient != nil && background.alpha > 0) } ?? false
        return clipsRound && (hasChildren || hasContents || isLayered)
    }

    /// The rows without corners.
    var straight: PixelRect {
        let reach = Int(min(cornerRadius, Double(rect.height)).rounded(.up))
        return PixelRect(x: rect.x, y: rect.y + reach, width: rect.width, height: max(0, rect.height - 2 * reach))
    }
}
