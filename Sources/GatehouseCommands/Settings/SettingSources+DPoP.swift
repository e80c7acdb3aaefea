extension SettingSources {
    /// Returns whether DPoP proofs must contain a nonce of the server.
    func requiresDPoPNonce() async throws(CommandError) -> Bool {
        switch try await text(.dpopNonce) {
        case nil, "off": return false
        case "required": return true
        case let text?:
            throw CommandError(
                "Invalid \(SettingKey.dpopNonce.rawValue) '\(text)'.",
                advice: "Use off or required."
            )
        }
    }
}
