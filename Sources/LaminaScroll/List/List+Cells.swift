import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaList
import LaminaLock
import LaminaNode
import LaminaTemplate

/// Cells: which rows have one, what they show, and where.
extension List {
    /// Brings cells up to date with rows, offset and size.
    func update(in engine: Engine) {
        if isEnded || isAsking { return }
        adoptSize(in: engine)
        if size.width > 0 && size.height > 0 {
            mode = RangeMode.next(current: mode, isVisible: true, contentWasScrolled: wasScrolled, asked: nil)
            let ranges = RangeRows(
                extents: scroll.extents, offset: scroll.offset, view: scroll.view, mode: mode, tuning: tuning,
                isForward: isForward)
            dropCells(outside: ranges, in: engine)
            for row in wanted(ranges) where works < workLimit { start(row, isDrawn: true, in: engine) }
            if let preload = ranges.preload {
                for row in preload where works < workLimit && !scroll.extents.isMeasured(row) {
                    start(row, isDrawn: false, in: engine)
                }
            }
        }
        place(in: engine)
    }

    /// Enough that no worker waits for the owner thread.
    private var workLimit: Int { 8 + 8 * max(1, parts.threadCount) }

    /// Rows to be drawn: what is visible first, then what comes next.
    private func wanted(_ ranges: RangeRows) -> [Int] {
        let display = ranges.display.map(Array.init) ?? []
        return RangeRows.visitOrder(
            visible: ranges.visible.map(Array.init) ?? [], display: isForward ? display : display.reversed(),
            preload: [], previous: []
        ).flatMap { $0 }
    }

    private func dropCells(outside ranges: RangeRows, in engine: Engine) {
        guard let kept = ranges.preload ?? ranges.visible else { return }
        for (row, cell) in cells where !kept.contains(row) {
            cells[row] = nil
            drop(cell, in: engine)
        }
    }

    /// Lets go of what a cell has; its node shows nothing.
    func drop(_ cell: Cell, in engine: Engine) {
        cell.work?.operation?.cancel()
        if cell.work != nil {
            cell.work = nil
            works -= 1
        }
        cell.pictures?.all.cancel(parts.loader)
        cell.pictures = nil
        guard let node = cell.node else { return }
        cell.node = nil
        var discarded = Discarded()
        engine.context.nodes.withLock { store in
            if let index = store.find(node) { store.setContent(nil, of: index, &discarded) }
        }
        _ = consume discarded
        engine.setPresented([PresentedChange(node, Self.hidden)])
        nodes.give(node)
    }

    private static let hidden = PresentedValues(opacity: 0)

    // MARK: - Work

    private func start(_ row: Int, isDrawn: Bool, in engine: Engine) {
        let look = CellLook(version: rows[row].version, kind: rows[row].kind, form: form)
        let cell = cells[row] ?? Cell(row: row)
        if cell.settled == look && (!isDrawn || cell.drawn == look || cell.hasFailed) { return }
        if let work = cell.work {
            if work.look == look && (work.isDrawn || !isDrawn) { return }
            work.operation?.cancel()
            cell.work = nil
            works -= 1
        }
        if values == nil { return }
        cells[row] = cell
        do throws(LaminaError) {
            guard let painter = try painter(look.kind, in: engine) else { return }
            let source = try ask(row)
            if cell.pictures?.look != look {
                cell.pictures?.all.cancel(parts.loader)
                cell.pictures = (look, RowPictures(isAwaited: false))
            }
            let pictures = cell.pictures?.all ?? RowPictures(isAwaited: false)
            let work = CellWork(self, cell, look, painter, source, pictures, isDrawn: isDrawn)
            cell.work = work
            works += 1
            work.operation = try parts.post(work, priority: isDrawn ? 1 : 0)
        } catch {
            // What could not begin is not under way.
            if cell.work.take() != nil { works -= 1 }
            fail(cell, look, error, in: engine)
        }
    }

    /// Takes over what a worker made of a row.
    func finish(_ work: CellWork, cancelled: Bool, in engine: Engine) {
        let cell = work.cell
        guard cell.work === work else { return }
        cell.work = nil
        works -= 1
        switch work.result {
        case .drawn(let bitmap)? where !cancelled:
            show(bitmap, work.look, in: cell, in: engine)
            awaitPictures(of: work)
        case .measured(let height)? where !cancelled:
            cell.settled = work.look
            measure(cell.row, Double(height) / scale)
        case .failed(let error)? where !cancelled: fail(cell, work.look, error, in: engine)
        default: break
        }
        update(in: engine)
    }

    /// A row that was drawn without some of its pictures is drawn anew when they have come; until then it shows so.
    private func awaitPictures(of work: CellWork) {
        guard work.pictures.isWaiting, cells[work.cell.row] === work.cell else { return }
        let came = CellPictures(self, work.cell, work.look)
        let parts = parts
        work.pictures.load(parts.loader) { _ = try? parts.post(came) }
    }

