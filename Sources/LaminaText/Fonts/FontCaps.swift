/// Capitals in place of small letters.
public enum FontCaps: Int32, Hashable, Sendable {
    case normal = 1
    /// Small letters become small capitals.
    case small = 2
    /// All letters become small capitals.
    case allSmall = 3
}
