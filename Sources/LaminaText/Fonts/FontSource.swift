internal import CPango
internal import Glibc
internal import LaminaGeometry

/// A set of fonts in fontconfig, never changed once it is made: adding a file makes another one, because font maps read
/// theirs from helper threads.
@safe struct FontSource: ~Copyable {
    /// nil is the process's own configuration, which is not ours to change.
    let config: OpaquePointer?

    /// Loads the fonts. Fails with `io`, naming the file.
    init(
        usesSystemFonts: Bool, files: [String], _ held: borrowing FontLock.Held
    ) throws(LaminaError) {
        for file in files { try Self.check(file) }
        unsafe config = try Self.make(usesSystemFonts, files)
    }

    private static func make(_ usesSystemFonts: Bool, _ files: [String]) throws(LaminaError) -> OpaquePointer? {
        if usesSystemFonts && files.isEmpty { return nil }
        guard let made = unsafe usesSystemFonts ? FcInitLoadConfigAndFonts() : FcConfigCreate() else {
            throw LaminaError(.outOfMemory, "fontconfig could not create a configuration")
        }
        for file in files {
            let added = unsafe file.withCString { path in
                unsafe path.withMemoryRebound(to: FcChar8.self, capacity: 1) { unsafe FcConfigAppFontAddFile(made, $0) }
            }
            if added == 0 {
                unsafe FcConfigDestroy(made)
                throw LaminaError(.io, "fontconfig does not accept the font file \"\(file)\"")
            }
        }
        return unsafe made
    }

    deinit {
        if let config = unsafe config { unsafe FcConfigDestroy(config) }
    }

    private static func check(_ file: String) throws(LaminaError) {
        if file.utf8.contains(0) {
            throw LaminaError(.invalidArgument, "the path of a font file contains a NUL byte")
        }
        let found = unsafe lamina_check_regular_file(file)
        if found != 0 {
            let reason = unsafe found > 0 ? "it is not a regular file" : String(cString: strerror(errno))
            throw LaminaError(.io, "cannot read the font file \"\(file)\": \(reason)")
        }
        guard let set = unsafe FcFontSetCreate() else {
            throw LaminaError(.outOfMemory, "fontconfig could not create a font set")
        }
        defer { unsafe FcFontSetDestroy(set) }
        var count: Int32 = 0
        let faces = unsafe file.withCString { path in
            unsafe path.withMemoryRebound(to: FcChar8.self, capacity: 1) {
                unsafe FcFreeTypeQueryAll($0, .max, nil, &count, set)
            }
        }
        if faces == 0 {
            throw LaminaError(.io, "\"\(file)\" is not a font file that FreeType can read")
        }
    }
}
