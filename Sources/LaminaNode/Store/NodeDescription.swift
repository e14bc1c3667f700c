import LaminaGeometry
import LaminaLayout

/// A node and all below it as text, one to a line (as in Texture).
public struct NodeDescription {
    /// Nodes that are listed; the others are counted.
    private static let limit = 10_000
    /// Deeper levels are no longer set in.
    private static let indentLimit = 40

    private struct Line {
        var depth: Int
        var title: String
        var record: NodeRecord
        var traits: NodeTraits?
        var isRightToLeft: Bool
    }

    private var lines: [Line] = []
    private var others = 0

    /// Takes what the description needs from the tree; linear in its nodes.
    public init(of root: Int32, in store: borrowing NodeStore) {
        var waiting: [(node: Int32, depth: Int)] = [(root, 0)]
        while let (node, depth) = waiting.popLast() {
            if lines.count < Self.limit {
                let style = store[node].style?.style.layoutDirection ?? .inherit
                lines.append(
                    Line(
                        depth: depth, title: store.title(node), record: store[node],
                        traits: store[node].flags.contains(.traits) ? store.traits[node] : nil,
                        isRightToLeft: style != .leftToRight && depth == 0 && store.isRightToLeft(node)))
            } else {
                others += 1
            }
            for child in store[node].children.reversed() { waiting.append((child, depth + 1)) }
        }
    }

    /// The text, which ends in a newline. Takes no lock.
    public func text() -> String {
        var text = ""
        for line in lines {
            text += String(repeating: "  ", count: min(line.depth, Self.indentLimit))
            text += "\(line.title) \(line.record.frame.text)"
            for detail in Self.details(line) { text += " | \(detail)" }
            text += "\n"
        }
        if others > 0 { text += "and \(others) more\n" }
        return text
    }

    private static func details(_ line: Line) -> [String] {
        let record = line.record
        var details: [String] = []
        if let summary = record.content?.summary { details.append(summary) }
        if let spec = record.spec { details.append(spec.spec.title) }
        if record.flags.contains(.hidden) { details.append("hidden") }
        if record.flags.contains(.ignoresHits) { details.append("not interactive") }
        if record.opacity != 1 { details.append("opacity \(record.opacity.shortText)") }
        if record.background != .clear { details.append("background \(record.background.text)") }
        if let radii = record.appearance?.value.radii {
            details.append("corner radii " + text(radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft))
        } else if record.cornerRadius != 0 {
            details.append("corner radius \(record.cornerRadius.shortText)")
        }
        if record.flags.contains(.clips) { details.append("clips") }
        if let appearance = record.appearance?.value { details += describe(appearance) }
        details += display(record)
        if record.flags.contains(.hitSlop), let slop = record.extras?.hitSlop {
            details.append("hit slop " + text(slop.top, slop.left, slop.bottom, slop.right))
        }
        if let given = line.traits { details += traits(given) }
        let corner = record.boundsOrigin
        if corner != .zero { details.append("bounds from \(corner.x.shortText), \(corner.y.shortText)") }
        if let style = record.style?.style.text, !style.isEmpty { details.append(style) }
        if line.isRightToLeft && record.style?.style.layoutDirection ?? .inherit == .inherit {
            details.append("right to left")
        }
        return details
    }

    private static func describe(_ appearance: NodeAppearance) -> [String] {
        var details: [String] = []
        if let border = appearance.border { details.append("border \(border.width.shortText) \(border.color.text)") }
        if let shadow = appearance.shadow { details.append("shadow \(shadow.color.text)") }
        if let gradient = appearance.gradient {
            let kind =
                switch gradient.shape {
                case .linear: ""
                case .radial: "radial "
                case .conic: "conic "
                }
            details.append("\(kind)gradient " + gradient.stops.map(\.color.text).joined(separator: " "))
        }
        let matrix = appearance.transform
        if matrix != .identity {
            details.append("transform " + text(matrix.xx, matrix.yx, matrix.xy, matrix.yy, matrix.x0, matrix.y0))
        }
        if appearance.anchor != NodeAppearance.center {
            details.append("anchor \(appearance.anchor.x.shortText), \(appearance.anchor.y.shortText)")
        }
        if appearance.zPosition != 0 { details.append("z \(appearance.zPosition.shortText)") }
        return details
    }

    /// How it is drawn.
    private static func display(_ record: NodeRecord) -> [String] {
        let names: [(NodeFlags, String)] = [
            (.rasterizes, "rasterized"), (.displaySuspended, "display suspended"), (.drawsAtOnce, "drawn at once"),
            (.displaysTogether, "displays together"), (.keepsDrawing, "keeps its drawing"), (.drawsText, "draws text"),
            (.placeholder, "placeholder"),
        ]
        var details = names.filter { record.flags.contains($0.0) }.map(\.1)
        if let priority = record.extras?.drawingPriority, priority != 0 {
            details.append("drawing priority \(priority)")
        }
        return details
    }

    private static func traits(_ given: NodeTraits) -> [String] {
        var details: [String] = []
        if given.scheme != .inherit { details.append(given.scheme == .dark ? "dark" : "light") }
        if let size = given.textSize { details.append("text size \(size.shortText)") }
        if let tint = given.tint { details.append("tint \(tint.text)") }
        return details
    }

    private static func text(_ numbers: Double...) -> String { numbers.map(\.shortText).joined(separator: " ") }
}

extension Color {
    /// "#rrggbb", with two digits more where it is not opaque.
    fileprivate var text: String {
        let components = [red, green, blue] + (alpha < 1 ? [alpha] : [])
        return "#"
            + components.map { component in
                let byte = UInt8(min(max(component, 0), 1) * 255 + 0.5)
                return (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
    }
}
