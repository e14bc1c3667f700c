/// How much work data may cause: what comes from files and from others' programs, not from the host itself.
public struct WorkLimits: Sendable, Equatable {
    /// Characters of one text of a row.
    public var textCharacters = 100_000
    /// Lines of one text of a row, as newlines separate them.
    public var textLines = 10_000
    /// Pixels of one picture that is decoded.
    public var picturePixels = 1 << 26
    /// Pixels of the file of a picture that is decoded smaller.
    public var pictureSourcePixels = 1 << 27
    /// Frames of an animated picture.
    public var pictureFrames = 10_000
    /// Microseconds that decoding a picture may take.
    public var pictureMicroseconds: UInt64 = 10_000_000
    /// Elements of a template, and of a row after its parts were repeated.
    public var elements = 100_000
    /// Levels of elements.
    public var depth = 1000
    /// Microseconds that a row may take from when a worker begins it.
    public var rowMicroseconds: UInt64 = 30_000_000

    public init() {}

    /// Pictures as large as they are, for as long as it takes.
    public static var unlimitedPictures: WorkLimits {
        var limits = WorkLimits()
        (limits.picturePixels, limits.pictureSourcePixels, limits.pictureMicroseconds) = (.max, .max, 0)
        limits.pictureFrames = .max
        return limits
    }

    /// Fails for a picture of too many pixels.
    public func checkPicture(width: Int, height: Int) throws(LaminaError) {
        // Sides are below 2^15.
        if width * height <= picturePixels { return }
        throw LaminaError(
            .outOfRange,
            "the picture has \(width) x \(height) pixels; the limit \"picture_pixels\" is \(Self.text(picturePixels))")
    }

    /// Fails for a file of a picture with too many pixels, whatever it is shown as.
    public func checkPictureSource(width: Int, height: Int) throws(LaminaError) {
        // What may stand in memory as a whole may also be read.
        if width * height <= max(pictureSourcePixels, picturePixels) { return }
        throw LaminaError(
            .outOfRange,
            "the picture's file has \(width) x \(height) pixels; the limit \"picture_source_pixels\" is \(Self.text(pictureSourcePixels))"
        )
    }

    /// Fails for an animation of too many frames.
    public func checkFrames(_ count: Int) throws(LaminaError) {
        if count <= pictureFrames { return }
        throw LaminaError(
            .outOfRange,
            "the picture has more than \(Self.text(pictureFrames)) frames, the limit \"picture_frames\"")
    }

    /// Fails for a text of too many characters or lines.
    public func checkText(_ bytes: [UInt8]) throws(LaminaError) {
        // A character is a byte at least, a line, too: short texts need not be counted.
        if bytes.count <= min(textCharacters, textLines - 1) { return }
        var (characters, lines) = (0, 1)
        for byte in bytes {
            if byte & 0xC0 != 0x80 { characters += 1 }
            if byte == 0x0A { lines += 1 }
        }
        if characters > textCharacters {
            throw LaminaError(
                .outOfRange,
                "a text has \(Self.text(characters)) characters; the limit \"text_characters\" is \(Self.text(textCharacters))"
            )
        }
        if lines > textLines {
            throw LaminaError(
                .outOfRange,
                "a text has \(Self.text(lines)) lines; the limit \"text_lines\" is \(Self.text(textLines))")
        }
    }

    /// Fails for too many elements.
    public func checkElements(_ count: Int, _ what: @autoclosure () -> String) throws(LaminaError) {
        if count <= elements { return }
        throw LaminaError(
            .outOfRange, "\(what()) has more than \(Self.text(elements)) elements, the limit \"elements\"")
    }

    /// Fails for elements nested too deep.
    public func checkDepth(_ depth: Int, _ what: @autoclosure () -> String) throws(LaminaError) {
        if depth <= self.depth { return }
        throw LaminaError(
            .outOfRange, "\(what()) is nested deeper than \(Self.text(self.depth)) levels, the limit \"depth\"")
    }

    static func text(_ number: Int) -> String { Double(number).sentenceText }
}
