internal import LaminaDraw
internal import LaminaGeometry
internal import LaminaLock
internal import LaminaNode

/// How an animation is played.
public struct Playback: Sendable, Equatable {
    public var isPaused = false
    /// 1 is as the file says.
    public var speed = 1.0
    /// How often; nil for as often as the file says, 0 for ever.
    public var plays: Int?

    public init() {}
}

/// Where an animation stands.
public struct PlaybackState: Sendable, Equatable {
    public var frame: Int
    public var frameCount: Int
    public var playsDone: Int
    public var hasEnded: Bool
}

/// An animation in a node: a function of the time of what moves in the context (`MotionClock`). A frame whose time has
/// gone by is left out; one that is not decoded yet leaves the one before it.
///
/// The frame that is due and those ahead stand in a ring of bounded bytes; one that is over leaves it, unless all of
/// them fit. Nothing of it stays while the node is not visible.
final class FramePlayer: Sendable {
    /// Bytes of frames that are kept, as far as that leaves one ahead.
    private static let mostBytes = 1 << 20
    /// Frames that say they are shown for less than this are meant to be slow: all browsers show them so long.
    private static let shortest = 11.0
    private static let standard = 100.0

    struct State {
        var playback = Playback()
        var frame = 0
        /// Microseconds that it has been due.
        var spent = 0.0
        var playsDone = 0
        var hasEnded = false
        /// The time of what moves up to which the animation has come; nil while it stands still.
        var last: UInt64?
        /// The frame that the node shows.
        var shown: Int?
        var content: ImageContent
        var ring: [(index: Int, image: SharedImage)] = []
        var isDecoding = false
        var hasFailed = false
    }

    let node: NodeID
    private let animation: ImageAnimation
    let options: ImageOptions
    /// That of the file, if frames are decoded to another one.
    private let ownSize: Size?
    /// How many frames are kept, from the one that is due on.
    private let kept: Int
    /// Microseconds of each frame.
    private let delays: [Double]
    private let total: Double
    private let state: Locked<State>

    init(
        _ node: NodeID, _ animation: ImageAnimation, _ image: SharedImage, _ content: ImageContent,
        _ options: ImageOptions
    ) {
        self.node = node
        self.animation = animation
        self.options = options
        ownSize = content.ownSize
        kept = max(2, Self.mostBytes / max(1, image.bitmap.byteCount))
        let source = animation.source
        // Those of a Lottie are as fast as the screens that it was made for.
        let shortest = source.format == .lottie ? 0 : Self.shortest
        delays = source.frames.map { ($0.milliseconds < shortest ? Self.standard : $0.milliseconds) * 1000 }
        total = delays.reduce(0, +)
        // A PNG's own picture need not be one of its frames.
        state = Locked(.wake, State(shown: source.format == .png ? nil : 0, content: content))
    }

    var playback: Playback {
        get { state.withLock { $0.playback } }
        set {
            state.withLock { state in
                state.playback = newValue
                // Played once more by a higher number.
                if state.hasEnded, plays(state) == 0 || state.playsDone < plays(state) {
                    (state.hasEnded, state.frame, state.spent) = (false, 0, 0)
                }
            }
        }
    }

    var progress: PlaybackState {
        state.withLock {
            PlaybackState(
                frame: $0.frame, frameCount: delays.count, playsDone: $0.playsDone, hasEnded: $0.hasEnded)
        }
    }

    /// Whether time counts for it.
    var isMoving: Bool { state.withLock { $0.last != nil } }

    /// What the node shows as long as nobody gives it anything else.
    var content: ImageContent { state.withLock { $0.content } }

    private func plays(_ state: State) -> Int { state.playback.plays ?? animation.source.plays }

    /// Brings the animation to a time; while it is not visible it stands still and keeps nothing.
    func advance(to time: UInt64, isVisible: Bool) {
        let dropped = state.withLock { state -> [(index: Int, image: SharedImage)] in
            if !isVisible || state.playback.isPaused || state.hasEnded {
                state.last = nil
                if isVisible { return [] }
                defer { state.ring = [] }
                return state.ring
            }
            let last = state.last ?? time
            state.last = time
            state.spent += Double(time - min(last, time)) * state.playback.speed
            skipPlays(&state)
            while state.spent >= delays[state.frame], !state.hasEnded { step(&state) }
            if state.hasEnded { state.last = nil }
            return []
        }
        withExtendedLifetime(dropped) {}
    }

    private func step(_ state: inout State) {
        state.spent -= delays[state.frame]
        if state.frame + 1 < delays.count {
            state.frame += 1
            return
        }
        state.playsDone += 1
        if plays(state) != 0 && state.playsDone >= plays(state) {
            state.hasEnded = true
            state.spent = 0
        } else {
            state.frame = 0
        }
    }

