import CLamina
import LaminaGeometry
import LaminaLayout

// The settings of specs as they come from C. Which there are, and what they may be, `Spec.descriptors` says.

/// Where C keeps the settings of one kind of spec.
struct SpecPlaces: Sendable {
    let descriptor: SpecDescriptor
    /// Where each field stands: in a struct of options that has nothing else, in this order, or in a tree record.
    fileprivate let fields: [(place: Int, size: Int)]
    /// Where a tree record points to the options, and their size; nil for fields of the record itself.
    fileprivate let options: (place: Int, size: Int)?

    private static let all = Spec.descriptors.map(SpecPlaces.init)

    /// The fields of lamina_tree_record that are settings of specs.
    private static let recordFields: [String: Int?] = [
        "insets": MemoryLayout<lamina_tree_record>.offset(of: \.insets),
        "ratio": MemoryLayout<lamina_tree_record>.offset(of: \.ratio),
        "centering": MemoryLayout<lamina_tree_record>.offset(of: \.centering),
        "sizing": MemoryLayout<lamina_tree_record>.offset(of: \.sizing),
        "horizontal": MemoryLayout<lamina_tree_record>.offset(of: \.horizontal),
        "vertical": MemoryLayout<lamina_tree_record>.offset(of: \.vertical),
        "absolute_sizing": MemoryLayout<lamina_tree_record>.offset(of: \.absolute_sizing),
    ]

    /// Those that point to the options of the spec of this name.
    private static let recordOptions: [String: Int?] = [
        "stack": MemoryLayout<lamina_tree_record>.offset(of: \.stack),
        "corner": MemoryLayout<lamina_tree_record>.offset(of: \.corner),
    ]

    private init(_ descriptor: SpecDescriptor) {
        self.descriptor = descriptor
        let pointer = Self.recordOptions[descriptor.name] ?? nil
        var end = MemoryLayout<Int>.size  // behind struct_size
        fields = descriptor.fields.map { field in
            let (size, alignment) = field.kind.layout
            end = (end + alignment - 1) / alignment * alignment + size
            if pointer != nil { return (end - size, size) }
            guard let place = Self.recordFields[field.recordName] ?? nil else {
                preconditionFailure(
                    "lamina_tree_record has no field \(field.recordName), which \(descriptor.name) needs")
            }
            return (place, size)
        }
        options = pointer.map { ($0, (end + 7) & ~7) }
    }

    /// The kinds of specs follow those of nodes.
    static func of(_ kind: lamina_tree_kind) throws(LaminaError) -> SpecPlaces {
        let index = Int(kind.rawValue) - Int(lamina_tree_kind.LAMINA_TREE_KIND_STACK.rawValue)
        if all.indices.contains(index) { return all[index] }
        throw Check.unknown(kind, "kind")
    }

    /// The spec whose settings are `values`, one for each field.
    func spec(_ values: [SpecValue]) throws(LaminaError) -> Spec {
        try descriptor.spec { (index) throws(LaminaError) in
            try descriptor.fields[index].check(values[index])
            return values[index]
        }
    }

    /// The spec that a tree record describes.
    @safe func spec(_ record: lamina_tree_record) throws(LaminaError) -> Spec {
        try unsafe withUnsafePointer(to: record) { (pointer) throws(LaminaError) in
            let record = unsafe UnsafeRawPointer(pointer)
            guard let options else { return try unsafe read(record, MemoryLayout<lamina_tree_record>.size, "") }
            return try unsafe spec(
                rawOptions: record.loadUnaligned(fromByteOffset: options.place, as: UnsafeRawPointer?.self))
        }
    }

    /// The spec of a struct of options; NULL means the defaults.
    @safe func spec<Options>(options: UnsafePointer<Options>?) throws(LaminaError) -> Spec {
        try unsafe spec(rawOptions: UnsafeRawPointer(options))
    }

    @safe private func spec(rawOptions options: UnsafeRawPointer?) throws(LaminaError) -> Spec {
        guard let given = unsafe options else { return try descriptor.spec { _ in nil } }
        let size = try structSize(given, of: self.options?.size ?? 0, "options")
        return try unsafe read(given, size & ~7, "options->")
    }

    /// Fields that end behind `size` were not there yet when the caller was compiled.
    private func read(_ base: UnsafeRawPointer, _ size: Int, _ owner: StaticString) throws(LaminaError) -> Spec {
        try descriptor.spec { (index) throws(LaminaError) in
            let field = fields[index]
            if field.place + field.size > size { return nil }
            let value = unsafe descriptor.fields[index].kind.load(base + field.place)
            try descriptor.fields[index].check(value, owner)
            return value
        }
    }
}

extension SpecField.Kind {
    /// Size and alignment of such a field in C.
    fileprivate var layout: (size: Int, alignment: Int) {
        switch self {
        case .number: (MemoryLayout<Double>.size, MemoryLayout<Double>.alignment)
        case .flag: (MemoryLayout<Bool>.size, MemoryLayout<Bool>.alignment)
        case .insets: (MemoryLayout<lamina_insets>.size, MemoryLayout<lamina_insets>.alignment)
        case .point: (MemoryLayout<lamina_point>.size, MemoryLayout<lamina_point>.alignment)
        case .keyword: (MemoryLayout<UInt32>.size, MemoryLayout<UInt32>.alignment)
        }
    }

    fileprivate func load(_ place: UnsafeRawPointer) -> SpecValue {
        switch self {
        case .number: .number(unsafe place.loadUnaligned(as: Double.self))
        case .flag: .flag(unsafe place.loadUnaligned(as: UInt8.self) != 0)
        case .insets: .insets(unsafe EdgeInsets(place.loadUnaligned(as: lamina_insets.self)))
        case .point:
            .point(
                Point(
                    x: unsafe place.loadUnaligned(as: Double.self),
                    y: unsafe place.loadUnaligned(fromByteOffset: 8, as: Double.self)))
        case .keyword: .keyword(Int(unsafe place.loadUnaligned(as: UInt32.self)))
        }
    }
}

extension EdgeInsets {
    init(_ insets: lamina_insets) {
        self.init(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
    }
}

/// An enum of C as the value of a field, which checks it.
func keyword(_ given: some RawRepresentable<UInt32>) -> SpecValue { .keyword(Int(given.rawValue)) }

/// A keyword that is an argument by itself.
func keyword<Value: Keyword>(
    _ given: some RawRepresentable<UInt32>, _ argument: StaticString
) throws(LaminaError) -> Value {
    guard let value = Value(number: Int(given.rawValue)) else { throw Check.unknown(given, argument) }
    return value
}

/// An inset that is an argument by itself: finite or infinite.
func inset(_ value: Double, _ argument: StaticString) throws(LaminaError) -> Double {
    value == .infinity ? value : try Check.finite(value, argument)
}
