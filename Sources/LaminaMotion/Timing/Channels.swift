/// The numbers that a value is made of: up to eight, which move together. Those that a value does not have are 0.
public typealias Channels = SIMD8<Double>

extension SIMD8<Double> {
    /// The number farthest from 0.
    public var largest: Double { Swift.max(abs(self.max()), abs(self.min())) }

    var isFinite: Bool { (self - self) == .zero }
}
