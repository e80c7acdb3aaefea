/// The secret a client keeps until it redeems its code: 43 to 128 unreserved characters (RFC 7636 §4.1).
package struct CodeVerifier: Sendable, Hashable {
    package let secret: Secret

    /// Checks the grammar.
    package init?(_ text: String) {
        guard (43...128).contains(text.utf8.count), text.utf8.allSatisfy(Self.isUnreserved) else { return nil }
        secret = Secret(text)
    }

    /// A verifier from 32 to 96 random bytes, of which the caller is the source.
    package init(random bytes: some Collection<UInt8>) {
        precondition((32...96).contains(bytes.count), "A verifier needs 32 to 96 random bytes.")
        secret = Secret(Base64URL.encode(bytes))
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
