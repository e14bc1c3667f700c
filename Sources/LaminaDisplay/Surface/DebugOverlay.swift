import LaminaDraw
import LaminaGeometry
import LaminaNode
import LaminaText

/// What a surface draws over its layers so that a developer sees what it does.
public struct DebugOverlay: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// What the last composite painted or copied, for one composite.
    public static let damage = DebugOverlay(rawValue: 1 << 0)
    /// A line around each layer.
    public static let layers = DebugOverlay(rawValue: 1 << 1)
    /// Where placeholders stand in for contents.
    public static let placeholders = DebugOverlay(rawValue: 1 << 2)
    /// Pictures that are shown larger or smaller than their pixels.
    public static let scaledImages = DebugOverlay(rawValue: 1 << 3)
    /// What moves, and how.
    public static let motion = DebugOverlay(rawValue: 1 << 4)
    public static let all: DebugOverlay = [.damage, .layers, .placeholders, .scaledImages, .motion]
}

/// Boxes to be painted over everything else, in order.
struct OverlayBoxes {
    private(set) var boxes: [(rect: PixelRect, color: Color)] = []
    /// Above the boxes.
    private var texts: [(text: OverlayText, origin: Point, clip: PixelRect)] = []
    private var panel: MotionPanel?
    private var scale = 1.0

    private static let damage = Color(red: 1, green: 0.85, blue: 0, alpha: 0.3)
    private static let damageEdge = Color(red: 1, green: 0.6, blue: 0, alpha: 1)
    /// Of layers with a bitmap, and of those that are a background only.
    private static let bitmap = Color(red: 0, green: 0.45, blue: 1, alpha: 0.9)
    private static let plain = Color(red: 0.45, green: 0.55, blue: 0.6, alpha: 0.7)
    private static let turned = Color(red: 0.6, green: 0, blue: 0.9, alpha: 0.9)
    private static let placeholder = Color(red: 1, green: 0, blue: 0.7, alpha: 0.35)
    private static let placeholderEdge = Color(red: 1, green: 0, blue: 0.7, alpha: 1)
    private static let enlarged = Color(red: 0.85, green: 0.1, blue: 0, alpha: 1)
    private static let reduced = Color(red: 0, green: 0.5, blue: 0.25, alpha: 1)
    /// Beside a text, logical units.
    private static let margin = 2.0
    private static let moving = Color(red: 1, green: 0.5, blue: 0, alpha: 1)

    init() {}

    /// What `overlay` asks for; `hits` are all layers that show.
    init(
        _ overlay: DebugOverlay, _ tree: LayerTree, _ hits: LayerHits, damage: [PixelRect],
        _ motions: ShownMotions, _ engine: TextEngine
    ) {
        scale = tree.scale
        panel = MotionPanel(motions, scale: scale, in: tree.bounds, engine)
        if !overlay.isDisjoint(with: [.layers, .placeholders, .scaledImages]) || !motions.nodes.isEmpty {
            addLayers(overlay, tree, hits, moving: motions.nodes, engine)
        }
        if overlay.contains(.damage) {
            for rect in damage { add(rect, Self.damage, edge: Self.damageEdge, within: tree.bounds) }
        }
    }

    private mutating func addLayers(
        _ overlay: DebugOverlay, _ tree: LayerTree, _ hits: LayerHits, moving: Set<NodeID>,
        _ engine: TextEngine
    ) {
        var around: [(end: Int, clip: PixelRect)] = []
        var clip = tree.bounds
        var index = 0
        while index < hits.appearances.count {
            while let last = around.last, index >= last.end {
                clip = last.clip
                around.removeLast()
            }
            let appearance = hits.appearances[index]
            let layer = tree.layers[Int(hits.places[index])]
            let end = Int(appearance.end)
            if appearance.isInvisible {
                index = end
                continue
            }
            // What is transformed stands in pixels of its own: its outline says where, and nothing of what is in it.
            let isTurned = appearance.hasEffects && (layer.effects?.isTransformed ?? false)
            let rect = isTurned ? layer.effects?.outer(appearance.rect, of: appearance.rect) ?? .empty : appearance.rect
            if moving.contains(layer.node) {
                add(rect, .clear, edge: Self.moving, within: clip)
            } else if overlay.contains(.placeholders), layer.reveal?.phase ?? .gone != .gone {
                add(rect, Self.placeholder, edge: Self.placeholderEdge, within: clip)
            } else if overlay.contains(.layers) {
                let color = isTurned ? Self.turned : layer.shown.bitmap == nil ? Self.plain : Self.bitmap
                add(rect, .clear, edge: color, within: clip)
            }
            if overlay.contains(.scaledImages), let picture = layer.wanted.content as? ImageContent,
                let density = picture.density(in: rect, scale: tree.scale)
            {
                addDensity(density, rect, scale: tree.scale, within: clip, engine)
            }
            if isTurned {
                index = end
                continue
            }
            index += 1
            if appearance.clips && end > index {
                around.append((end, clip))
                clip = clip.intersection(appearance.rect)
            }
        }
    }

