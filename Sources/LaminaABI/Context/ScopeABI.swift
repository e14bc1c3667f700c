public import CLamina
import LaminaGeometry

@implementation @_cdecl("lamina_context_begin_scope")
public func lamina_context_begin_scope(_ context: UnsafeMutablePointer<lamina_context>?) -> lamina_status {
    status { () throws(LaminaError) in
        _ = try ContextHandle.open(context)
        try ReferenceScope.begin(context.handle())
    }
}

@implementation @_cdecl("lamina_context_end_scope")
public func lamina_context_end_scope(_ context: UnsafeMutablePointer<lamina_context>?) -> lamina_status {
    status { () throws(LaminaError) in
        // Without a context there is nothing to release any more, and the scope must not stay behind.
        let handles = ReferenceScope.end(context.handle())
        _ = try ContextHandle.open(context)
        guard let handles else {
            throw LaminaError(
                .invalidState,
                "this thread has no open scope of the context: a scope ends on the thread that began it"
            )
        }
        // The newest first, as a program releases what it made.
        for handle in handles.reversed() { ReferenceScope.release(handle) }
    }
}
