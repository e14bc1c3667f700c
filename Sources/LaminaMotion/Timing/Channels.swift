/// The numbers that a value is made of: up to eight, which move together. Those that a value does not have are 0.
public typealias Channels = SIMD8<Double>

extension SIMD8<Double> {
    /// The number farthest from 0.
    public var largest: Double { Swift.max(abs(self.max()), abs(self.min())) }

    var isFinite: Bool { (self - self) == .zero }
}

/// The same as it is kept: a vector of eight would have every array of them aligned as no allocator gives it.
public struct KeptChannels: Equatable, Sendable {
    private let numbers: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)

    @inline(__always)
    public init(_ channels: Channels) {
        let (low, high) = (channels.lowHalf, channels.highHalf)
        numbers = (low.lowHalf, low.highHalf, high.lowHalf, high.highHalf)
    }

    @inline(__always)
    public var channels: Channels {
        Channels(
            lowHalf: SIMD4(lowHalf: numbers.0, highHalf: numbers.1),
            highHalf: SIMD4(lowHalf: numbers.2, highHalf: numbers.3))
    }

    @inline(__always)
    var firstTwo: SIMD2<Double> { numbers.0 }

    public static var zero: KeptChannels { KeptChannels(.zero) }

    public static func == (a: KeptChannels, b: KeptChannels) -> Bool { a.numbers == b.numbers }
}
