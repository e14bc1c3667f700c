extension RandomAccessCollection where Index == Int {
    /// The first of all elements of which `isMet` holds, as it does of all behind it; `endIndex` where it holds of
    /// none.
    @inline(__always)
    func firstIndex(inOrder isMet: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isMet(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
