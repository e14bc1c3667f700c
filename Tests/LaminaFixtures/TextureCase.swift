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
        var stack = try StackParameters(json["start"])
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
}
