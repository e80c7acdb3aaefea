import GatehouseWire

/// A token that an app has kept somewhere and hands in, which by its looks can be one (RFC 6749 appendix A.12, A.17).
struct PresentedToken: Sendable {
    /// How many bytes of a token servers take in a header field.
    private static let limit = 8192

    let secret: Secret

    /// - Throws: `refused` for what no server has given out: something empty, with spaces or control characters, or endless.
    init(_ text: String) throws(AuthError) {
        let length = text.utf8.prefix(Self.limit + 1).count
        guard 1...Self.limit ~= length, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw AuthError(
                .refused,
                "What was handed in is no token. Nothing was changed, and the server was not asked.",
                recovery: .interact
            )
        }
        secret = Secret(text)
    }
}
