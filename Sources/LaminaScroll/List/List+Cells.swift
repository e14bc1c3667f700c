import LaminaAnimation
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaList
import LaminaLock
import LaminaNode
import LaminaTemplate

/// Cells: which rows have one, and what it shows.
extension List {
    /// Brings cells up to date with rows, offset and size.
    func update(in engine: Engine) {
        // A context that ends begins nothing any more, and asks for nothing.
        if isEnded || isAsking || engine.context.isClosing { return }
        isUpdateDue = false
        adoptSize(in: engine)
        if size.width > 0 && size.height > 0 {
            pinHeader()
            let ranges = takeRangeRows()
            dropFarCells(in: engine)
            dropCells(outside: ranges, in: engine)
            start(wanted(ranges), in: engine)
            startAhead(ranges, in: engine)
            showPlaceholders(ranges.visibleRows, in: engine)
            setStates(ranges, in: engine)
            prioritisePictures()
            events.note(ranges, of: rows, from: self)
            checkFetching()
            updateIndex(in: engine)
        }
        place(in: engine)
    }

    /// Not while other rows are on their way: hosts would be asked for those of before by their numbers.
    private var canStart: Bool {
        updates.diff == nil && works < workLimit && startsInTurn < Self.mostStarts && !isReleased
    }

    /// Rows that are begun in a turn: far more than a view has. A host that changes the list each time it is
    /// called back would keep a turn for ever.
    static let mostStarts = 500

    /// A turn is over; what it left is begun in the next one.
    func endTurn() {
        let isCut = startsInTurn >= Self.mostStarts
        startsInTurn = 0
        guard isCut else { return }
        _ = try? parts.post { [weak self] in
            if let self, let engine = self.scrolling?.engine { self.update(in: engine) }
        }
    }

    /// Enough that no worker waits for the owner thread.
    var workLimit: Int { 8 + 8 * max(1, parts.threadCount) }

    /// Lets go of what a cell has; its node shows nothing. `way`: how it leaves the view in a change.
    func drop(_ cell: Cell, way: Point? = nil, in engine: Engine) {
        cancelWork(of: cell, in: engine)
        cell.pictures?.all.cancel(parts.loader)
        (cell.pictures, cell.awaitsPictures) = (nil, false)
        if leavesLater(cell, way: way, in: engine) { return }
        clear(cell, isLeaving: false, in: engine)
    }

    /// Takes its node from a cell. `isLeaving`: what is shown of it stays for a while.
    func clear(_ cell: Cell, isLeaving: Bool, in engine: Engine) {
        clearLine(of: cell, in: engine)
        if let under = cell.under.take() { clearPicture(under, in: engine) }
        guard let node = cell.node.take() else { return }
        if !isLeaving && cell.isAnimated { engine.animator.stop(node, in: engine) }
        if cell.isTree { return retire(node, cell, in: engine) }
        (cell.isHidden, cell.isAnimated) = (true, false)
        if isLeaving { remove(node, from: &nodes, in: engine) } else { clearPicture(node, in: engine) }
    }

    /// A node of a picture shows nothing any more.
    func clearPicture(_ node: NodeID, in engine: Engine) {
        var discarded = Discarded()
        engine.context.nodes.withLock { store in
            guard let index = store.find(node) else { return }
            store.setContent(nil, of: index, &discarded)
            store.changePlaceholder(of: index, &discarded) { $0 = nil }
        }
        _ = consume discarded
        engine.setPresented([PresentedChange(node, Self.hidden)])
        nodes.give(node)
    }

    /// A node of which what is shown stays for a while.
    func remove(_ node: NodeID, from pool: inout PictureNodes, in engine: Engine) {
        var discarded = Discarded()
        engine.context.nodes.withLock { store in
            guard let index = store.find(node) else { return }
            store.remove(index, &discarded)
            _ = store.release(index, &discarded)
        }
        _ = consume discarded
        pool.forget(node)
    }

    static let hidden = PresentedValues(opacity: 0)

    func cancelWork(of cell: Cell, in engine: Engine) {
        guard let work = cell.work else { return }
        work.operation?.cancel()
        cell.work = nil
        works -= 1
    }

    // MARK: - Work

    private func look(of row: Row, _ cell: Cell, _ constraint: RowLayout.Constraint) -> CellLook {
        // Trees follow by themselves.
        CellLook(
            identity: row.identity, version: row.version, kind: row.kind, form: form,
            surroundings: forms.isTree(row.kind) ? 0 : surroundingsCount, reload: cell.reload,
            marks: selection.marks(row.identity), constraint: constraint)
    }

