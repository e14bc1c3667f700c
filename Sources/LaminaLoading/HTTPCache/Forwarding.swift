// What goes to the server: RFC 9111 4.3.1, and 3.4 for what is to be completed.
extension HTTPCacheRules {
    /// At most this many entity tags of other variants go out with a request.
    private static let mostTags = 8

    /// The request as it is sent. A client's own conditions go out as they are.
    func forwardPlan(_ request: HTTPRequest, selected: StoredResponse?, among stored: [StoredResponse]) -> ForwardPlan {
        var plan = ForwardPlan(request: request, original: request)
        guard request.method == "GET", !RequestControl(request).noStore else { return plan }
        if request.isConditional {
            plan.validating = stored.map(\.id)
            return plan
        }
        guard let selected else {
            addTagsOfVariants(&plan, stored)
            return plan
        }
        if selected.isComplete || request.headers.has("Range") {
            addValidators(&plan, of: selected)
        } else {
            addRemainder(&plan, of: selected)
        }
        return plan
    }

    private func addValidators(_ plan: inout ForwardPlan, of stored: StoredResponse) {
        // Only what could answer this request is worth a 304.
        var unconditional = plan.request
        unconditional.headers.removeAll(named: ["Cache-Control", "Pragma"])
        guard answer(stored, to: unconditional, now: stored.responseTime) != nil else { return }
        if let tag = stored.headers["ETag"], EntityTag(stored.headers) != nil {
            plan.request.headers.append("If-None-Match", tag)
        }
        if let date = stored.headers["Last-Modified"], HTTPDate.parse(date, now: stored.responseTime) != nil {
            plan.request.headers.append("If-Modified-Since", date)
        }
        if plan.request.isConditional { plan.validating = [stored.id] }
    }

    /// None of the stored responses fits the request, but the server may choose one of them all the same.
    private func addTagsOfVariants(_ plan: inout ForwardPlan, _ stored: [StoredResponse]) {
        let variants = stored.filter { $0.isComplete && $0.status == 200 && EntityTag($0.headers) != nil }
            .suffix(Self.mostTags)
        guard !variants.isEmpty, !plan.request.headers.has("Range") else { return }
        let tags = variants.compactMap { $0.headers["ETag"] }.joined(separator: ", ")
        plan.request.headers.append("If-None-Match", tags)
        plan.validating = variants.map(\.id)
    }

    /// Asks for the bytes that are missing at the end, if the server can tell that the others are still right.
    private func addRemainder(_ plan: inout ForwardPlan, of stored: StoredResponse) {
        guard stored.status == 200, stored.bytes.lowerBound == 0, !stored.bytes.isEmpty,
            let validator = strongValidator(stored)
        else { return }
        plan.request.headers.append("Range", "bytes=\(stored.bytes.upperBound)-")
        plan.request.headers.append("If-Range", validator)
        plan.completing = stored.id
    }

    /// What tells that two responses are the same byte for byte: a strong tag, or a date of modification that is at
    /// least a minute before the response (RFC 9110 8.8.2.2).
    func strongValidator(_ stored: StoredResponse) -> String? {
        if let tag = EntityTag(stored.headers) { return tag.isWeak ? nil : tag.text }
        guard !stored.headers.has("ETag"), let modified = stored.headers["Last-Modified"],
            let made = stored.headers["Date"],
            let last = HTTPDate.parse(modified, now: stored.responseTime),
            let date = HTTPDate.parse(made, now: stored.responseTime), date - last >= 60
        else { return nil }
        return modified
    }
}
