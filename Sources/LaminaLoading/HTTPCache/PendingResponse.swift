/// When a request went out and when its answer came.
typealias Times = (request: Int, response: Int)

/// A response that is to be kept and whose content is on its way.
public struct PendingResponse: Equatable, Sendable {
    /// With the bytes that are there already, which is none but for one that is continued.
    public var response: StoredResponse
    /// The bytes that a 206 says it brings.
    let part: Range<Int>?

    /// What to keep after `count` bytes came; nil for nothing. `isWhole`: the message ended where it should.
    public func finished(received count: Int, isWhole: Bool, rules: HTTPCacheRules) -> StoredResponse? {
        var stored = response
        let end = stored.bytes.upperBound + count
        stored.bytes = stored.bytes.lowerBound..<end
        if isWhole, part.map({ $0.upperBound == stored.completeLength }) ?? true {
            // The framing of the message says where it ended, also when a field that counts says otherwise: all came,
            // or a part that reaches the end.
            stored.completeLength = end
        }
        if stored.isComplete { return stored }
        if let length = stored.completeLength, end > length { return nil }
        if stored.bytes.isEmpty || stored.status != 200 { return nil }
        // The beginning of a message that was cut is worth something if the rest can be asked for.
        return isWhole || (stored.bytes.lowerBound == 0 && rules.strongValidator(stored) != nil) ? stored : nil
    }
}
