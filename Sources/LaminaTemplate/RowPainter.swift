public import LaminaDisplay
public import LaminaDraw
public import LaminaGeometry
public import LaminaNode
import LaminaText

/// Which files rows name pictures in.
public struct RowFiles: Sendable {
    /// The base of paths; nil if no files are read.
    public var folder: String?
    /// Whether paths may lead out of the folder, and URLs may be of files.
    public var allowsOutside: Bool

    public init(folder: String? = nil, allowsOutside: Bool = false) {
        (self.folder, self.allowsOutside) = (folder, allowsOutside)
    }
}

/// Measures and draws rows of a template in some room, one at a time on any worker: for cells of lists.
public final class RowPainter: Sendable {
    private let forms: RowForms
    private let parts: EngineParts
    private let background: Color
    private let limits: WorkLimits
    public let template: Template

    public init(
        _ template: Template, room: RowRoom, scale: Double, isRightToLeft: Bool, traits: ResolvedTraits,
        parts: EngineParts, _ files: RowFiles = RowFiles()
    ) throws(LaminaError) {
        limits = parts.limits
        let files = TemplateImage.Files(
            folder: files.folder, allowsOutside: files.allowsOutside, limits: limits, traits: traits)
        forms = try RowForms(template, room: room, scale: scale, isRightToLeft: isRightToLeft, files: files)
        self.template = template
        self.parts = parts
        background = template.background
    }

    /// The size of a row in pixels. Of `pictures` those show that are there, and the others are noted.
    public func measure(
        _ source: RowSource, _ pictures: RowPictures, on worker: Worker, as operation: Operation?
    ) throws(LaminaError) -> (width: Int, height: Int) {
        begin(worker, operation)
        let (form, values) = try forms.prepare(source)
        try RowStop.check(worker)
        let bounds = try form.measure(values, on: worker, of: parts, pictures)
        return (bounds.width, bounds.height)
    }

    public func draw(
        _ source: RowSource, _ pictures: RowPictures, on worker: Worker, as operation: Operation
    ) throws(LaminaError) -> Bitmap {
        begin(worker, operation)
        let (form, values) = try forms.prepare(source)
        try RowStop.check(worker)
        return try form.draw(
            values, background: background, mayBeEmpty: true, on: worker, of: parts, as: operation, pictures)
    }

    private func begin(_ worker: Worker, _ operation: Operation?) {
        worker.brake.begin(operation.map { RowStop($0, microseconds: limits.rowMicroseconds) })
    }
}