    /// Whole plays that nobody saw are counted and not played through.
    private func skipPlays(_ state: inout State) {
        var skipped = Int(min(state.spent / total, Double(1 << 40)))
        if plays(state) != 0 { skipped = max(0, min(skipped, plays(state) - state.playsDone - 1)) }
        state.playsDone += skipped
        state.spent -= Double(skipped) * total
    }

    /// When the next frame is due, of a visible node; 0 for one that stood still, nil when none is.
    func due(_ isVisible: Bool) -> UInt64? {
        state.withLock { state in
            if !isVisible || state.playback.isPaused || state.hasEnded || state.playback.speed <= 0 { return nil }
            guard let last = state.last else { return 0 }
            let left = max(0, delays[state.frame] - state.spent) / state.playback.speed
            return last &+ UInt64(min(left.rounded(.up), 1e15))
        }
    }

    /// The frame that the node is to show instead of what it shows; nil when that is right, or it is not decoded yet.
    func takeFrame() -> ImageContent? {
        let (content, dropped) = state.withLock { state -> (ImageContent?, [SharedImage]) in
            guard state.shown != state.frame, let found = state.ring.first(where: { $0.index == state.frame }) else {
                return (nil, [])
            }
            let content = ImageContent(found.image, options, ownSize: ownSize)
            (state.shown, state.content) = (state.frame, content)
            return (content, dropOthers(&state))
        }
        // The next frame is drawn in the memory of the one that is over.
        withExtendedLifetime(dropped) {}
        return content
    }

    /// Drops what is not among the frames that are kept; they are to go without the lock.
    private func dropOthers(_ state: inout State) -> [SharedImage] {
        let others = state.ring.filter { distance($0.index, state.frame) >= kept }
        if !others.isEmpty { state.ring.removeAll { distance($0.index, state.frame) >= kept } }
        return others.map(\.image)
    }

    /// The frame that is to be decoded next, if one is; the caller does it.
    func beginDecoding() -> Int? {
        state.withLock { state in
            if state.isDecoding || state.hasFailed || state.last == nil && state.shown == state.frame { return nil }
            guard let index = wanted(state) else { return nil }
            state.isDecoding = true
            return index
        }
    }

    /// The first of the frames to be kept that is not there.
    private func wanted(_ state: State) -> Int? {
        for ahead in (state.shown == state.frame ? 1 : 0)..<min(kept, delays.count) {
            let index = (state.frame + ahead) % delays.count
            // After the last play comes none.
            if index == 0 && ahead > 0 && plays(state) != 0 && state.playsDone + 1 >= plays(state) { return nil }
            if !state.ring.contains(where: { $0.index == index }) { return index }
        }
        return nil
    }

    private func distance(_ index: Int, _ from: Int) -> Int {
        (index - from + delays.count) % delays.count
    }

    /// A frame was decoded, or could not be.
    func endDecoding(_ index: Int, _ image: SharedImage?) {
        let dropped = state.withLock { state -> [SharedImage] in
            state.isDecoding = false
            guard let image else {
                state.hasFailed = true
                return []
            }
            state.ring.append((index, image))
            // It may have come too late.
            return dropOthers(&state)
        }
        withExtendedLifetime(dropped) {}
    }

    /// It was not wanted any more.
    func cancelDecoding() { state.withLock { $0.isDecoding = false } }

    /// Draws a frame; for the operation that `beginDecoding` allowed, and nobody else.
    func draw(_ index: Int, _ pool: BitmapPool, _ watch: DecodingWatch) throws(LaminaError) -> Bitmap {
        let frame = try canvas.draw(index, watch) { () throws(LaminaError) in
            try animation.source.makeFrames(for: animation.room, pool: pool)
        }
        return try animation.steps.apply(to: frame, pool: pool, watch: watch)
    }

    /// The canvas on which frames are drawn.
    // Unchecked: one operation at a time has it, from `beginDecoding` to `endDecoding`.
    private final class Canvas: @unchecked Sendable {
        private var frames: PictureFrames?

        func draw(
            _ index: Int, _ watch: DecodingWatch, _ make: () throws(LaminaError) -> PictureFrames
        ) throws(LaminaError) -> Bitmap {
            let frames: PictureFrames
            if let known = self.frames { frames = known } else { frames = try make() }
            self.frames = frames
            return try frames.draw(index, watch: watch)
        }

        func drop() { frames = nil }
    }

    private let canvas = Canvas()

    /// Gives up what can be decoded again.
    func trim() {
        let dropped = state.withLock { state -> [(index: Int, image: SharedImage)] in
            defer { state.ring = [] }
            return state.ring
        }
        withExtendedLifetime(dropped) {}
        dropCanvas()
    }

    /// Gives up the canvas, unless it is being drawn on.
    func dropCanvas() {
        let isFree = state.withLock { state -> Bool in
            defer { state.isDecoding = true }
            return !state.isDecoding
        }
        if !isFree { return }
        canvas.drop()
        cancelDecoding()
    }
}
