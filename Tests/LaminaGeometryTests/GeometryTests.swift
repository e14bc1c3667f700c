import LaminaGeometry
import Testing

@Suite struct SizeRangeTests {
    @Test func disjointRangesCollapseToTheNearestEnd() {
        let a = SizeRange(min: Size(width: 10, height: 10), max: Size(width: 20, height: 20))
        let right = SizeRange(min: Size(width: 30, height: 0), max: Size(width: 40, height: 5))
        #expect(a.intersection(right) == SizeRange(exactly: Size(width: 20, height: 10)))
    }

    @Test func minimumBeatsMaximum() {
        let range = SizeRange(min: Size(width: 5, height: 5), max: Size(width: 3, height: 3))
        #expect(range.clamp(Size(width: 4, height: 4)) == Size(width: 5, height: 5))
    }
}

@Suite struct PixelTests {
    @Test(arguments: [1, 1.25, 1.5, 2, 3] as [Double])
    func neighboursShareTheirEdge(scale: Double) {
        let edges = (0...200).map { Double($0) * 0.37 }
        let cells = zip(edges, edges.dropFirst()).map { left, right in
            Pixels.snap(Rect(x: left, y: 0, width: right - left, height: 1), scale: scale)
        }
        for (cell, next) in zip(cells, cells.dropFirst()) { #expect(cell.maxX == next.x) }
    }

    @Test func hugeAndBrokenNumbersStayInRange() {
        #expect(Pixels.edge(.infinity, scale: 2) == 10_000_000)
        #expect(Pixels.edge(-.infinity, scale: 2) == -10_000_000)
        #expect(Pixels.edge(.nan, scale: 2) == 0)
    }
}

@Suite struct NumberTextTests {
    @Test func numbersInSentences() {
        let texts = [
            0: "0", 0.25: "0.25", 1000: "1000", -1000: "-1000", 10_000: "10,000", 123_456: "123,456",
            -100_000: "-100,000",
        ]
        for (number, text) in texts { #expect(number.sentenceText == text) }
        #expect((0...Pixels.coordinateLimit).sentenceText == "0 to 10,000,000")
        #expect((0.01...12_345.5).sentenceText == "0.01 to 12345.5")
        #expect(Double.infinity.sentenceText == "inf" && 1e300.sentenceText == "1e+300")
    }
}
