import Testing

@testable import LaminaDraw

struct ChecksumTests {
    /// By the definition of RFC 1950, byte for byte.
    private func checksum(_ bytes: [UInt8]) -> UInt32 {
        var (sum, sums) = (UInt32(1), UInt32(0))
        for byte in bytes {
            sum = (sum + UInt32(byte)) % 65521
            sums = (sums + sum) % 65521
        }
        return sums << 16 | sum
    }

    @Test(arguments: [0, 1, 1600, 65520, 65521, 65522, 1_000_000]) func zerosCountAsIfTheyHadBeenLookedAt(_ zeros: Int)
    {
        let before = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 251) }
        let after: [UInt8] = [2, 255, 0, 7]
        var found = Adler32()
        found.add(before, count: before.count)
        found.addZeros(zeros)
        found.add(after, count: after.count)
        #expect(found.value == checksum(before + [UInt8](repeating: 0, count: zeros) + after))
    }

    @Test func zerosAtTheStart() {
        var found = Adler32()
        found.addZeros(70_000)
        #expect(found.value == checksum([UInt8](repeating: 0, count: 70_000)))
    }
}
