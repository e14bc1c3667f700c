import CLamina
import LaminaGeometry
import LaminaTemplate
import LaminaText

/// The texts of a row's first slots.
@safe func slotTexts(
    _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, of template: Template
) throws(LaminaError) -> [String?] {
    guard 0...template.slots.count ~= count else {
        throw LaminaError(
            .invalidArgument,
            "text_count is \(UInt(bitPattern: count)); the template has \(template.slots.count) slots")
    }
    if count == 0 { return [] }
    guard let texts = unsafe texts else {
        throw LaminaError(.invalidArgument, "texts is NULL, but text_count is \(count)")
    }
    var strings: [String?] = []
    strings.reserveCapacity(count)
    for slot in 0..<count {
        guard let text = unsafe texts[slot] else {
            strings.append(nil)
            continue
        }
        strings.append(try rowText(text, "texts[\(slot)], of slot \"\(template.slots[slot])\","))
    }
    return strings
}

/// A text of a row, with its NUL.
@safe private func rowText(
    _ text: UnsafePointer<CChar>, _ name: @autoclosure () -> String
) throws(LaminaError) -> String {
    if let string = unsafe String(validatingCString: text) { return string }
    let bytes = try stringBytes(text, -1, "texts")
    try UTF8Check.check(bytes, name())
    return String(decoding: bytes, as: UTF8.self)
}

/// The rows of a table whose texts stand one after the other, each with its NUL.
@safe func textRows(
    _ texts: UnsafePointer<CChar>?, _ length: Int, _ rowCount: Int, of template: Template
) throws(LaminaError) -> [[String?]] {
    guard 0...100_000 ~= rowCount else {
        throw LaminaError(
            .invalidArgument, "row_count is \(UInt(bitPattern: rowCount)); 0 to 100,000 rows at once are possible")
    }
    let needed = rowCount * template.slots.count
    // Each text has a byte at least, its NUL.
    guard needed...max(needed, Int(Int32.max)) ~= length, needed > 0 || length == 0 else {
        throw LaminaError(
            .invalidArgument,
            "length is \(UInt(bitPattern: length)); \(needed) texts (\(rowCount) rows of \(template.slots.count) slots), each with its NUL, and less than 2 GiB are needed"
        )
    }
    var rows = [[String?]](repeating: [], count: rowCount)
    if needed == 0 { return rows }
    guard let texts = unsafe texts else {
        throw LaminaError(.invalidArgument, "texts is NULL, but length is \(length)")
    }
    guard unsafe texts[length - 1] == 0 else {
        throw LaminaError(.invalidArgument, "texts does not end with a NUL; length counts that, too")
    }
    var offset = 0
    for row in 0..<rowCount {
        rows[row].reserveCapacity(template.slots.count)
        for slot in template.slots {
            guard offset < length else {
                throw LaminaError(
                    .invalidArgument, "texts ends in row \(row) before slot \"\(slot)\": length is \(length)")
            }
            let string = try unsafe rowText(texts + offset, "the text of slot \"\(slot)\" in row \(row)")
            rows[row].append(string)
            offset += string.utf8.count + 1
        }
    }
    guard offset == length else {
        throw LaminaError(
            .invalidArgument, "texts has \(length - offset) bytes after the \(needed) texts of \(rowCount) rows")
    }
    return rows
}
