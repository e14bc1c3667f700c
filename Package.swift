// swift-tools-version: 6.2
// One table of modules; the arrows point down (see ARCHITECTURE.md).
import PackageDescription

/// Every module of ours is built with the same strict settings.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// LAMINA_FLAGS="-O": more flags for the modules, but not for their tests, which are slow to optimise. Under a
/// sanitizer the modules are optimised.
let more: [SwiftSetting] =
    Context.environment["LAMINA_FLAGS"].map { [.unsafeFlags($0.split(separator: " ").map(String.init))] } ?? []

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict + more)
}

/// LAMINA_TESTS="LaminaNode LaminaDraw": only the tests of these modules are in the bundle of tests, which then takes
/// no more than they need: a change in one module is tested without a build of all. `make try` sets it.
let wanted = Context.environment["LAMINA_TESTS"]?.split(separator: " ") ?? []

/// `exclude`: data that tests read from the source folder.
func tests(_ module: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(module)Tests", dependencies: dependencies, exclude: exclude, swiftSettings: [.swiftLanguageMode(.v6)])
}

let unwanted = { (target: Target) in
    target.type == .test && !wanted.isEmpty && !wanted.contains { "\($0)Tests" == target.name }
}

let package = Package(
    name: "Lamina",
    products: [.library(name: "lamina", type: .dynamic, targets: ["Lamina"])],
    targets: [
        // C libraries and our own header, as Swift modules.
        .systemLibrary(name: "CLamina"),
        .systemLibrary(name: "CSystem"),
        .systemLibrary(name: "CShuffle"),
        .systemLibrary(name: "CCurl"),
        .systemLibrary(name: "CSQLite"),
        .systemLibrary(name: "CCodecs"),
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CPixman", pkgConfig: "pixman-1", providers: [.apt(["libpixman-1-dev"])]),
        .systemLibrary(name: "CIgzip", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),

        module("LaminaGeometry"),
        module("LaminaLock"),
        module("LaminaLayout", ["LaminaGeometry"]),
        module("LaminaMotion", ["LaminaGeometry"]),
        module("LaminaText", ["LaminaGeometry", "LaminaLayout", "LaminaLock", "CPango", "CCairo"]),
        module(
            "LaminaDraw",
            [
                "LaminaGeometry", "LaminaText", "LaminaLock", "CCairo", "CPixman", "CIgzip", "CShuffle", "CSystem",
                "CTurboJPEG", "CJPEG", "CWebP", "CCodecs", "CJansson",
            ]),
        module("LaminaLoading", ["LaminaGeometry", "LaminaLock", "CSystem", "CCurl", "CSQLite"]),
        module("LaminaNode", ["LaminaGeometry", "LaminaMotion", "LaminaLayout", "LaminaLock"]),
        module("LaminaList", ["LaminaGeometry"]),
        module(
            "LaminaDisplay",
            [
                "LaminaNode", "LaminaDraw", "LaminaLoading", "LaminaText", "LaminaLayout", "LaminaGeometry",
                "LaminaLock", "CSystem",
            ]),
        module(
            "LaminaAnimation", ["LaminaDisplay", "LaminaMotion", "LaminaNode", "LaminaGeometry", "LaminaLock"]),
        module(
            "LaminaTemplate",
            [
                "LaminaDisplay", "LaminaNode", "LaminaDraw", "LaminaLoading", "LaminaText", "LaminaLayout",
                "LaminaGeometry",
                "LaminaLock", "CJansson",
            ]),
        module(
            "LaminaScroll",
            [
                "LaminaList", "LaminaAnimation", "LaminaMotion", "LaminaTemplate", "LaminaDisplay", "LaminaNode",
                "LaminaDraw",
                "LaminaGeometry", "LaminaLock",
            ]),
        module(
            "LaminaABI",
            [
                "LaminaScroll", "LaminaList",
                "LaminaTemplate", "LaminaAnimation", "LaminaMotion", "LaminaDisplay", "LaminaNode", "LaminaDraw",
                "LaminaLoading", "LaminaText", "LaminaLayout", "LaminaGeometry",
                "LaminaLock",
                "CLamina",
            ]),
        .target(
            name: "Lamina", dependencies: ["LaminaABI"], exclude: ["lamina.map"], swiftSettings: strict),

        tests("LaminaGeometry", ["LaminaGeometry"]),
        // Layout cases as data, for the tests and for `make fixtures`.
        .target(
            name: "LaminaFixtures", dependencies: ["LaminaLayout", "LaminaGeometry"], path: "Tests/LaminaFixtures",
            swiftSettings: [.swiftLanguageMode(.v6)]),
        // Cases of motion, lists and HTTP caches, and pictures with what they must become, as data, in the same way.
        .target(
            name: "LaminaMotionFixtures", dependencies: ["LaminaMotion", "LaminaGeometry"],
            path: "Tests/LaminaMotionFixtures", swiftSettings: [.swiftLanguageMode(.v6)]),
        .target(
            name: "LaminaListFixtures", dependencies: ["LaminaFixtures", "LaminaList", "LaminaGeometry"],
            path: "Tests/LaminaListFixtures", swiftSettings: [.swiftLanguageMode(.v6)]),
        .target(
            name: "LaminaCacheFixtures", dependencies: ["LaminaLoading"], path: "Tests/LaminaCacheFixtures",
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .target(
            name: "LaminaPictureFixtures", dependencies: ["LaminaDraw", "LaminaGeometry", "CIgzip"],
            path: "Tests/LaminaPictureFixtures", swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "fixtures",
            dependencies: [
                "LaminaFixtures", "LaminaMotionFixtures", "LaminaListFixtures", "LaminaCacheFixtures",
                "LaminaPictureFixtures",
            ],
            path: "Tests/FixtureRunner",
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "flex-bench", dependencies: ["LaminaLayout", "LaminaGeometry"], path: "Benchmarks/Flex",
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "list-bench", dependencies: ["LaminaList"], path: "Benchmarks/Lists",
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "draw-bench", dependencies: ["LaminaDraw", "LaminaGeometry", "CCairo"], path: "Benchmarks/Draw",
            swiftSettings: [.swiftLanguageMode(.v6)]),
        tests(
            "LaminaLoading", ["LaminaLoading", "LaminaGeometry", "LaminaLock", "LaminaCacheFixtures"],
            exclude: ["Fixtures"]),
        tests("LaminaLayout", ["LaminaLayout", "LaminaGeometry", "LaminaFixtures"], exclude: ["Fixtures"]),
        tests("LaminaMotion", ["LaminaMotion", "LaminaMotionFixtures", "LaminaGeometry"], exclude: ["Fixtures"]),
        tests("LaminaText", ["LaminaText", "LaminaLayout", "LaminaGeometry", "CPango", "CCairo"]),
        tests(
            "LaminaDraw",
            [
                "LaminaDraw", "LaminaText", "LaminaGeometry", "LaminaPictureFixtures", "CCairo", "CPango", "CPixman",
                "CTurboJPEG", "CWebP",
            ],
            exclude: ["Fixtures"]),
        tests(
            "LaminaList", ["LaminaList", "LaminaGeometry", "LaminaFixtures", "LaminaListFixtures"],
            exclude: ["Fixtures"]),
        tests("LaminaNode", ["LaminaNode", "LaminaLayout", "LaminaGeometry"]),
        tests(
            "LaminaDisplay",
            ["LaminaDisplay", "LaminaNode", "LaminaDraw", "LaminaText", "LaminaGeometry", "LaminaLock", "CCairo"]),
        tests("LaminaABI", ["LaminaABI", "CLamina"]),
    ]
)
package.targets.removeAll(where: unwanted)
