package import GatehouseWire

/// `/oauth2/keys`: the public keys (RFC 7517 §5), retired ones too until their last token has expired.
package struct KeySetHandler: Sendable {
    let core: ServerCore

    package init(core: ServerCore) {
        self.core = core
    }

    /// Answers one request.
    package func keySet() async throws(OAuthError) -> JSONWebKeySet {
        try await core.publicKeys()
    }
}
