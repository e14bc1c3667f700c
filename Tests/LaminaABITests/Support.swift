import CLamina
import Glibc
import LaminaABI
import Testing

/// A context for one test, with the text fonts that every machine of ours has. Close it on the thread that made it.
final class Lamina {
    typealias Context = UnsafeMutablePointer<lamina_context>
    typealias Node = UnsafeMutablePointer<lamina_node>
    typealias Spec = UnsafeMutablePointer<lamina_spec>
    typealias Text = UnsafeMutablePointer<lamina_text>

    let context: Context

    init(threads: Int32 = 1) throws {
        var options = defaultContextOptions()
        options.thread_count = threads
        var made: Context?
        try "DejaVu Sans".withCString { family in
            options.font_family = family
            try ok(lamina_context_create(&options, &made))
        }
        context = try #require(made)
    }

    func close() { lamina_context_release(context) }

    func node() throws -> Node {
        var node: Node?
        try ok(lamina_node_create(context, &node))
        return try #require(node)
    }

    func text(_ string: String) throws -> Text {
        var text: Text?
        try ok(lamina_text_create(context, string, -1, nil, &text))
        return try #require(text)
    }

    func textNode(_ string: String) throws -> Node {
        let text = try text(string)
        var node: Node?
        try ok(lamina_node_create_text(context, text, &node))
        lamina_text_release(text)
        return try #require(node)
    }

    func column(_ children: [UnsafeMutableRawPointer?], spacing: Double = 0) throws -> Spec {
        var options = lamina_stack_options()
        options.struct_size = MemoryLayout<lamina_stack_options>.size
        options.axis = .LAMINA_AXIS_VERTICAL
        options.spacing = spacing
        var spec: Spec?
        try ok(lamina_spec_create_stack(context, &options, nil, children, children.count, &spec))
        return try #require(spec)
    }
}

/// What LAMINA_CONTEXT_OPTIONS_INIT gives in C; macros of that shape do not reach Swift.
func defaultContextOptions() -> lamina_context_options {
    var options = lamina_context_options()
    options.struct_size = MemoryLayout<lamina_context_options>.size
    options.thread_count = -1
    return options
}

struct UnexpectedStatus: Error { let name: String, message: String }

/// Throws unless the call succeeded.
func ok(_ status: lamina_status) throws {
    if status == .LAMINA_OK { return }
    throw UnexpectedStatus(name: String(cString: lamina_status_name(status)), message: lastError())
}

func lastError() -> String { String(cString: lamina_last_error()) }

/// Counts how often a destroy notify ran.
final class DestroyCount {
    private let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    init() { count.initialize(to: 0) }
    deinit { count.deallocate() }
    var value: Int { count.pointee }
    var userData: UnsafeMutableRawPointer { UnsafeMutableRawPointer(count) }
    static let notify: lamina_destroy_fn = { $0!.assumingMemoryBound(to: Int.self).pointee += 1 }
}

/// Whether the tests run under a sanitizer, which takes ten times as long.
let isSanitized = getenv("LAMINA_SANITIZER").map { $0.pointee != 0 } ?? false
