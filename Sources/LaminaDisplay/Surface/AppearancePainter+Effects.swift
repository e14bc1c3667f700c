import LaminaDraw
import LaminaGeometry

/// Painting what few appearances have: shadows, borders, gradients, corners that differ, transforms.
extension AppearancePainter {
    /// More pixels than this are not painted apart for a transform at once.
    private static var maximumApart: Int { 1 << 22 }
    /// What needs more when it is cut to pieces this small is left out.
    private static var smallestPiece: Int { 1 << 16 }

    func shadowStep(_ index: Int, _ effects: AppearanceEffects?, clip: PixelRect) -> Step? {
        guard let shadow = effects?.shadow else { return nil }
        let visible = shadow.bounds(of: appearances[index].rect).intersection(clip)
        return visible.isEmpty ? nil : Step(index: index, kind: .shadow, background: visible)
    }

    func borderStep(_ index: Int, clip: PixelRect) -> Step? {
        let visible = appearances[index].rect.intersection(clip)
        return visible.isEmpty ? nil : Step(index: index, kind: .border, background: visible)
    }

    func hasOpaqueGradient(_ index: Int) -> Bool {
        appearances[index].hasEffects && contents.effects(index)?.hidesBackground ?? false
    }

    /// The pixels that the appearance and all below it may touch in its own space, clips between them aside.
    func extent(_ index: Int, depth: Int = 0) -> PixelRect {
        var result = PixelRect.empty
        var next = index
        while next < Int(appearances[index].end) {
            let appearance = appearances[next]
            guard appearance.hasEffects, let effects = contents.effects(next) else {
                result = result.union(appearance.reach)
                next += 1
                continue
            }
            if next != index && effects.isTransformed {
                // What is deeper is not painted.
                if depth < Self.maximumGroupDepth {
                    result = result.union(effects.outer(extent(next, depth: depth + 1), of: appearance.rect))
                }
                next = Int(appearance.end)
                continue
            }
            result = result.union(appearance.reach).union(effects.reach(of: appearance.rect))
            next += 1
        }
        return result
    }

    /// The pixels that a group may touch in the space that it is painted in.
    func outerExtent(_ index: Int, _ effects: AppearanceEffects?) -> PixelRect {
        let appearance = appearances[index]
        guard let effects else { return appearance.clips ? appearance.rect : extent(index) }
        return effects.outer(innerExtent(index, effects), of: appearance.rect)
    }

    private func innerExtent(_ index: Int, _ effects: AppearanceEffects) -> PixelRect {
        let appearance = appearances[index]
        return appearance.clips ? appearance.rect.union(effects.reach(of: appearance.rect)) : extent(index)
    }

    /// Background colour and gradient, one over the other.
    func paintBackground(_ step: Step, isCut: Bool, on buffer: PixelBuffer) {
        let appearance = appearances[step.index]
        let effects = contents.effects(step.index)
        let radii = isCut ? .zero : appearance.radii(effects)
        if appearance.background.alpha > 0 && !(effects?.hidesBackground ?? false) {
            painter.fillRounded(appearance.rect, radii: radii, appearance.background, clip: step.background, on: buffer)
        }
        if let fill = effects?.gradientFill(appearance.rect) {
            painter.fillGradient(appearance.rect, radii: radii, fill, clip: step.background, on: buffer)
        }
    }

    func paintShadow(_ index: Int, clip: PixelRect, on buffer: PixelBuffer) {
        guard !clip.isEmpty, let effects = contents.effects(index), let shadow = effects.shadow else { return }
        let appearance = appearances[index]
        painter.drawShadow(of: appearance.rect, radii: appearance.radii(effects), shadow, clip: clip, on: buffer)
    }

