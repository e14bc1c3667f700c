import LaminaDraw
import LaminaGeometry
import Testing

@testable import LaminaDisplay

@Suite struct DamageGridTests {
    private static let bounds = PixelRect(x: 0, y: 0, width: 300, height: 170)

    /// All that was added comes out, in no more rectangles than a region keeps; and little else.
    @Test(arguments: 0..<20 as Range<UInt64>) func itKeepsWhatIsAdded(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var grid = DamageGrid(Self.bounds)
        var added: [PixelRect] = []
        for _ in 0..<random.below(60) {
            let rect = PixelRect(
                x: random.below(360) - 30, y: random.below(230) - 30, width: random.below(50), height: random.below(50))
            grid.add(rect)
            added.append(rect.intersection(Self.bounds))
        }
        let region = Region(maximumRectangles: 32)
        var area = 0
        grid.forEach { rect in
            region.add(rect)
            area += rect.area
        }
        let sum = region.rectangles.reduce(0) { $0 + $1.area }
        #expect(sum == area, "they neither overlap nor become their bounds")
        for rect in added where !rect.isEmpty {
            let outside = Region()
            outside.add(rect)
            for part in region.rectangles { outside.subtract(part) }
            #expect(outside.isEmpty)
        }
        let all = added.reduce(PixelRect.empty) { $0.union($1) }
        #expect(region.bounds == all)
    }

    @Test func whatIsFarApartStaysApart() {
        var grid = DamageGrid(Self.bounds)
        grid.add(PixelRect(x: 2, y: 3, width: 10, height: 5))
        grid.add(PixelRect(x: 280, y: 160, width: 10, height: 5))
        var rects: [PixelRect] = []
        grid.forEach { rects.append($0) }
        #expect(
            rects == [PixelRect(x: 2, y: 3, width: 10, height: 5), PixelRect(x: 280, y: 160, width: 10, height: 5)])
        var none = 0
        DamageGrid(Self.bounds).forEach { _ in none += 1 }
        DamageGrid(.empty).forEach { _ in none += 1 }
        #expect(none == 0)
    }
}
