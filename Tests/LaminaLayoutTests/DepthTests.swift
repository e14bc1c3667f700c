import Foundation
import LaminaGeometry
import LaminaLayout
import Testing

/// Answers a fixed size and notes how deep the stack was at the deepest question.
struct StackProbe: LeafMeasurer {
    var lowest = UInt.max

    mutating func measure(leaf identifier: Int32, range: SizeRange, parentSize: Size) -> LayoutMeasurement {
        var local: UInt8 = 0
        withUnsafeMutablePointer(to: &local) { lowest = min(lowest, UInt(bitPattern: $0)) }
        return LayoutMeasurement(size: Size(width: 10, height: 10))
    }
}

/// Trees nested deeper than any sensible interface.
@Suite struct DepthTests {
    enum Kind: String, CaseIterable, Sendable {
        case wrapper, stack, inset, overlay, background, relative, ratio, absolute, corner, node

        func begin(_ tree: inout ElementTree) {
            let style = ElementStyle(flexGrow: 1, flexShrink: 1)
            switch self {
            case .wrapper: _ = tree.beginSpec(.wrapper, style: style)
            case .stack: _ = tree.beginSpec(.stack(StackSpec(direction: .vertical)), style: style)
            case .inset: _ = tree.beginSpec(.inset(InsetSpec(.zero)), style: style)
            case .overlay: _ = tree.beginSpec(.overlay, style: style)
            case .background: _ = tree.beginSpec(.background, style: style)
            case .relative: _ = tree.beginSpec(.relative(RelativeSpec(horizontal: .center)), style: style)
            case .ratio: _ = tree.beginSpec(.ratio(RatioSpec(1)), style: style)
            case .absolute: _ = tree.beginSpec(.absolute(AbsoluteSpec(.default)), style: style)
            case .corner: _ = tree.beginSpec(.corner(CornerSpec(location: .topLeft)), style: style)
            case .node: _ = tree.beginNode(style: style, identifier: 0)
            }
        }
    }

    static func chain(_ kind: Kind, depth: Int) -> ElementTree {
        var tree = ElementTree()
        for _ in 0..<depth { kind.begin(&tree) }
        _ = tree.addLeaf(style: .default, identifier: 0)
        for _ in 0..<depth { tree.end() }
        return tree
    }

    /// The stack that one level takes, from the difference between two depths.
    static func stackPerLevel(_ kind: Kind) -> Int {
        let range = SizeRange(min: .zero, max: Size(width: 100, height: 100))
        var shallow = StackProbe()
        _ = solveLayout(chain(kind, depth: 100), range: range, measurer: &shallow)
        var deep = StackProbe()
        _ = solveLayout(chain(kind, depth: 300), range: range, measurer: &deep)
        // Wrapping: the address sanitizer keeps locals elsewhere, in no order.
        return Int(bitPattern: shallow.lowest &- deep.lowest) / 200
    }

    /// Instrumented code takes several times the stack: a sanitizer's run goes less deep.
    static let isInstrumented = !(ProcessInfo.processInfo.environment["LAMINA_SANITIZER"] ?? "").isEmpty

    @Test(arguments: Kind.allCases)
    func twoThousandLevelsOnAnOrdinaryThread(_ kind: Kind) {
        let depth = Self.isInstrumented ? 200 : 2_000
        var probe = StackProbe()
        let result = solveLayout(
            Self.chain(kind, depth: depth), range: SizeRange(min: .zero, max: Size(width: 100, height: 100)),
            measurer: &probe)
        #expect(result.frames.count == depth + 1)
        #expect(result.frames.allSatisfy { $0.size.width > 0 && $0.size.height > 0 })
        print("stack per level, \(kind): \(Self.stackPerLevel(kind)) bytes")
    }

    @Test func tenThousandLevelsOnAWorkersStack() {
        for kind in Kind.allCases {
            let innermost = onThread(stackSize: 64 << 20) {
                var probe = StackProbe()
                let result = solveLayout(
                    Self.chain(kind, depth: Self.isInstrumented ? 2_000 : 10_000),
                    range: SizeRange(min: .zero, max: Size(width: 100, height: 100)),
                    measurer: &probe)
                return result.frames.last ?? .zero
            }
            #expect(innermost.size.width > 0, "\(kind)")
        }
    }

    /// Runs `body` on a thread with a stack of its own size and waits for it.
    private func onThread(stackSize: Int, _ body: @escaping @Sendable () -> Rect) -> Rect {
        final class Box: @unchecked Sendable { var value = Rect.zero }  // Written before the signal, read after it.
        let box = Box()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            box.value = body()
            done.signal()
        }
        thread.stackSize = stackSize
        thread.start()
        done.wait()
        return box.value
    }
}
