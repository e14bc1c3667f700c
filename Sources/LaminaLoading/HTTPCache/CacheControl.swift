/// The directives of Cache-Control (RFC 9111 5.2), of a request or of a response.
struct CacheControl {
    private struct Directive {
        var name: String
        /// nil: without an argument.
        var argument: String?
    }

    private var directives: [Directive]
    /// Whether there is the field at all.
    let isPresent: Bool

    init(_ headers: HTTPHeaders) {
        isPresent = headers.has("Cache-Control")
        directives = headers.list("Cache-Control").map(Self.directive)
    }

    func has(_ name: String) -> Bool { directives.contains { $0.name == name } }

    /// The number of seconds that a directive gives, `bare` if it stands without one; nil without the directive. Of
    /// several, the first counts (RFC 9111 4.2.1). What is no number is 0, so that such a response is stale.
    func seconds(_ name: String, bare: Int = 0) -> Int? {
        guard let directive = directives.first(where: { $0.name == name }) else { return nil }
        guard let argument = directive.argument else { return bare }
        return digits(argument) ?? 0
    }

    /// A directive that is about the whole response: `private` and `no-cache` that name fields are about these.
    func hasUnqualified(_ name: String) -> Bool {
        directives.contains { $0.name == name && listElements($0.argument ?? "").isEmpty }
    }

    /// The fields that `private="..."` or `no-cache="..."` names.
    func fields(_ name: String) -> [String] {
        directives.flatMap { $0.name == name ? listElements($0.argument ?? "") : [] }
    }

    private static func directive(_ text: String) -> Directive {
        guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            return Directive(name: lowercasedToken(text), argument: nil)
        }
        let name = Array(text.utf8[..<equals])
        let argument = String(decoding: text.utf8[text.utf8.index(after: equals)...], as: UTF8.self)
        let clean = trimmed(name)
        // No space may stand before the equals sign: the directive counts, its argument is invalid.
        guard clean.utf8.count == name.count else { return Directive(name: lowercasedToken(clean), argument: "") }
        return Directive(name: lowercasedToken(clean), argument: unquoted(argument) ?? argument)
    }
}
