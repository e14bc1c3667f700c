import Foundation
import LaminaGeometry
import LaminaLayout

/// One case of the schema `lamina-layout-fixture/1`: a tree of CSS styles and its frames in both directions.
public struct FlexCase {
    let json: JSON
    let isCSS: Bool
    /// Its name in its file.
    public let name: String

    init(_ json: JSON, isCSS: Bool) {
        self.json = json
        self.isCSS = isCSS
        name = json["name"].string ?? "?"
    }

    /// The cases of one file.
    public static func cases(in file: URL) throws -> [FlexCase] {
        let json = try JSON(data: Data(contentsOf: file))
        return json["tests"].array.map { FlexCase($0, isCSS: json["defaults"].string == "css") }
    }

    /// Marked by its source as one that it does not meet itself.
    public var isSkipped: Bool { json["skipped"].bool ?? false }

    /// What differs: on a fresh tree for each direction, and on one tree laid out in one direction after the other and
    /// back.
    public func problems() throws -> [String] {
        var problems: [String] = []
        let directions = ["ltr", "rtl"].filter { json["expected"][$0].exists }
        var kept = try FlexFixtureTree(self)
        for direction in directions + directions.prefix(1) {
            var fresh = try FlexFixtureTree(self)
            problems += try fresh.differences(direction, "fresh tree")
            problems += try kept.differences(direction, "same tree")
        }
        return problems
    }
}

/// The tree of a case.
struct FlexFixtureTree: ~Copyable {
    let fixture: FlexCase
    var tree: FlexTree
    var measurer = FlexFixtureMeasurer()
    let root: Int32

    init(_ fixture: FlexCase) throws {
        self.fixture = fixture
        tree = FlexTree(profile: fixture.isCSS ? .css : .yoga)
        root = try Self.add(fixture.json["tree"], &tree, &measurer)
    }

    private static func add(
        _ json: JSON, _ tree: inout FlexTree, _ measurer: inout FlexFixtureMeasurer
    ) throws -> Int32 {
        var identifier: Int32 = -1
        if json["measure"].exists { identifier = try measurer.add(json["measure"], style: json["style"]) }
        let element = tree.add(try FlexStyle(json["style"]), isMeasured: identifier >= 0, identifier: identifier)
        for child in json["children"].array { tree.append(try add(child, &tree, &measurer), to: element) }
        return element
    }

    mutating func differences(_ direction: String, _ way: String) throws -> [String] {
        tree.layout(
            root, width: space("width"), height: space("height"), rightToLeft: direction == "rtl",
            measurer: &measurer)
        var problems: [String] = []
        try compare(root, fixture.json["expected"][direction], .zero, "\(direction) \(way) root", &problems)
        return problems
    }

    private func space(_ dimension: String) -> FlexSpace {
        let given = fixture.json["available"][dimension]
        guard let number = given.number else { return .maxContent }
        return fixture.isCSS ? .atMost(number) : .exactly(number)
    }

    private func compare(
        _ element: Int32, _ expected: JSON, _ origin: Point, _ path: String, _ problems: inout [String]
    ) throws {
        let rounds = !fixture.isCSS || fixture.json["config"]["rounding"].bool ?? true
        let scale = fixture.json["config"]["point-scale-factor"].number ?? 1
        let frame =
            rounds
            ? tree.roundedFrame(element, parentOrigin: origin, scale: scale, outwards: !fixture.isCSS)
            : tree.frame(element)
        problems += Fixtures.difference(
            fixture.name, path, expected: try expected["layout"].rect(), frame, fixture.isCSS ? 0.1 : 1e-4)
        var child = tree.firstChild(element)
        for (index, json) in expected["children"].array.enumerated() {
            guard let present = child else {
                problems.append("\(fixture.name): \(path)/\(index) is missing")
                return
            }
            try compare(present, json, origin + tree.frame(element).origin, "\(path)/\(index)", &problems)
            child = tree.nextSibling(present)
        }
    }
}
