import LaminaDraw
import LaminaGeometry

/// Painting what few looks have: shadows, borders, gradients, corners that differ, transforms.
extension LookPainter {
    /// More pixels than this are not painted apart for a transform at once.
    private static var maximumApart: Int { 1 << 22 }
    /// What needs more when it is cut to pieces this small is left out.
    private static var smallestPiece: Int { 1 << 16 }

    func shadowStep(_ index: Int, _ effects: LookEffects?, clip: PixelRect) -> Step? {
        guard let shadow = effects?.shadow else { return nil }
        let visible = shadow.bounds(of: looks[index].rect).intersection(clip)
        return visible.isEmpty ? nil : Step(index: index, kind: .shadow, background: visible)
    }

    func borderStep(_ index: Int, clip: PixelRect) -> Step? {
        let visible = looks[index].rect.intersection(clip)
        return visible.isEmpty ? nil : Step(index: index, kind: .border, background: visible)
    }

    func hasOpaqueGradient(_ index: Int) -> Bool {
        looks[index].hasEffects && contents.effects(index)?.hidesBackground ?? false
    }

    /// The pixels that the look and all below it may touch in its own space, clips between them aside.
    func extent(_ index: Int, depth: Int = 0) -> PixelRect {
        var result = PixelRect.empty
        var next = index
        while next < Int(looks[index].end) {
            let look = looks[next]
            guard look.hasEffects, let effects = contents.effects(next) else {
                result = result.union(look.reach)
                next += 1
                continue
            }
            if next != index && effects.isTransformed {
                // What is deeper is not painted.
                if depth < Self.maximumGroupDepth {
                    result = result.union(effects.outside(extent(next, depth: depth + 1), of: look.rect))
                }
                next = Int(look.end)
                continue
            }
            result = result.union(look.reach).union(effects.reach(of: look.rect))
            next += 1
        }
        return result
    }

    /// The pixels that a group may touch in the space that it is painted in.
    func outerExtent(_ index: Int, _ effects: LookEffects?) -> PixelRect {
        let look = looks[index]
        guard let effects else { return look.clips ? look.rect : extent(index) }
        return effects.outside(innerExtent(index, effects), of: look.rect)
    }

    private func innerExtent(_ index: Int, _ effects: LookEffects) -> PixelRect {
        let look = looks[index]
        return look.clips ? look.rect.union(effects.reach(of: look.rect)) : extent(index)
    }

    /// Background colour and gradient, one over the other.
    func paintBackground(_ step: Step, isCut: Bool, on buffer: PixelBuffer) {
        let look = looks[step.index]
        let effects = contents.effects(step.index)
        let radii = isCut ? .zero : look.radii(effects)
        if look.background.alpha > 0 && !(effects?.hidesBackground ?? false) {
            painter.fillRounded(look.rect, radii: radii, look.background, clip: step.background, on: buffer)
        }
        if let fill = effects?.gradientFill(look.rect) {
            painter.fillGradient(look.rect, radii: radii, fill, clip: step.background, on: buffer)
        }
    }

    func paintShadow(_ index: Int, clip: PixelRect, on buffer: PixelBuffer) {
        guard !clip.isEmpty, let effects = contents.effects(index), let shadow = effects.shadow else { return }
        let look = looks[index]
        painter.drawShadow(of: look.rect, radii: look.radii(effects), shadow, clip: clip, on: buffer)
    }

    func paintBorder(_ index: Int, isCut: Bool, clip: PixelRect, on buffer: PixelBuffer) {
        guard !clip.isEmpty, let effects = contents.effects(index), let border = effects.border else { return }
        let look = looks[index]
        painter.strokeBorder(
            look.rect, radii: look.radii(effects), width: border.width, border.color, fillsCorners: isCut, clip: clip,
            on: buffer)
    }

    /// A group of a node with effects.
    mutating func paintGroup(_ index: Int, _ effects: LookEffects, clip: PixelRect, on buffer: PixelBuffer) {
        if effects.isTransformed {
            paintTransformed(index, effects, clip: clip, on: buffer)
        } else {
            paintFlat(index, effects, opacity: looks[index].opacity, clip: clip, on: buffer)
        }
    }

    /// All of a node but its transform. Shadow and opacity lie outside of its clip.
    private mutating func paintFlat(
        _ index: Int, _ effects: LookEffects, opacity: Double, clip: PixelRect, on buffer: PixelBuffer
    ) {
        let look = looks[index]
        try? painter.group(
            innerExtent(index, effects), opacity: opacity, radii: .zero, clip: clip, on: buffer
        ) { (inner) throws(LaminaError) in
            paintShadow(index, clip: inner, on: buffer)
            // The box itself where it clips, as its corners count.
            let radii = look.clipsRound ? look.radii(effects) : .zero
            try painter.group(look.clips ? look.rect : inner, radii: radii, clip: inner, on: buffer) { inside in
                paintInside(index, isCut: look.clipsRound, clip: inside, on: buffer)
                paintBorder(index, isCut: look.clipsRound, clip: inside.intersection(look.rect), on: buffer)
            }
        }
    }

    /// Paints a node in its own space, and that where it comes to lie; in pieces when it takes much memory.
    private mutating func paintTransformed(
        _ index: Int, _ effects: LookEffects, clip: PixelRect, on buffer: PixelBuffer
    ) {
        let look = looks[index]
        guard let back = effects.matrix(of: look.rect).inverse else { return }
        let whole = innerExtent(index, effects)
        var pieces = [clip.intersection(buffer.bounds)]
        while let piece = pieces.popLast() {
            let needed = effects.inside(piece, of: look.rect).intersection(whole)
            if needed.isEmpty { continue }
            if needed.area > Self.maximumApart {
                if piece.area > Self.smallestPiece { pieces.append(contentsOf: piece.halves) }
                continue
            }
            // Without memory the piece is left out.
            guard let apart = try? painter.pool.take(width: needed.width, height: needed.height, cleared: true) else {
                continue
            }
            apart.withPixels { pixels in
                var pixels = pixels
                pixels.originX = needed.x
                pixels.originY = needed.y
                paintFlat(index, effects, opacity: 1, clip: needed, on: pixels)
            }
            painter.drawTransformed(
                apart, x: needed.x, y: needed.y, back: back, origin: (look.rect.x, look.rect.y),
                opacity: look.opacity, clip: piece, on: buffer)
        }
    }
}

extension PixelRect {
    /// Cut across the longer side.
    fileprivate var halves: [PixelRect] {
        if width >= height {
            let left = width / 2
            return [
                PixelRect(x: x, y: y, width: left, height: height),
                PixelRect(x: x + left, y: y, width: width - left, height: height),
            ]
        }
        let top = height / 2
        return [
            PixelRect(x: x, y: y, width: width, height: top),
            PixelRect(x: x, y: y + top, width: width, height: height - top),
        ]
    }
}
