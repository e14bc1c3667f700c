/// Which addresses are of this machine or of networks that are not the internet.
enum AddressRules {
    /// `address`: 16 bytes; one of IPv4 as it is mapped into IPv6.
    static func isPrivate(_ address: [UInt8]) -> Bool {
        guard address.count == 16 else { return true }
        let isMapped = address[0..<10].allSatisfy { $0 == 0 } && address[10] == 0xFF && address[11] == 0xFF
        if isMapped { return isPrivateIPv4(Array(address[12...])) }
        // Translated to IPv4 (RFC 6052), and 6to4 (RFC 3056).
        if Array(address[0..<12]) == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0] {
            return isPrivateIPv4(Array(address[12...]))
        }
        if address[0] == 0x20 && address[1] == 0x02 { return isPrivateIPv4(Array(address[2..<6])) }
        // Unspecified, loopback and the old form of mapped ones; local use; the link; site-local; multicast.
        if address[0..<12].allSatisfy({ $0 == 0 }) { return true }
        if address[0] & 0xFE == 0xFC || address[0] == 0xFF { return true }
        return address[0] == 0xFE && address[1] & 0x80 == 0x80
    }

    /// RFC 6890, with multicast.
    private static func isPrivateIPv4(_ address: [UInt8]) -> Bool {
        switch (address[0], address[1]) {
        case (0, _), (10, _), (127, _), (224..., _): true
        case (100, 64..<128), (169, 254), (172, 16..<32), (192, 168), (198, 18...19): true
        case (192, 0): address[2] == 0 || address[2] == 2
        case (198, 51): address[2] == 100
        case (203, 0): address[2] == 113
        default: false
        }
    }
}
