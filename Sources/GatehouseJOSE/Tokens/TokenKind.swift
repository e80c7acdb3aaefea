import GatehouseWire

/// What a signed token is, as its header says in `typ` (RFC 8725 §3.11).
package struct TokenKind: WireValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// RFC 9068 §2.1.
    package static let accessToken = Self(rawValue: "at+jwt")
    /// OpenID Connect Core §2 names none, so this is the general one.
    package static let idToken = Self(rawValue: "JWT")

    /// Whether a header with that `typ` is of this kind.
    ///
    /// Case does not matter and `application/` may stand before it (RFC 7515 §4.1.9). Many servers leave it out of ID
    /// tokens, so there it may be absent.
    func matches(_ type: String?) -> Bool {
        guard let type = type?.lowercased() else { return self == .idToken }
        return type == rawValue.lowercased() || type == "application/" + rawValue.lowercased()
    }
}