    func picturesCame(_ cell: Cell, _ look: CellLook, in engine: Engine) {
        guard cells[cell.row] === cell, cell.pictures?.look == look, cell.drawn == look else { return }
        cell.drawn = nil
        cell.settled = nil
        update(in: engine)
    }

    private func fail(_ cell: Cell, _ look: CellLook, _ error: LaminaError, in engine: Engine) {
        cell.settled = look
        cell.hasFailed = true
        engine.note(level: 2, "row \(cell.row) of a list cannot be shown: \(error.message)")
    }

    private func measure(_ row: Int, _ length: Double) {
        if scroll.extents.isMeasured(row) && scroll.extents.length(row) == length { return }
        scroll.measure([(index: row, length: length)])
        restartMotion()
    }

    private func show(_ bitmap: Bitmap, _ look: CellLook, in cell: Cell, in engine: Engine) {
        cell.bitmap = bitmap
        cell.drawn = look
        cell.settled = look
        cell.hasFailed = false
        measure(cell.row, Double(bitmap.height) / scale)
        let isNew = cell.node == nil
        guard let node = cell.node ?? takeNode(in: engine) else { return }
        cell.node = node
        if isNew { cell.y = .nan }
        var options = ImageOptions()
        options.scale = scale
        options.gravity = .topLeft
        let content = ImageContent(SharedImage(bitmap), options)
        let size = Size(width: Double(bitmap.width) / scale, height: Double(bitmap.height) / scale)
        var discarded = Discarded()
        engine.context.nodes.withLock { store in
            guard let index = store.find(node) else { return }
            store.setFrame(Rect(origin: .zero, size: size), of: index)
            store.setContent(content, of: index, &discarded)
        }
        _ = consume discarded
    }

    // MARK: - Nodes

    private func takeNode(in engine: Engine) -> NodeID? {
        if let node = nodes.take() { return node }
        var discarded = Discarded()
        let made = engine.context.nodes.withLock { store -> [NodeID] in
            var made: [NodeID] = []
            guard let parent = store.find(self.node) else { return made }
            for _ in 0..<CellNodes.step {
                guard let id = store.create(isText: false, content: nil), let index = store.find(id) else { break }
                // The picture is there: showing it costs nothing.
                store.set(.drawsAtOnce, to: true, of: index)
                guard (try? store.add(index, to: parent, &discarded)) != nil else { break }
                made.append(id)
            }
            return made
        }
        _ = consume discarded
        engine.setPresented(made.map { PresentedChange($0, Self.hidden) })
        nodes.add(made)
        return nodes.take()
    }

    /// Presents cells and offset where they are now.
    func place(in engine: Engine) {
        rebase()
        var changes: [PresentedChange] = []
        for cell in cells.values {
            guard let node = cell.node, let bitmap = cell.bitmap else { continue }
            let y = scroll.extents.top(cell.row) - base
            if y == cell.y && cell.placed === bitmap { continue }
            var values = PresentedValues(
                position: Point(x: Double(bitmap.width) / scale / 2, y: y + Double(bitmap.height) / scale / 2))
            values.fields.insert(.opacity)
            changes.append(PresentedChange(node, values))
            cell.y = y
            cell.placed = bitmap
        }
        let origin = scroll.offset - base
        if origin != lastOrigin {
            lastOrigin = origin
            changes.append(PresentedChange(node, PresentedValues(boundsOrigin: Point(x: 0, y: origin))))
        }
        engine.setPresented(changes)
    }

    /// Chooses what stands at 0 so that what is visible and stays moves by nothing: its pixels are those of before.
    private func rebase() {
        let limit = 1e6
        let visible = scroll.extents.rows(from: scroll.offset, to: scroll.offset + scroll.view)
        for row in visible ?? 0..<0 {
            guard let cell = cells[row], cell.node != nil, !cell.y.isNaN else { continue }
            let kept = scroll.extents.top(row) - cell.y
            if abs(scroll.offset - kept) < limit {
                base = kept
                return
            }
        }
        if abs(scroll.offset - base) >= limit || visible == nil {
            base = (scroll.offset * scale).rounded() / scale
            for cell in cells.values { cell.y = .nan }
        }
    }

    // MARK: - Size

    /// After a layout.
    func takeSize(in engine: Engine) {
        if isEnded { return }
        guard let shown = engine.shownSize(of: node), shown.size != size || shown.scale != scale else { return }
        update(in: engine)
    }

    func adoptSize(in engine: Engine) {
        guard let shown = engine.shownSize(of: node) else { return }
        if shown.size.width != size.width || shown.scale != scale {
            // What was measured is a guess now; pictures stay until there are others.
            painters = [:]
            form += 1
            scroll.forgetMeasurements()
        }
        scale = shown.scale
        size = shown.size
        if size.height != scroll.view { scroll.resize(view: size.height) }
    }
}
