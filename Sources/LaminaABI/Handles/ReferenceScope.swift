import CLamina
import Glibc
import LaminaDisplay
import LaminaGeometry
import Synchronization

/// Scopes that are open on a thread, and the references that were handed out there since.
@safe enum ReferenceScope {
    private struct Scope {
        let context: Handle
        var handles: [Handle] = []
    }

    /// The innermost last. Only its own thread touches it.
    private final class Scopes {
        var open: [Scope] = []
        deinit { ReferenceScope.openCount.subtract(open.count, ordering: .relaxed) }
    }

    private static let limit = 1000
    /// How many are open on all threads. While there is none, handing out costs one look at this.
    private static let openCount = Atomic<Int>(0)

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key) { scopes in
            if let scopes = unsafe scopes { unsafe Unmanaged<Scopes>.fromOpaque(scopes).release() }
        }
        return key
    }()

    /// Those of this thread; nil before the first.
    private static var current: Scopes? {
        unsafe pthread_getspecific(key).map { unsafe Unmanaged<Scopes>.fromOpaque($0).takeUnretainedValue() }
    }

    static func begin(_ context: Handle) throws(LaminaError) {
        let scopes: Scopes
        if let current {
            scopes = current
        } else {
            scopes = Scopes()
            unsafe pthread_setspecific(key, Unmanaged.passRetained(scopes).toOpaque())
        }
        // Those of contexts that ended with a scope open.
        scopes.open.removeAll { scope in
            let isOver = ContextTable.shared.place(scope.context.contextNumber)?.generation != scope.context.generation
            if isOver { openCount.subtract(1, ordering: .relaxed) }
            return isOver
        }
        guard scopes.open.count < limit else {
            throw LaminaError(
                .invalidState, "\(limit) scopes are open on this thread, which is the limit: each must be ended"
            )
        }
        scopes.open.append(Scope(context: context))
        openCount.add(1, ordering: .relaxed)
    }

    /// Ends the innermost scope of a context and hands out its references; nil when there is none.
    static func end(_ context: Handle) -> [Handle]? {
        guard let scopes = current, let place = scopes.open.lastIndex(where: { $0.context.bits == context.bits }) else {
            return nil
        }
        openCount.subtract(1, ordering: .relaxed)
        return scopes.open.remove(at: place).handles
    }

    /// A reference was handed out to this thread.
    @inline(__always)
    static func note(_ handle: Handle) {
        if openCount.load(ordering: .relaxed) > 0 { noteInScope(handle) }
    }

    @inline(never)
    private static func noteInScope(_ handle: Handle) {
        guard handle.kind != .context, let scopes = current,
            let place = scopes.open.lastIndex(where: { $0.context.contextNumber == handle.contextNumber })
        else { return }
        scopes.open[place].handles.append(handle)
    }

    /// Gives back what was handed out. What the host has released since is refused, which does no harm.
    static func release(_ handle: Handle) {
        switch handle.kind {
        case .node: unsafe lamina_node_release(handle.pointer())
        case .spec: unsafe lamina_spec_release(handle.pointer())
        case .layout: unsafe lamina_layout_release(handle.pointer())
        case .text: unsafe lamina_text_release(handle.pointer())
        case .textBuilder: unsafe lamina_text_builder_release(handle.pointer())
        case .surface: unsafe lamina_surface_release(handle.pointer())
        case .transaction: unsafe lamina_transaction_release(handle.pointer())
        case .textLayout: unsafe lamina_text_layout_release(handle.pointer())
        case .template: unsafe lamina_template_release(handle.pointer())
        case .job: unsafe lamina_job_release(handle.pointer())
        case .list: unsafe lamina_list_release(handle.pointer())
        case .drawing: unsafe lamina_drawing_release(handle.pointer())
        case .image: unsafe lamina_image_release(handle.pointer())
        // Contexts are no part of themselves; the others are lent, or come in a struct.
        case .context, .canvas, .layoutPass, .picture, nil: break
        }
    }
}
