import LaminaGeometry
import Testing

@testable import LaminaText

/// The spans of a text whose attributes were changed again and again.
@Suite struct SpanTests {
    private static let length = 60

    /// Each byte by itself, from the first change to the last.
    private func expected(_ changes: [AttributeChange], _ base: CharacterAttributes) -> [TextSpan] {
        var result: [TextSpan] = []
        for byte in 0..<Self.length {
            var attributes = base
            for change in changes where change.bytes.contains(byte) {
                attributes = change.attributes.inheriting(attributes)
            }
            if let last = result.last, last.attributes == attributes {
                result[result.count - 1] = TextSpan(bytes: last.bytes.lowerBound..<byte + 1, attributes: attributes)
            } else {
                result.append(TextSpan(bytes: byte..<byte + 1, attributes: attributes))
            }
        }
        return result
    }

    /// Few of the attributes, and each of few values.
    private func attributes(_ random: inout SeededRandom) -> CharacterAttributes {
        func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
        func small() -> Int { Int.random(in: 1...3, using: &random) }
        var result = CharacterAttributes()
        if one(in: 3) { result.family = "family \(small())" }
        if one(in: 3) { result.size = Double(small()) }
        if one(in: 3) { result.weight = 100 * small() }
        if one(in: 3) { result.underline = .single }
        var rare = RareAttributes()
        if one(in: 6) { rare.replaces = true }
        if one(in: 6) { rare.rise = Double(small()) }
        if one(in: 6) { rare.language = "l\(small())" }
        if one(in: 12) { rare.attachment = TextAttachment(width: Double(small()), height: 1, rise: 0) }
        if one(in: 3) { result.rare = rare }
        return result
    }

    @Test(arguments: 0..<60) func anyChanges(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let base = seed % 3 == 0 ? CharacterAttributes() : attributes(&random)
        // From few, of which each piece is resolved by itself, to more than that is done for.
        let count = [2, 10, 40, 150][Int(seed % 4)]
        let changes = (0..<count).map { _ in
            let start = Int.random(in: 0..<Self.length, using: &random)
            let end =
                Bool.random(using: &random)
                ? Self.length : Int.random(in: start + 1...min(start + 8, Self.length), using: &random)
            return AttributeChange(bytes: start..<end, attributes: attributes(&random))
        }
        var resolver = SpanResolver(changes: changes, base: base)
        #expect(resolver.spans(of: Self.length) == expected(changes, base))
    }

    /// The last of the changes shows wherever it is, whichever lies around which.
    enum Shape: CaseIterable {
        case same, nested, growing, tail, head, shrinkingHead, apart

        func bytes(_ number: Int, of count: Int) -> Range<Int> {
            switch self {
            case .same: 0..<4
            case .nested: number..<2 * count - number
            case .growing: count - number - 1..<count + number + 1
            case .tail: number..<2 * count
            case .head: 0..<number + 1
            case .shrinkingHead: 0..<count - number
            case .apart: number..<number + 1
            }
        }
    }

    @Test(arguments: Shape.allCases) func theyCostTheirNumberTimesItsLogarithm(shape: Shape) {
        func steps(_ count: Int) -> Int {
            let changes = (0..<count).map {
                AttributeChange(
                    bytes: shape.bytes($0, of: count), attributes: CharacterAttributes(size: Double(10 + $0 % 7)))
            }
            var resolver = SpanResolver(changes: changes, base: CharacterAttributes())
            for span in resolver.spans(of: 2 * count) {
                let last = changes.last { $0.bytes.contains(span.bytes.lowerBound) }
                #expect(span.attributes == last?.attributes ?? CharacterAttributes())
            }
            return resolver.steps
        }
        let few = steps(250)
        #expect(few < 250 * 20)
        #expect(steps(1000) <= few * 5)
    }
}
