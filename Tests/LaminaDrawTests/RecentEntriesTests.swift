import Testing

@testable import LaminaDraw

struct RecentEntriesTests {
    @Test func aCacheRemembersWhatWasAskedForLast() {
        var recent = RecentEntries<Int, String>()
        let count = RecentEntries<Int, String>.capacity
        for key in 0..<3 * count {
            #expect(recent.find(key) == nil)
            recent.insert(key, "\(key)")
            for older in max(0, key - count + 1)...key { #expect(recent.find(older) == "\(older)") }
            if key >= count { #expect(recent.find(key - count) == nil) }
        }
    }
}
