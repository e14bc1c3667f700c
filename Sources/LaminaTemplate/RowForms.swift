import LaminaGeometry
import LaminaLock

/// The lengths that rows have in place of those of their template; nil leaves those.
public struct RowRoom: Hashable, Sendable {
    public var width: Double?
    public var height: Double?

    public init(width: Double? = nil, height: Double? = nil) {
        self.width = width
        self.height = height
    }
}

/// The forms in which the rows of a job are drawn: one, or one for each shape of a template that grows with its rows.
final class RowForms: Sendable {
    /// A form with its slots.
    struct Form: Sendable {
        let form: TemplateForm
        fileprivate let titles: [String]
        fileprivate let paths: [RowPath]
        /// Elements, as it counts for what is kept.
        fileprivate let size: Int
    }

    private let template: Template
    private let room: RowRoom
    private let scale: Double
    private let isRightToLeft: Bool
    private let files: TemplateImage.Files
    private let fixed: TemplateForm?
    private let known = Locked<Known>(.leaf, Known())

    private struct Known {
        var forms: [GrowingTree.Shape: Form] = [:]
        var size = 0
    }

    /// Elements of the forms that are kept for further rows.
    private static let keptElements = 100_000
    private static let keptForms = 256

    init(
        _ template: Template, room: RowRoom = RowRoom(), scale: Double, isRightToLeft: Bool, files: TemplateImage.Files
    ) throws(LaminaError) {
        self.template = template
        self.room = room
        self.scale = scale
        self.isRightToLeft = isRightToLeft
        self.files = files
        fixed =
            template.growth == nil
            ? try TemplateForm(template, room: room, scale: scale, isRightToLeft: isRightToLeft, files: files) : nil
    }

    /// The form for a row, and the values of its slots.
    func prepare(_ source: RowSource) throws(LaminaError) -> (form: TemplateForm, values: [TemplateValue?]) {
        if let fixed {
            switch source {
            case .values(let given): return (fixed, given)
            case .json(let bytes): return (fixed, try template.values(json: bytes, files.limits))
            }
        }
        guard let growth = template.growth else { preconditionFailure("a template without growth has one form") }
        let row: RowData
        switch source {
        case .values(let given): row = RowData(given, of: template.slots, defaults: template.growingDefaults)
        case .json(let bytes): row = try RowData(json: bytes, defaults: template.growingDefaults)
        }
        let shape = try growth.shape(of: row, files.limits)
        let found = known.withLock { $0.forms[shape] }
        let form: Form
        if let found { form = found } else { form = try makeForm(growth, shape) }
        var values: [TemplateValue?] = []
        values.reserveCapacity(form.paths.count)
        for (title, path) in zip(form.titles, form.paths) {
            values.append(try row.value(path, title, files.limits))
        }
        return (form.form, values)
    }

    private func makeForm(_ growth: GrowingTree, _ shape: GrowingTree.Shape) throws(LaminaError) -> Form {
        let (root, paths) = growth.written(shape)
        let written = try Template(root, of: template, paths, limits: files.limits)
        let form = Form(
            form: try TemplateForm(written, room: room, scale: scale, isRightToLeft: isRightToLeft, files: files),
            titles: written.slots,
            paths: written.slots.map { paths[$0] ?? RowPath(name: $0, steps: [.member($0)]) }, size: written.size)
        // Those that were known before end outside of the lock: they hold bitmaps.
        let dropped = known.withLock { known -> [GrowingTree.Shape: Form] in
            var dropped: [GrowingTree.Shape: Form] = [:]
            if known.size + form.size > Self.keptElements || known.forms.count >= Self.keptForms {
                swap(&dropped, &known.forms)
                known.size = 0
            }
            if form.size <= Self.keptElements && known.forms.updateValue(form, forKey: shape) == nil {
                known.size += form.size
            }
            return dropped
        }
        withExtendedLifetime(dropped) {}
        return form
    }
}