    /// A line around a picture, and in its last corner, if there is room, its density.
    private mutating func addDensity(
        _ density: Double, _ rect: PixelRect, scale: Double, within clip: PixelRect, _ engine: TextEngine
    ) {
        let color = density < 1 ? Self.enlarged : Self.reduced
        add(rect, .clear, edge: color, within: clip)
        let hundredths = max(1, Int(min((density * 100).rounded(), 9999)))
        let decimals = hundredths % 100
        let text = OverlayText("\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals)×", engine)
        let (width, height) = (text.size.width + 2 * Self.margin, text.size.height)
        let (x, y) = (Double(rect.maxX) / scale - width, Double(rect.maxY) / scale - height)
        if x * scale < Double(rect.x) || y * scale < Double(rect.y) { return }
        let label = Rect(origin: Point(x: x, y: y), size: Size(width: width, height: height))
        add(Pixels.snap(label, scale: scale), color, edge: color, within: clip)
        texts.append((text, Point(x: x + Self.margin, y: y), clip))
    }

    /// A box with a line of one pixel inside its edges.
    private mutating func add(_ rect: PixelRect, _ color: Color, edge: Color, within clip: PixelRect) {
        if rect.isEmpty { return }
        func append(_ rect: PixelRect, _ color: Color) {
            let seen = rect.intersection(clip)
            if !seen.isEmpty && color.alpha > 0 { boxes.append((seen, color)) }
        }
        let (width, height) = (rect.width, rect.height)
        append(PixelRect(x: rect.x + 1, y: rect.y + 1, width: width - 2, height: height - 2), color)
        append(PixelRect(x: rect.x, y: rect.y, width: width, height: 1), edge)
        append(PixelRect(x: rect.x, y: rect.maxY - 1, width: width, height: min(1, height - 1)), edge)
        append(PixelRect(x: rect.x, y: rect.y + 1, width: 1, height: height - 2), edge)
        append(PixelRect(x: rect.maxX - 1, y: rect.y + 1, width: min(1, width - 1), height: height - 2), edge)
    }

    func paint(clip: PixelRect, on buffer: PixelBuffer, _ painter: Painter) {
        for box in boxes where box.rect.overlaps(clip) { painter.fill(box.rect, box.color, clip: clip, on: buffer) }
        for text in texts {
            text.text.paint(
                at: text.origin, scale: scale, clip: text.clip.intersection(clip), on: buffer, painter)
        }
        panel?.paint(clip: clip, on: buffer, painter)
    }
}

extension Presentation {
    /// Paints the whole surface with the overlay: the lines of layers that only moved are damage of no layer.
    func compositeWithOverlay(
        into target: PixelTarget, _ worker: Worker, _ motions: ShownMotions
    ) throws(LaminaError) {
        let damage = tree.damage.region.rectangles + tree.damage.scrolls.map { $0.rect }
        let whole = Region()
        whole.add(tree.bounds)
        tree.settleExtents()
        let hits = LayerHits(tree, within: whole)
        let plan = CompositePlan(
            hits: hits, layers: tree.layers.all, background: background, target: target,
            overlay: OverlayBoxes(
                overlay, tree, hits, damage: damage, motions, worker.textEngine))
        do throws(LaminaError) {
            try plan.paint(tree.bounds, on: worker)
        } catch {
            tree.damageAll()
            throw error
        }
        tree.damage.noteComposited()
        // What shows the damage is to be taken away again.
        showsDamage = overlay.contains(.damage) && !damage.isEmpty
        showsMotion = motions.count > 0
    }
}
