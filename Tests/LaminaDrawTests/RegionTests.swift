import LaminaDraw
import LaminaGeometry
import Testing

struct RegionTests {
    @Test func setOperations() {
        let region = Region()
        #expect(region.isEmpty && region.rectangles.isEmpty && region.bounds.isEmpty)
        region.add(PixelRect(0, 0, 10, 10))
        region.add(PixelRect(5, 5, 10, 10))
        #expect(region.bounds == PixelRect(0, 0, 15, 15))
        #expect(region.rectangles.reduce(0) { $0 + $1.width * $1.height } == 175)
        region.subtract(PixelRect(0, 0, 15, 5))
        #expect(region.rectangles.reduce(0) { $0 + $1.width * $1.height } == 125)
        region.intersect(PixelRect(0, 0, 6, 6))
        #expect(region.rectangles == [PixelRect(0, 5, 6, 1)])
        #expect(region.intersects(PixelRect(5, 0, 1, 100)) && !region.intersects(PixelRect(6, 0, 1, 100)))
        let other = Region()
        other.add(PixelRect(-5, -5, 1, 1))
        region.add(other)
        region.add(region)
        #expect(region.rectangles.count == 2)
        region.intersect(.empty)
        #expect(region.isEmpty)
    }

    @Test func manyRectanglesBecomeTheBounds() {
        let region = Region(maximumRectangles: 4)
        for index in 0..<4 { region.add(PixelRect(index * 10, 0, 5, 5)) }
        #expect(region.rectangles.count == 4)
        region.add(PixelRect(100, 100, 1, 1))
        #expect(region.rectangles == [PixelRect(0, 0, 101, 101)])
    }

    @Test func hostileNumbers() {
        let region = Region()
        for rect in FillTests.hostile {
            region.add(rect)
            region.subtract(rect)
            region.intersect(rect)
            _ = region.intersects(rect)
            region.add(rect)
            _ = region.rectangles
        }
        region.add(PixelRect(0, 0, Int.max, 1))
        #expect(region.intersects(PixelRect(1000, 0, 1, 1)))
    }
}
