import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode

/// The source of an image node's picture.
struct TemplateImage: Sendable {
    enum Source: Sendable {
        /// The bytes of a file in the template.
        case file([UInt8])
        /// A path or a slot.
        case string(SlottedString)
    }

    /// What makes a stencil of the picture.
    enum Tint: Sendable {
        /// The tint of where rows are shown.
        case inherited
        case color(Color)
        case slot(Int)
    }

    let source: Source
    /// The picture in dark surroundings, if it is another one.
    var dark: Source?
    var tint: Tint?
    var options: ImageOptions

    /// Where pictures of rows come from, and what they are held to.
    struct Files: Sendable {
        /// The base of paths; nil if no files are read.
        var folder: String?
        /// Whether paths may lead out of the folder.
        var allowsOutside = false
        /// Where pictures by URLs come from; nil if none are loaded.
        var pictures: RowPictures?
        var limits = WorkLimits()
        /// What holds where rows are shown.
        var traits = ResolvedTraits()
    }

    private func source(_ files: Files) -> Source { files.traits.isDark ? dark ?? source : source }

    private func shown(
        _ image: SharedImage, _ values: TemplateValues, _ files: Files
    ) throws(LaminaError) -> ImageContent {
        var options = options
        switch tint {
        case .inherited: options.tint = files.traits.tint
        case .color(let color): options.tint = color
        case .slot(let slot): options.tint = try values.color(slot)
        case nil: break
        }
        return ImageContent(image, options)
    }

    /// The picture of a row; nil for one that has to come first.
    func content(
        _ values: TemplateValues, _ parts: EngineParts, _ files: Files
    ) throws(LaminaError) -> ImageContent? {
        if case .string(let string) = source(files), let slot = string.onlySlot,
            case .image(let image) = try values.value(slot)
        {
            return try shown(image, values, files)
        }
        return try sharedContent(values, parts, files)
    }

    /// The same for rows that share a picture.
    func sharedContent(
        _ values: TemplateValues, _ parts: EngineParts, _ files: Files
    ) throws(LaminaError) -> ImageContent? {
        try sharedImage(values, parts, files).map { (image) throws(LaminaError) in try shown(image, values, files) }
    }

    private func sharedImage(
        _ values: TemplateValues, _ parts: EngineParts, _ files: Files
    ) throws(LaminaError) -> SharedImage? {
        let string: SlottedString
        switch source(files) {
        case .file(let bytes): return try Self.image(bytes, parts.pool, files.limits)
        case .string(let given): string = given
        }
        let path = String(decoding: try string.bytes(values, isMarkup: false), as: UTF8.self)
        if let bytes = try Self.data(path) { return try Self.image(bytes, parts.pool, files.limits) }
        if let pictures = files.pictures, RowPictures.isURL(path) {
            if !files.allowsOutside && path.prefix(5).lowercased() == "file:" {
                throw LaminaError(
                    .invalidArgument,
                    "an image is the URL of a file (\"\(path.prefix(60))\"), which options->allows_outside_images allows")
            }
            return try pictures.find(path, parts)
        }
        return try Self.image(path, parts.pool, files)
    }

    /// Whether a row shows the picture of all rows, or of all without values of their own.
    func isFixed(_ values: TemplateValues, defaults: [TemplateValue?], _ files: Files) -> Bool {
        if case .slot? = tint { return false }
        return switch source(files) {
        case .file: true
        case .string(let string):
            string.slots.allSatisfy { slot in
                guard case .text(let text)? = values.values[slot], case .text(let usual)? = defaults[slot] else {
                    return false
                }
                // Fast if the row has none: it is the same string. Bytes distinguish paths that show the same
                // characters.
                return text == usual && (text.hasPrefix("data:") || text.utf8.elementsEqual(usual.utf8))
            }
        }
    }

    private static func image(_ path: String, _ pool: BitmapPool, _ files: Files) throws(LaminaError) -> SharedImage {
        guard let folder = files.folder else {
            throw LaminaError(
                .invalidArgument,
                "an image is named by a path (\"\(path.prefix(60))\"), but options->image_folder is NULL, so that no files"
                    + " are read")
        }
        if !files.allowsOutside {
            return try SharedImage(PictureSource(path: path, within: folder, limits: files.limits), pool: pool)
        }
        let whole = path.hasPrefix("/") ? path : "\(folder)/\(path)"
        return try SharedImage(PictureSource(path: whole, limits: files.limits), pool: pool)
    }

    private static func image(
        _ bytes: [UInt8], _ pool: BitmapPool, _ limits: WorkLimits
    ) throws(LaminaError) -> SharedImage {
        let result = unsafe bytes.withUnsafeBytes { bytes -> Result<SharedImage, LaminaError> in
            do throws(LaminaError) {
                return .success(try SharedImage(PictureSource(bytes, limits: limits), pool: pool))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    static func decode(_ bytes: [UInt8], _ pool: BitmapPool, _ limits: WorkLimits) throws(LaminaError) -> Bitmap {
        try image(bytes, pool, limits).bitmap
    }

    /// Checks the header of a file.
    static func check(_ bytes: [UInt8], _ limits: WorkLimits) throws(LaminaError) {
        let result = unsafe bytes.withUnsafeBytes { bytes -> LaminaError? in
            do throws(LaminaError) {
                let info = try PictureFile.info(bytes)
                try limits.checkPicture(width: info.width, height: info.height)
                return nil
            } catch {
                return error
            }
        }
        if let result { throw result }
    }

    /// The bytes of a `data:` address; nil for other strings. Fails if they are not in base 64.
    static func data(_ string: String) throws(LaminaError) -> [UInt8]? {
        guard string.hasPrefix("data:") else { return nil }
        guard let comma = string.utf8.firstIndex(of: UInt8(ascii: ",")), string[..<comma].hasSuffix(";base64"),
            let bytes = Base64.decode(string.utf8[string.utf8.index(after: comma)...])
        else {
            throw LaminaError(
                .invalidArgument,
                "\"\(string.prefix(40))...\" is not data:image/png;base64, and the bytes of a picture's file in base 64"
            )
        }
        return bytes
    }
}

/// Base 64 (RFC 4648).
enum Base64 {
    /// Nil for invalid base 64. White space is skipped, and the padding may be missing.
    static func decode(_ letters: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        var padding = 0
        for letter in letters {
            let value: UInt32
            switch letter {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(letter - UInt8(ascii: "A"))
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(letter - UInt8(ascii: "a")) + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(letter - UInt8(ascii: "0")) + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            case UInt8(ascii: "="):
                padding += 1
                continue
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): continue
            default: return nil
            }
            if padding > 0 { return nil }
            buffer = buffer << 6 | value
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        // A single character is not a byte, and the remaining bits must be zero.
        return padding <= 2 && bits < 6 && buffer & (1 << UInt32(bits) - 1) == 0 ? bytes : nil
    }
}
