import Testing

@testable import LaminaLoading

@Suite struct BoundedCacheTests {
    @Test func theLeastRecentlyUsedGo() {
        var cache = BoundedCache<Int, String>(limit: 30)
        for number in 0..<3 { #expect(cache.insert("\(number)", bytes: 10, for: number) == []) }
        #expect(cache.find(0) == "0")
        #expect(cache.insert("3", bytes: 10, for: 3) == ["1"])
        #expect(cache.insert("large", bytes: 25, for: 4) == ["2", "0", "3"])
        #expect(cache.count == 1)
        #expect(cache.bytes == 25)
        #expect(cache.insert("too large", bytes: 31, for: 4) == ["large", "too large"])
        #expect(cache.count == 0)
        #expect(cache.bytes == 0)
        #expect(cache.find(4) == nil)
        #expect(cache.statistics == .init(hits: 1, misses: 1, evictions: 4))
    }

    /// Compared with a list that is searched from end to end.
    @Test func randomUse() {
        var cache = BoundedCache<Int, Int>(limit: 100)
        var model: [(key: Int, value: Int, bytes: Int)] = []
        var state: UInt64 = 7
        func next(_ limit: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % limit)
        }
        for step in 0..<20_000 {
            let key = next(20)
            switch next(4) {
            case 0:
                #expect(cache.remove(key) == model.first { $0.key == key }?.value)
                model.removeAll { $0.key == key }
            case 1:
                let size = next(40)
                _ = cache.insert(step, bytes: size, for: key)
                model.removeAll { $0.key == key }
                model.append((key, step, size))
                while model.reduce(0, { $0 + $1.bytes }) > 100 { model.removeFirst() }
            default:
                #expect(cache.find(key) == model.first { $0.key == key }?.value)
                if let place = model.firstIndex(where: { $0.key == key }) { model.append(model.remove(at: place)) }
            }
            #expect(cache.count == model.count)
            #expect(cache.bytes == model.reduce(0) { $0 + $1.bytes })
        }
        #expect(cache.trim(to: 0).count == model.count)
        #expect(cache.count == 0)
    }
}
