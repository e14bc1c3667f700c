internal import CCodecs
internal import Glibc
internal import LaminaGeometry

/// libheif, loaded when a picture first needs it.
@safe struct HEIFLibrary: @unchecked Sendable {  // functions; handles are their users' matter
    let functions: lamina_heif

    private static let shared: HEIFLibrary? = {
        var functions = lamina_heif()
        return unsafe lamina_heif_open(&functions) ? HEIFLibrary(functions: functions) : nil
    }()

    /// Fails with `unsupported` when the system has none.
    static func find() throws(LaminaError) -> HEIFLibrary {
        if let shared { return shared }
        throw missing("AVIF and HEIF pictures need libheif", package: "libheif1")
    }
}

/// libjxl, in the same way.
@safe struct JXLLibrary: @unchecked Sendable {  // as above
    let functions: lamina_jxl

    private static let shared: JXLLibrary? = {
        var functions = lamina_jxl()
        return unsafe lamina_jxl_open(&functions) ? JXLLibrary(functions: functions) : nil
    }()

    static func find() throws(LaminaError) -> JXLLibrary {
        if let shared { return shared }
        throw missing("JPEG XL pictures need libjxl", package: "libjxl0.7, or libjxl0.11 since Debian 13")
    }
}

/// librsvg, in the same way.
@safe struct RSVGLibrary: @unchecked Sendable {  // as above
    let functions: lamina_rsvg

    private static let shared: RSVGLibrary? = {
        var functions = lamina_rsvg()
        return unsafe lamina_rsvg_open(&functions) ? RSVGLibrary(functions: functions) : nil
    }()

    static func find() throws(LaminaError) -> RSVGLibrary {
        if let shared { return shared }
        throw missing("SVG pictures need librsvg", package: "librsvg2-2")
    }
}

/// rlottie, in the same way.
@safe struct LottieLibrary: @unchecked Sendable {  // as above
    let functions: lamina_lottie
    private let process: pid_t

    private static let shared: LottieLibrary? = {
        var functions = lamina_lottie()
        return unsafe lamina_lottie_open(&functions) ? LottieLibrary(functions: functions, process: getpid()) : nil
    }()

    /// Fails as the others do, and in a process that was forked from one with its threads, for which it would wait.
    static func find() throws(LaminaError) -> LottieLibrary {
        guard let shared else { throw missing("Lottie files need rlottie", package: "librlottie0-1") }
        if shared.process == getpid() { return shared }
        throw LaminaError(
            .unsupported, "Lottie files were read before this process was forked; rlottie's threads did not come along")
    }
}

private func missing(_ need: String, package: String) -> LaminaError {
    LaminaError(.unsupported, "\(need), which is not installed: on Debian it is the package \(package)")
}
