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
        var limits = WorkLimits()
        /// What holds where rows are shown.
        var traits = ResolvedTraits()
    }

    private func source(_ files: Files) -> Source { files.traits.isDark ? dark ?? source : source }

    private func options(_ values: TemplateValues, _ files: Files) throws(LaminaError) -> ImageOptions {
        var options = options
        switch tint {
        case .inherited: options.tint = files.traits.tint
        case .color(let color): options.tint = color
        case .slot(let slot): options.tint = try values.color(slot)
        case nil: break
        }
        return options
    }

    /// The picture of a row; nil for one that has to come first.
    func content(
        _ values: TemplateValues, _ parts: EngineParts, _ files: Files, _ pictures: RowPictures
    ) throws(LaminaError) -> TemplatePicture? {
        let options = try options(values, files)
        if case .string(let string) = source(files), let slot = string.onlySlot,
            case .image(let image) = try values.value(slot)
        {
            if image.state == .loading {
                pictures.want(image)
                return nil
            }
            return .whole(ImageContent(try image.loaded("image"), options))
        }
        guard let clear = parts.clearImage, let found = try slotPicture(values, parts, files, pictures) else {
            return nil
        }
        return .slot(ImageContent(of: found.ownSize, options, clear: clear), found)
    }

    private func slotPicture(
        _ values: TemplateValues, _ parts: EngineParts, _ files: Files, _ pictures: RowPictures
    ) throws(LaminaError) -> SlotPicture? {
        let string: SlottedString
        switch source(files) {
        case .file(let bytes): return try Self.picture(bytes, files.limits)
        case .string(let given): string = given
        }
        let path = String(decoding: try string.bytes(values, isMarkup: false), as: UTF8.self)
        if let bytes = try Self.data(path) { return try Self.picture(bytes, files.limits) }
        guard RowPictures.isURL(path) else { return try Self.picture(path, files) }
        if !pictures.loadsURLs {
            // A file may be called so.
            if files.folder != nil { return try Self.picture(path, files) }
            throw LaminaError(
                .invalidArgument,
                "an image is named by a URL (\"\(path.prefix(60))\"), but options->allows_urls is not set, so that none are"
                    + " loaded")
        }
        if !files.allowsOutside && path.prefix(5).lowercased() == "file:" {
            throw LaminaError(
                .invalidArgument,
                "an image is the URL of a file (\"\(path.prefix(60))\"), but options->allows_outside_images is not set")
        }
        return try pictures.find(path, parts, files.limits)
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

    private static func picture(_ path: String, _ files: Files) throws(LaminaError) -> SlotPicture {
        guard let folder = files.folder else {
            throw LaminaError(
                .invalidArgument,
                "an image is named by a path (\"\(path.prefix(60))\"), but options->image_folder is NULL, so that no files"
                    + " are read")
        }
        if !files.allowsOutside {
            return SlotPicture(try PictureSource(path: path, within: folder, limits: files.limits))
        }
        let whole = path.hasPrefix("/") ? path : "\(folder)/\(path)"
        return SlotPicture(try PictureSource(path: whole, limits: files.limits))
    }

    private static func picture(_ bytes: [UInt8], _ limits: WorkLimits) throws(LaminaError) -> SlotPicture {
        SlotPicture(try source(bytes, limits))
    }

    private static func source(_ bytes: [UInt8], _ limits: WorkLimits) throws(LaminaError) -> PictureSource {
        let result = unsafe bytes.withUnsafeBytes { bytes -> Result<PictureSource, LaminaError> in
            do throws(LaminaError) {
                return .success(try PictureSource(bytes, limits: limits))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    static func decode(_ bytes: [UInt8], _ pool: BitmapPool, _ limits: WorkLimits) throws(LaminaError) -> Bitmap {
        try source(bytes, limits).decode(pool: pool)
    }

    /// Checks the header of a file.
    static func check(_ bytes: [UInt8], _ limits: WorkLimits) throws(LaminaError) {
        let result = unsafe bytes.withUnsafeBytes { bytes -> LaminaError? in
            do throws(LaminaError) {
                let info = try PictureFile.info(bytes)
                try limits.checkPictureSource(width: info.width, height: info.height)
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
