import Foundation
import LaminaGeometry
import LaminaLayout

/// One case of a file of facts measured from Texture.
public struct TextureCase {
    let json: JSON

    public var name: String { json["name"].string ?? "?" }

    /// The cases of one file.
    public static func cases(in file: URL) throws -> [TextureCase] {
        try JSON(data: Data(contentsOf: file))["entries"].array.map { TextureCase(json: $0) }
    }

    /// What differs from the case, nil for a kind of case that does not concern the solver.
    public func problems() throws -> [String]? {
        switch json["kind"].string {
        case "layout": return try LayoutCase(json).problems()
        case "range_intersection": return try intersectionProblems(json)
        case "alignment_shorthand": return try shorthandProblems(json)
        case "flatten": return try flattenProblems(json)
        case "dimension_text": return try dimensionTextProblems(json)
        case "style_setters": return try styleSetterProblems(json)
        default: return nil
        }
    }

    private func intersectionProblems(_ json: JSON) throws -> [String] {
        let expected = try json["expected"].range()
        let actual = try json["range"].range().intersection(try json["other"].range())
        return expected == actual ? [] : ["\(json["name"].string ?? "?"): expected \(expected), got \(actual)"]
    }

    private func shorthandProblems(_ json: JSON) throws -> [String] {
        let name = json["name"].string ?? "?"
        var stack = try StackSpec(json["start"])
        var problems: [String] = []
        for (index, step) in json["steps"].array.enumerated() {
            try stack.apply(step["set"])
            var expected = stack
            try expected.apply(step["then"])
            if stack != expected { problems.append("\(name): step \(index) expected \(expected), got \(stack)") }
            // What Texture refuses has no effect here.
            var refused = stack
            for property in step["then_setting_is_refused"].array.compactMap(\.string) {
                if property == "justify" { refused.justify = .spaceAround } else { refused.alignItems = .stretch }
            }
            if refused != stack { problems.append("\(name): step \(index) was not refused") }
        }
        return problems
    }

    private func flattenProblems(_ json: JSON) throws -> [String] {
        var tree = ElementTree()
        var ids: [String] = []
        func add(_ element: JSON) {
            ids.append(element["id"].string ?? "")
            if element["kind"].string == "spec" {
                _ = tree.beginSpec(.wrapper, style: .default)
            } else {
                _ = tree.beginNode(style: .default, identifier: -1)
            }
            for child in element["children"].array { add(child) }
            tree.end()
        }
        add(json["layout"])
        let expected = json["expected"]["order"].array.compactMap(\.string)
        let actual = tree.nodesInPaintOrder(under: 0).map { ids[Int($0)] }
        return expected == actual ? [] : ["\(json["name"].string ?? "?"): expected \(expected), got \(actual)"]
    }

    private func dimensionTextProblems(_ json: JSON) throws -> [String] {
        let expected = try json["expected"].dimension()
        let actual = LaminaLayout.Dimension(text: json["text"].string ?? "?")
        return actual == expected ? [] : ["\(json["name"].string ?? "?"): got \(String(describing: actual))"]
    }

    private func styleSetterProblems(_ json: JSON) throws -> [String] {
        var style = ElementStyle()
        for property in json["set"].array.compactMap(\.string) {
            let size = (try? json["value"].size()) ?? .zero
            switch property {
            case "preferred_size": style.setPreferredSize(size)
            case "min_size", "min_layout_size": style.setMinSize(size)
            case "max_size", "max_layout_size": style.setMaxSize(size)
            default:
                let path = try Self.length(property)
                style[keyPath: path] = try json["value"].dimension()
            }
        }
        let name = json["name"].string ?? "?"
        return try json["expected"].keys.compactMap { property in
            let expected = json["expected"][property]
            if property == "preferred_size" {
                let wanted = expected.string == "error" ? nil : try expected.size()
                return style.preferredSize == wanted
                    ? nil : "\(name): got \(String(describing: style.preferredSize))"
            }
            if property == "flex_grow" { return style.flexGrow == expected.number ? nil : "\(name): \(property)" }
            if property == "flex_shrink" { return style.flexShrink == expected.number ? nil : "\(name): \(property)" }
            let path = try Self.length(property)
            return style[keyPath: path] == (try expected.dimension()) ? nil : "\(name): \(style[keyPath: path])"
        }
    }

    private static func length(
        _ property: String
    ) throws -> WritableKeyPath<ElementStyle, LaminaLayout.Dimension> {
        guard let path = lengths[property] else { throw JSON.Missing(description: "no length is called \(property)") }
        return path
    }

    nonisolated(unsafe) private static let lengths: [String: WritableKeyPath<ElementStyle, LaminaLayout.Dimension>] = [
        "width": \.width, "height": \.height, "min_width": \.minWidth, "min_height": \.minHeight,
        "max_width": \.maxWidth, "max_height": \.maxHeight, "flex_basis": \.flexBasis,
    ]
}
