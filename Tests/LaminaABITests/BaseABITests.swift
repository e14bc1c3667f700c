import CLamina
import Glibc
import LaminaABI
import Testing

@Suite struct BaseABITests {
    @Test func versions() {
        let version = lamina_version()
        #expect(version == UInt32(LAMINA_VERSION_MAJOR << 16 | LAMINA_VERSION_MINOR << 8 | LAMINA_VERSION_PATCH))
        #expect(lamina_is_compatible(version))
        #expect(lamina_is_compatible(0))
        #expect(!lamina_is_compatible(version + 1), "a library older than the header")
        #expect(!lamina_is_compatible(version + 1 << 16), "another major version")
    }

    @Test func onlyANewerHeaderOfTheSameMajorVersionIsTooNew() {
        func version(_ major: UInt32, _ minor: UInt32, _ patch: UInt32) -> UInt32 { major << 16 | minor << 8 | patch }
        for major in UInt32(0)...2 {
            let library = version(major, 3, 1)
            #expect(isCompatible(header: version(major, 3, 1), library: library))
            #expect(isCompatible(header: version(major, 0, 9), library: library))
            #expect(!isCompatible(header: version(major, 3, 2), library: library), "\(major).3.2 with \(major).3.1")
            #expect(!isCompatible(header: version(major, 4, 0), library: library), "\(major).4.0 with \(major).3.1")
            #expect(!isCompatible(header: version(major + 1, 0, 0), library: library))
        }
        #expect(!isCompatible(header: version(0, 9, 0), library: version(1, 0, 0)), "another soname")
    }

    @Test func everyStatusHasItsName() {
        #expect(String(cString: lamina_status_name(.LAMINA_OK)) == "LAMINA_OK")
        for raw in UInt32(1)...13 {
            let name = String(cString: lamina_status_name(lamina_status(rawValue: raw)!))
            #expect(name.hasPrefix("LAMINA_ERROR_") && name != "LAMINA_ERROR_UNKNOWN", "\(raw)")
        }
        #expect(String(cString: lamina_status_name(lamina_status(rawValue: 99)!)) == "LAMINA_ERROR_UNKNOWN")
    }

    /// Each thread has its own sentence, and "" before its first failure.
    @Test func lastErrorBelongsToTheThread() throws {
        #expect(lamina_node_set_opacity(nil, 1) == .LAMINA_ERROR_INVALID_HANDLE)
        #expect(lastError() == "node is NULL; a lamina_node is needed")
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { _ in
                lamina_last_error().pointee == 0 ? nil : UnsafeMutableRawPointer(bitPattern: 1)
            }, nil)
        var result: UnsafeMutableRawPointer?
        pthread_join(thread, &result)
        #expect(result == nil)
        #expect(lastError() == "node is NULL; a lamina_node is needed")
    }
}

@Suite struct HandleTests {
    @Test func aHandleIsNoAddress() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let bits = UInt(bitPattern: try lamina.node())
        #expect(bits >> 62 == 0b10)
    }

    @Test func staleHandlesAreRefused() throws {
        let lamina = try Lamina()
        let node = try lamina.node()
        lamina_node_release(node)
        #expect(lamina_node_set_opacity(node, 0.5) == .LAMINA_ERROR_INVALID_HANDLE)
        #expect(lastError().contains("no longer exists"))
        let next = try lamina.node()
        #expect(next != node, "the place is used again, under another handle")
        #expect(lamina_node_set_opacity(node, 0.5) == .LAMINA_ERROR_INVALID_HANDLE)
        lamina.close()
        #expect(lamina_node_set_opacity(next, 0.5) == .LAMINA_ERROR_INVALID_HANDLE)
        #expect(lamina_context_process(lamina.context, 0) == .LAMINA_ERROR_INVALID_HANDLE)
    }

    /// A place for a context is used again; what it held before stays unknown.
    @Test func handlesOfAnEarlierContextAreRefused() throws {
        var old: [Lamina.Node] = []
        for _ in 0..<50 {
            let lamina = try Lamina(threads: 0)
            for node in old { #expect(lamina_node_set_opacity(node, 1) == .LAMINA_ERROR_INVALID_HANDLE) }
            old.append(try lamina.node())
            lamina.close()
        }
    }

    @Test func kindsAndContextsAreToldApart() throws {
        let lamina = try Lamina()
        let other = try Lamina()
        defer {
            lamina.close()
            other.close()
        }
        let text = try lamina.text("x")
        let asNode = UnsafeMutableRawPointer(text).assumingMemoryBound(to: lamina_node.self)
        #expect(lamina_node_set_opacity(asNode, 1) == .LAMINA_ERROR_INVALID_HANDLE)
        #expect(lastError() == "node is a lamina_text; a lamina_node is needed")
        let node = try lamina.node()
        let foreign = try other.node()
        #expect(lamina_node_add_child(node, foreign) == .LAMINA_ERROR_FOREIGN_CONTEXT)
        #expect(lamina_node_get_child_count(node) == 0)
        var spec: Lamina.Spec?
        #expect(
            lamina_spec_create_ratio(lamina.context, 1, nil, UnsafeMutableRawPointer(foreign), &spec)
                == .LAMINA_ERROR_FOREIGN_CONTEXT)
        #expect(spec == nil)
    }

    @Test func releasingTooOftenHarmsNobody() throws {
        let lamina = try Lamina()
        defer { lamina.close() }
        let parent = try lamina.node()
        let child = try lamina.node()
        try ok(lamina_node_add_child(parent, child))
        for _ in 0..<5 { lamina_node_release(child) }
        #expect(lamina_node_get_child_count(parent) == 1)
        #expect(lamina_node_get_child_index(parent, child) == 0)
    }
}