    func start(_ rows: [Int], isDrawn: Bool = true, in engine: Engine) {
        for (row, constraint) in zip(rows, scroll.extents.constraints(rows)) where canStart {
            start(row, constraint, isDrawn: isDrawn, in: engine)
        }
    }

    private func start(_ row: Int, _ constraint: RowLayout.Constraint, isDrawn: Bool, in engine: Engine) {
        let cell = cells[row] ?? Cell(row: row)
        let look = look(of: rows[row], cell, constraint)
        if cell.settled == look && (!isDrawn || cell.drawn == look || cell.hasFailed) { return }
        if let work = cell.work, work.look == look, work.isDrawn || !isDrawn { return }
        if rows[row].role == .start { return settleStart(row, cell, look) }
        if !scroll.extents.hasPlace(row) || (emptyRows >= Self.mostEmpty && !scroll.extents.isMeasured(row)) { return }
        guard let form = forms[look.kind] else { return noteUnshown(look.kind, in: engine) }
        if case .template = form, values == nil { return noteUnshown(look.kind, in: engine) }
        cancelWork(of: cell, in: engine)
        cells[row] = cell
        startsInTurn += 1
        do throws(LaminaError) {
            let work = try makeWork(cell, look, form, isDrawn: isDrawn, in: engine)
            cell.work = work
            works += 1
            work.operation = try parts.post(work, priority: isDrawn ? 1 : 0)
        } catch {
            // What could not begin is not under way.
            if cell.work.take() != nil { works -= 1 }
            fail(cell, look, error, in: engine)
        }
    }

    /// Nobody says what rows of a kind show: the log says so once.
    private func noteUnshown(_ kind: UInt16, in engine: Engine) {
        if !forms.unshown.insert(kind).inserted { return }
        let missing = forms[kind] == nil ? "a template or a cell callback for kind \(kind)" : "a values callback"
        note("rows of \(title(in: engine)) stay empty: it has not got \(missing)", in: engine)
    }

    private func makeWork(
        _ cell: Cell, _ look: CellLook, _ form: CellForms.Form, isDrawn: Bool, in engine: Engine
    ) throws(LaminaError) -> CellWork {
        let range = axis.range(look.constraint)
        switch form {
        case .template(let template):
            let painter = try forms.painter(
                template, look.kind, room: axis.room(look.constraint), scale: scale, surroundings,
                in: engine)
            let source = try ask(cell.row)
            let pictures = pictures(of: cell, look)
            let task: CellWork.Task =
                isDrawn ? .draw(painter, source, pictures) : .measure(painter, source, pictures)
            return CellWork(self, cell, look, task, range: range)
        case .trees(let maker):
            let row = rows[cell.row]
            let spare = trees.take(look.kind)
            if !maker.isOnOwner {
                return CellWork(self, cell, look, .make(maker, row, index: cell.row), range: range, tree: spare)
            }
            let made = make(maker, cell.row, reusing: spare)
            if let spare, made != spare { giveBack(spare, look.kind, in: engine) }
            guard let made else { throw LaminaError(.invalidState, "the cell callback gave it no tree") }
            return CellWork(self, cell, look, .fit, range: range, tree: made)
        }
    }

    /// The beginning of a section shows nothing.
    private func settleStart(_ row: Int, _ cell: Cell, _ look: CellLook) {
        cell.settled = look
        cell.drawn = look
        cells[row] = cell
        measure(row, .zero)
    }

    /// Takes over what a worker made of a row.
    func finish(_ work: CellWork, cancelled: Bool, in engine: Engine) {
        let cell = work.cell
        guard cell.work === work, !isEnded else { return giveBack(work, in: engine) }
        noteShown()
        let isAlone = canStart && motion.share == nil
        let before = Seen(self)
        cell.work = nil
        works -= 1
        switch work.result {
        case .drawn(let bitmap)? where !cancelled:
            show(bitmap, work.look, in: cell, in: engine)
            awaitPictures(of: work, in: engine)
        case .measured(let width, let height)? where !cancelled:
            cell.settled = work.look
            measure(cell.row, Size(width: Double(width) / scale, height: Double(height) / scale))
            awaitPictures(of: work, in: engine)
        case .made(let size)? where !cancelled:
            if let tree = work.tree { show(tree, size, work.look, in: cell, in: engine) }
        case .failed(let error)? where !cancelled: fail(cell, work.look, error, in: engine)
        default: break
        }
        // Before the cell may lose its tree again.
        giveBack(work, in: engine)
        let isSame = isAlone && (before.moves == contentMoves || before == Seen(self))
        switch work.result {
        // A picture in its place: no other row has anything to do with it, and none waits to be placed anew.
        case .drawn? where isSame && before.moves == contentMoves && !isUpdateDue: place(cell, in: engine)
        // Of what is out of sight it is enough to know it in the next turn.
        case .drawn?, .measured?, .made?: if isSame && !isSeen(cell.row) { updateSoon() } else { update(in: engine) }
        default: update(in: engine)
        }
    }

