import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaLock
import LaminaTemplate

/// What C sees of a picture, which is kept until it is taken back.
func lend(_ picture: RowPicture) -> lamina_picture_info {
    var result = lamina_picture_info()
    result.row = picture.row
    switch picture.content {
    case .bitmap(let bitmap):
        result.width = Int32(bitmap.width)
        result.height = Int32(bitmap.height)
        result.stride = Int32(bitmap.stride)
        result.data_size = bitmap.byteCount
        unsafe result.data = bitmap.withPixels { unsafe $0.baseAddress }
    case .file(let file, let width, let height):
        result.width = Int32(width)
        result.height = Int32(height)
        result.data_size = file.bytes.count
        unsafe result.data = UnsafeMutableRawPointer(mutating: file.bytes.baseAddress)
    case .failure(let error):
        result.status = error.status
        rowSentence.set(error.message)
        result.message = rowSentence.current
        return result
    }
    result.picture = LentPictures.shared.lend(picture).pointer()
    return result
}

/// The pictures that the host has. They belong to no context, so that none of their memory goes before the host says
/// so.
final class LentPictures: Sendable {
    private struct Lent {
        let picture: RowPicture
        var references = 1
    }

    static let shared = LentPictures()
    private let state = Locked<(next: UInt, pictures: [UInt: Lent])>(.leaf, (1, [:]))

    func lend(_ picture: RowPicture) -> Handle {
        state.withLock { state in
            // A number is never used again; 46 bits hold a million pictures a second for two years.
            let handle = Handle(pictureNumber: state.next)
            state.next += 1
            state.pictures[handle.bits] = Lent(picture: picture)
            return handle
        }
    }

    func retain(_ handle: Handle) throws(LaminaError) {
        let isThere = state.withLock { state -> Bool in
            guard state.pictures[handle.bits] != nil else { return false }
            state.pictures[handle.bits]?.references += 1
            return true
        }
        if !isThere { throw refusal(handle) }
    }

    func release(_ handle: Handle) throws(LaminaError) {
        // Its memory goes without the lock.
        let (isThere, last) = state.withLock { state -> (Bool, RowPicture?) in
            guard let lent = state.pictures[handle.bits] else { return (false, nil) }
            if lent.references == 1 { return (true, state.pictures.removeValue(forKey: handle.bits)?.picture) }
            state.pictures[handle.bits]?.references -= 1
            return (true, nil)
        }
        withExtendedLifetime(last) {}
        if !isThere { throw refusal(handle) }
    }

    private func refusal(_ handle: Handle) -> LaminaError {
        if handle.isTagged && handle.kind == .picture {
            return LaminaError(.invalidHandle, "picture is a lamina_picture that no longer exists: it was released")
        }
        return handle.refusal(.picture, "picture")
    }
}

/// The sentence about the last row of each thread that could not be drawn.
private let rowSentence = ThreadSentence()
