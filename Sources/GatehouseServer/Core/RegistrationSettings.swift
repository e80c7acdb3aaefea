package import GatehouseWire

/// The settings for clients that no operator registers.
package struct RegistrationSettings: Sendable, Equatable {
    /// The callers that may register clients (RFC 7591 §3).
    package enum Mode: String, Sendable, CaseIterable {
        /// No callers.
        case off
        /// The holders of an initial access token.
        case token
        /// All callers.
        case open
    }

    package var mode: Mode
    /// The scopes that such clients may request; `nil` for the basic ones and those of all resources.
    package var scopes: ScopeSet?
    /// Whether the URL of a client's metadata document is a client identifier.
    package var acceptsMetadataDocuments: Bool
    /// The issuers whose software statements are accepted (RFC 7591 §2.3).
    package var statementIssuers: [TrustedIssuer]

    package init(
        mode: Mode = .off,
        scopes: ScopeSet? = nil,
        acceptsMetadataDocuments: Bool = false,
        statementIssuers: [TrustedIssuer] = []
    ) {
        self.mode = mode
        self.scopes = scopes
        self.acceptsMetadataDocuments = acceptsMetadataDocuments
        self.statementIssuers = statementIssuers
    }
}
