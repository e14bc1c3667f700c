import Testing

@testable import LaminaLayout

@Suite struct FlexStylePoolTests {
    /// Elements that take styles out of a few, out of many, or ever new ones have what they were given last, however
    /// the pool keeps it.
    @Test(arguments: [3, 40, 100_000]) func elementsHaveWhatTheyWereGiven(kinds: Int) {
        var random = SplitMix(state: UInt64(kinds))
        func style() -> FlexStyle {
            let kind = random.below(kinds)
            var style = FlexStyle()
            if kind % 3 != 0 { style.setLength(.width, .points(Double(kind))) }
            if kind % 5 != 0 { style.setLength(.marginLeft, .percent(Double(kind / 7))) }
            if kind % 2 != 0 { style.setNumber(.flexGrow, Double(kind % 11)) }
            if kind % 4 == 1 { style.setKeyword(.direction, 1) }
            return style
        }
        var pool = FlexStylePool()
        var elements = [(run: Int32, style: FlexStyle)](repeating: (0, FlexStyle()), count: 700)
        for _ in 0..<20_000 {
            let number = random.below(elements.count)
            let given = random.below(5) == 0 ? FlexStyle() : style()
            elements[number] = (pool.replace(elements[number].run, with: given), given)
        }
        for element in elements {
            #expect(pool.style(element.run) == element.style && pool.holds(element.run, element.style))
        }
        for element in elements { pool.release(element.run) }
        let emptied = pool.bytes
        for number in elements.indices { elements[number].run = pool.replace(0, with: elements[number].style) }
        #expect(pool.bytes == emptied, "runs that were given back are used again")
        for element in elements { #expect(pool.style(element.run) == element.style) }
    }

    @Test func equalStylesAreKeptOnce() {
        var pool = FlexStylePool()
        func style(_ width: Double) -> FlexStyle { FlexStyle(lengths: [.width: .points(width)]) }
        let first = pool.replace(0, with: style(10))
        #expect(pool.replace(0, with: style(10)) == first)
        #expect(pool.replace(0, with: style(11)) != first)
        #expect(pool.replace(first, with: FlexStyle()) == 0)
        #expect(pool.style(first) == style(10), "one element still has it")
    }

    private struct SplitMix {
        var state: UInt64
        mutating func below(_ limit: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((z ^ (z >> 31)) % UInt64(limit))
        }
    }
}
