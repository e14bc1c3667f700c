import LaminaNode

/// Whether surfaces show all that their trees ask for, and who wants to know.
extension Engine {
    /// Whether a surface shows all that its tree asks for. Costs the same however large that is.
    public func isComplete(_ surface: Surface) -> Bool { surfaces[surface.number].map { isComplete($0) } ?? true }

    private func isComplete(_ presentation: Presentation) -> Bool {
        presentation.turns.waitsSince == nil && isSettled(presentation)
    }

    /// Whether nothing more comes of the root.
    func isSettled(_ presentation: Presentation) -> Bool {
        presentation.tree.drawings.underWay == 0 && isTakenOver(presentation)
    }

    /// Adds a call for each time that the surface has become complete behind the others, and returns its number.
    public func addCompleteObserver(of surface: Surface, _ call: @escaping OwnerCall) -> UInt64 {
        nextObserver += 1
        surfaces[surface.number]?.completeObservers.append(call, number: nextObserver)
        return nextObserver
    }

    /// Removes such a call; false when the surface has none of this number.
    public func removeCompleteObserver(_ number: UInt64, of surface: Surface) -> Bool {
        surfaces[surface.number]?.completeObservers.remove(number) != nil
    }

    /// At the end of a turn: notifies the observers of surfaces that were laid out or drawn, and are complete.
    func notifyComplete() {
        for number in surfaces.keys.sorted() {
            guard let presentation = surfaces[number], presentation.isCompleting, isComplete(presentation) else {
                continue
            }
            presentation.isCompleting = false
            let notified = presentation.completeObservers
            notified.forEach { number, call in
                // One that an earlier one removed is not called any more.
                if presentation.completeObservers.contains(number) { call() }
            }
        }
    }
}