    func isSeen(_ row: Int) -> Bool {
        let frame = scroll.extents.frame(row)
        return frame.top < scroll.offset + scroll.view && frame.end > scroll.offset
    }

    /// What is seen, and how often something may have moved it.
    private struct Seen: Equatable {
        let row: Int?
        let distance: Double
        let moves: Int

        init(_ list: List) {
            let first = list.scroll.extents.firstRow(endingAfter: list.scroll.offset)
            row = first?.index
            distance = first.map { $0.top - list.scroll.offset } ?? 0
            moves = list.contentMoves
        }

        static func == (a: Seen, b: Seen) -> Bool { a.row == b.row && a.distance == b.distance }
    }

    /// Once for all that is found in a turn; a list that is scrolled before the next one is up to date then.
    private func updateSoon() {
        isUpdateDue = true
        if isUpdatePosted { return }
        isUpdatePosted = true
        _ = try? parts.post { [weak self] in
            guard let self else { return }
            isUpdatePosted = false
            if isUpdateDue, let engine = scrolling?.engine { update(in: engine) }
        }
    }

    /// The trees of rows that are out of range by now, and those that were not reused.
    private func giveBack(_ work: CellWork, in engine: Engine) {
        for tree in work.ownTrees where tree != work.cell.node { giveBack(tree, work.look.kind, in: engine) }
    }

    func fail(_ cell: Cell, _ look: CellLook, _ error: LaminaError, in engine: Engine) {
        cell.settled = look
        cell.hasFailed = true
        note("\(title(ofRow: cell.row, look.identity, in: engine)) cannot be shown: \(error.message)", in: engine)
    }

    // MARK: - Pictures

    private func show(_ bitmap: Bitmap, _ look: CellLook, in cell: Cell, in engine: Engine) {
        let size = Size(width: Double(bitmap.width) / scale, height: Double(bitmap.height) / scale)
        // The kind's form may be another by now.
        if cell.isTree, let tree = cell.node.take() { retire(tree, cell, in: engine) }
        let isFading = fadeContents(of: cell, in: engine)
        let isChange = cell.content != nil && !isFading
        settle(cell, look, .picture(bitmap), size)
        let isNew = cell.node == nil
        guard let node = cell.node ?? takeNode(in: engine) else { return }
        cell.node = node
        if isNew { cell.place = nil }
        if isChange && !isNew { fadeChange(of: node, placeholders[look.kind], in: engine) }
        showPicture(bitmap, on: node, in: engine)
    }

    func showPicture(_ bitmap: Bitmap, on node: NodeID, in engine: Engine) {
        let size = Size(width: Double(bitmap.width) / scale, height: Double(bitmap.height) / scale)
        var options = ImageOptions()
        options.scale = scale
        options.gravity = .topLeft
        let content = ImageContent(SharedImage(bitmap), options)
        var discarded = Discarded()
        engine.context.nodes.withLock { store in
            guard let index = store.find(node) else { return }
            store.setFrame(Rect(origin: .zero, size: size), of: index)
            store.setContent(content, of: index, &discarded)
        }
        _ = consume discarded
    }

    /// A row is as the host wants it.
    func settle(_ cell: Cell, _ look: CellLook, _ content: Cell.Content, _ size: Size) {
        cell.content = content
        cell.size = size
        cell.drawn = look
        cell.settled = look
        cell.hasFailed = false
        measure(cell.row, size)
    }

    func takeNode(in engine: Engine) -> NodeID? { take(from: &nodes, in: engine) }

    func take(from pool: inout PictureNodes, in engine: Engine) -> NodeID? {
        if let node = pool.take() { return node }
        makeNodes(for: &pool, in: engine)
        return pool.take()
    }

    /// Some nodes that show nothing yet.
    func makeNodes(for pool: inout PictureNodes, in engine: Engine) {
        var discarded = Discarded()
        let made = engine.context.nodes.withLock { store -> [NodeID] in
            var made: [NodeID] = []
            guard let parent = store.find(self.node) else { return made }
            for _ in 0..<PictureNodes.step {
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
        pool.add(made)
    }
}