    func paintBorder(_ index: Int, isCut: Bool, clip: PixelRect, on buffer: PixelBuffer) {
        guard !clip.isEmpty, let effects = contents.effects(index), let border = effects.border else { return }
        let appearance = appearances[index]
        painter.strokeBorder(
            appearance.rect, radii: appearance.radii(effects), width: border.width, border.color, fillsCorners: isCut,
            clip: clip,
            on: buffer)
    }

    /// A group of a node with effects.
    mutating func paintGroup(_ index: Int, _ effects: AppearanceEffects, clip: PixelRect, on buffer: PixelBuffer) {
        if effects.isTransformed {
            paintTransformed(index, effects, clip: clip, on: buffer)
        } else {
            paintFlat(index, effects, opacity: appearances[index].opacity, clip: clip, on: buffer)
        }
    }

    /// All of a node but its transform. Its clip does not apply to shadow and opacity.
    private mutating func paintFlat(
        _ index: Int, _ effects: AppearanceEffects, opacity: Double, clip: PixelRect, on buffer: PixelBuffer
    ) {
        let appearance = appearances[index]
        try? painter.group(
            innerExtent(index, effects), opacity: opacity, radii: .zero, clip: clip, on: buffer
        ) { (inner) throws(LaminaError) in
            paintShadow(index, clip: inner, on: buffer)
            // The box itself where it clips, as its corners count.
            let radii = appearance.clipsRound ? appearance.radii(effects) : .zero
            try painter.group(appearance.clips ? appearance.rect : inner, radii: radii, clip: inner, on: buffer) {
                inside in
                paintInside(index, isCut: appearance.clipsRound, clip: inside, on: buffer)
                paintBorder(index, isCut: appearance.clipsRound, clip: inside.intersection(appearance.rect), on: buffer)
            }
        }
    }

    /// Whether a node shows nothing but a rectangle of one colour.
    private func isBareBox(_ index: Int, _ effects: AppearanceEffects) -> Bool {
        let appearance = appearances[index]
        return !appearance.hasContents && appearance.cornerRadius <= 0 && Int(appearance.end) == index + 1
            && effects.radii == nil && effects.border == nil && effects.shadow == nil && effects.gradient == nil
    }

    /// The bitmap of a node that shows nothing else: painted apart, it would be the same pixels.
    private func bareBitmap(_ index: Int, _ effects: AppearanceEffects) -> Bitmap? {
        let appearance = appearances[index]
        guard appearance.hasContents, appearance.background.alpha <= 0, Int(appearance.end) == index + 1,
            effects.border == nil, effects.shadow == nil, effects.gradient == nil,
            !appearance.clips || (!appearance.clipsRound && appearance.rect.contains(appearance.ink))
        else { return nil }
        return contents.bitmap(of: index)
    }

    /// Paints a node in its own space, and that where it comes to lie; in pieces when it takes much memory.
    private mutating func paintTransformed(
        _ index: Int, _ effects: AppearanceEffects, clip: PixelRect, on buffer: PixelBuffer
    ) {
        let appearance = appearances[index]
        guard let back = effects.matrix(of: appearance.rect).inverse else { return }
        if let bitmap = bareBitmap(index, effects) {
            return painter.drawTransformed(
                bitmap, x: appearance.ink.x, y: appearance.ink.y, back: back,
                origin: (appearance.rect.x, appearance.rect.y), opacity: appearance.opacity, clip: clip, on: buffer)
        }
        if back.isUpright && isBareBox(index, effects) {
            return painter.fillTransformed(
                appearance.rect, appearance.background, back: back, origin: (appearance.rect.x, appearance.rect.y),
                opacity: appearance.opacity, clip: clip, on: buffer)
        }
        let whole = innerExtent(index, effects)
        var pieces = [clip.intersection(buffer.bounds)]
        while let piece = pieces.popLast() {
            let needed = effects.inner(piece, of: appearance.rect).intersection(whole)
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
                apart, x: needed.x, y: needed.y, back: back, origin: (appearance.rect.x, appearance.rect.y),
                opacity: appearance.opacity, clip: piece, on: buffer)
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
