public import LaminaDraw
public import LaminaGeometry

/// A step of the host's own: it changes the pixels in place.
public struct HostPictureStep: Hashable, Sendable {
    private let key: [UInt]
    fileprivate let call: @Sendable (PixelBuffer) throws(LaminaError) -> Void

    /// Equal keys are the same step.
    public init(key: [UInt], _ call: @escaping @Sendable (PixelBuffer) throws(LaminaError) -> Void) {
        self.key = key
        self.call = call
    }

    public static func == (left: HostPictureStep, right: HostPictureStep) -> Bool { left.key == right.key }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

public enum ImageStep: Hashable, Sendable {
    case picture(PictureStep)
    case host(HostPictureStep)
}

extension [ImageStep] {
    /// What becomes of the picture, which stays as it is.
    func apply(to bitmap: Bitmap, pool: BitmapPool, watch: DecodingWatch) throws(LaminaError) -> Bitmap {
        var bitmap = bitmap
        for step in self {
            switch step {
            case .picture(let step): bitmap = try step.apply(to: bitmap, pool: pool, watch: watch)
            case .host(let step):
                try watch.check()
                let copy = try bitmap.withPixels { (pixels) throws(LaminaError) in try pool.copy(pixels) }
                try copy.withPixels { (pixels) throws(LaminaError) in try step.call(pixels) }
                copy.isOpaque = copy.withPixels { $0.isOpaque }
                bitmap = copy
            }
        }
        return bitmap
    }
}

/// What is made of a picture's file. Equal recipes make the same picture.
public struct ImageRecipe: Hashable, Sendable {
    /// The size that the picture is for in the end; nil for its own.
    public var room: PictureRoom?
    /// Keeps the file of an animation, to be played.
    public var isAnimated = false
    /// What follows decoding.
    public var steps: [ImageStep] = []

    public init() {}

    /// What the file is decoded for, so that the steps leave what `room` takes.
    var decodedRoom: PictureRoom? {
        var (across, down) = (1.0, 1.0)
        var isOnlyCropped = true
        for step in steps {
            switch step {
            case .picture(.crop(let part)): (across, down) = (across * part.size.width, down * part.size.height)
            // Of a picture in its own size no more than what this leaves.
            case .picture(.resize(let smaller)) where room == nil && isOnlyCropped:
                return Self.room(smaller, across, down)
            default: isOnlyCropped = false
            }
        }
        return room.map { Self.room($0, across, down) }
    }

    /// The room for all of a picture of which these shares fill `room`.
    private static func room(_ room: PictureRoom, _ across: Double, _ down: Double) -> PictureRoom {
        func side(_ length: Int, _ share: Double) -> Int {
            Int(min((Double(length) / share).rounded(.up), Double(PixelBuffer.maximumSide)))
        }
        return PictureRoom(width: side(room.width, across), height: side(room.height, down), mode: room.mode)
    }

    /// The size that a picture of so many pixels has afterwards, had it been decoded in its own.
    func ownSize(ofWidth width: Int, height: Int) -> Size {
        var size = (width: width, height: height)
        for case .picture(let step) in steps { size = step.size(ofWidth: size.width, height: size.height) }
        return Size(width: Double(size.width), height: Double(size.height))
    }
}

/// What is kept of a picture's file.
enum ImageFile: Sendable {
    case animation(ImageAnimation)
    /// It has no pixels of its own and is drawn anew in each size.
    case drawing(PictureSource)

    var byteCount: Int {
        switch self {
        case .animation(let animation): animation.source.byteCount
        case .drawing(let source): source.byteCount
        }
    }
}

/// An animation that is to be played: its file, and what is made of each frame.
struct ImageAnimation: Sendable {
    let source: PictureSource
    /// The size in which frames are decoded.
    let room: PictureRoom
    let steps: [ImageStep]
}

extension ImageRecipe {
    /// Makes the picture, by a worker. Fails as decoding does, and as a step of the host's.
    func make(
        of source: PictureSource, isPartial: Bool = false, pool: BitmapPool, watch: DecodingWatch
    ) throws(LaminaError) -> SharedImage {
        let decoded = try source.decode(for: decodedRoom, isPartial: isPartial, pool: pool, watch: watch)
        var file: ImageFile?
        if isAnimated && source.isAnimated {
            let room = PictureRoom(width: decoded.width, height: decoded.height, mode: .exact)
            file = .animation(ImageAnimation(source: source, room: room, steps: steps))
        } else if source.isScalable && steps.isEmpty {
            file = .drawing(source)
        }
        return SharedImage(
            try steps.apply(to: decoded, pool: pool, watch: watch), file: file,
            ownSize: ownSize(ofWidth: source.width, height: source.height))
    }
}
