import Foundation
import LaminaGeometry
import LaminaLayout
import Testing

/// What a fixture file must yield; exact numbers, so that a case that silently stops running shows.
struct FixtureFile: CustomTestStringConvertible, Sendable {
    let name: String
    let executed: Int
    /// Cases on things that are not the solver's.
    let skipped: Int

    var testDescription: String { name }

    static let all = [
        FixtureFile(name: "ASAbsoluteLayoutSpecSnapshotTests", executed: 3, skipped: 0),
        FixtureFile(name: "ASBackgroundLayoutSpecSnapshotTests", executed: 1, skipped: 0),
        FixtureFile(name: "ASCenterLayoutSpecSnapshotTests", executed: 8, skipped: 0),
        FixtureFile(name: "ASCornerLayoutSpecSnapshotTests", executed: 14, skipped: 0),
        FixtureFile(name: "ASDimensionTests", executed: 7, skipped: 0),
        FixtureFile(name: "ASDisplayNodeImplicitHierarchyTests", executed: 1, skipped: 0),
        FixtureFile(name: "ASDisplayNodeLayoutTests", executed: 4, skipped: 0),
        FixtureFile(name: "ASDisplayNodeSnapshotTests", executed: 1, skipped: 0),
        FixtureFile(name: "ASDisplayNodeTests", executed: 4, skipped: 0),
        FixtureFile(name: "ASInsetLayoutSpecSnapshotTests", executed: 34, skipped: 0),
        FixtureFile(name: "ASLayoutElementStyleTests", executed: 10, skipped: 0),
        FixtureFile(name: "ASLayoutEngineTests", executed: 5, skipped: 0),
        FixtureFile(name: "ASLayoutFlatteningTests", executed: 3, skipped: 0),
        FixtureFile(name: "ASOverlayLayoutSpecSnapshotTests", executed: 1, skipped: 0),
        FixtureFile(name: "ASRatioLayoutSpecSnapshotTests", executed: 4, skipped: 0),
        FixtureFile(name: "ASRelativeLayoutSpecSnapshotTests", executed: 12, skipped: 0),
        FixtureFile(name: "ASScrollNodeTests", executed: 7, skipped: 0),
        FixtureFile(name: "ASStackLayoutSpecSnapshotTests", executed: 80, skipped: 0),
        FixtureFile(name: "ASWrapperSpecSnapshotTests", executed: 2, skipped: 0),
    ]
}

/// Trees whose frames were measured from Texture's reference pictures or asserted by its tests.
@Suite struct TextureFixtureTests {
    @Test(arguments: FixtureFile.all)
    func casesMatch(_ file: FixtureFile) throws {
        let url = Fixtures.folder.appendingPathComponent("texture/\(file.name).json")
        let cases = try JSON(data: Data(contentsOf: url))["entries"].array
        var executed = 0
        var passed = 0
        var skipped: [String] = []
        for json in cases {
            guard let problems = try problems(json) else {
                skipped.append(json["name"].string ?? "?")
                continue
            }
            executed += 1
            if problems.isEmpty { passed += 1 }
            for problem in problems { Issue.record("\(problem)") }
        }
        print("\(file.name): \(passed) of \(executed) cases match, \(skipped.count) skipped \(skipped)")
        #expect(executed == file.executed)
        #expect(skipped.count == file.skipped)
    }

    /// Every fixture file in the folder is run.
    @Test func noFileIsForgotten() throws {
        let folder = Fixtures.folder.appendingPathComponent("texture").path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        #expect(files.sorted() == FixtureFile.all.map { $0.name + ".json" })
    }

    /// What differs from the case, nil for a kind of case that does not concern the solver.
    private func problems(_ json: JSON) throws -> [String]? {
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
                let path = try #require(Self.lengths[property], "\(property)")
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
            let path = try #require(Self.lengths[property], "\(property)")
            return style[keyPath: path] == (try expected.dimension()) ? nil : "\(name): \(style[keyPath: path])"
        }
    }

    nonisolated(unsafe) private static let lengths: [String: WritableKeyPath<ElementStyle, LaminaLayout.Dimension>] = [
        "width": \.width, "height": \.height, "min_width": \.minWidth, "min_height": \.minHeight,
        "max_width": \.maxWidth, "max_height": \.maxHeight, "flex_basis": \.flexBasis,
    ]

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
