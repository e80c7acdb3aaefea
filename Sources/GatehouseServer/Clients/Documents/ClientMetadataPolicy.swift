package import GatehouseWire

/// The rules for clients whose identifier is the URL of their metadata (OAuth Client ID Metadata Document, draft 02).
///
/// They precede those of ``ClientMetadataReader``, which leaves out other values that the server does not support.
package struct ClientMetadataPolicy: Sendable, Equatable {
    /// Whether identifiers on loopback hosts may use `http`, for development.
    package let allowsLoopback: Bool

    package init(allowsLoopback: Bool = false) {
        self.allowsLoopback = allowsLoopback
    }

    /// Returns the URL that a client identifier is; `nil` for identifiers of other clients.
    package func url(_ clientID: String) -> ClientMetadataURL? {
        ClientMetadataURL(clientID, allowsLoopback: allowsLoopback)
    }

    /// Validates a document.
    ///
    /// - Parameters:
    ///   - document: A document that was read from the URL.
    ///   - url: The URL.
    /// - Returns: The metadata, with a name and an authentication method.
    /// - Throws: `invalid_redirect_uri` or `invalid_client_metadata`.
    package func metadata(
        of document: ClientMetadataDocument,
        at url: ClientMetadataURL
    ) throws(OAuthError) -> ClientMetadata {
        var metadata = document.metadata
        try checkRedirectURIs(metadata)
        try checkGrant(metadata)
        try checkRemoteURL(metadata.jwksURI, "The URL of the keys")
        try checkRemoteURL(metadata.backChannelLogoutURI, "The back-channel logout URL")
        try checkRemoteURL(metadata.sectorIdentifierURI, "The sector identifier")
        metadata.tokenEndpointAuthMethod = document.authenticationMethod
        metadata.clientName = metadata.clientName ?? url.host
        // Statements of other parties count at registration only.
        metadata.softwareStatement = nil
        return metadata
    }

    private func checkRedirectURIs(_ metadata: ClientMetadata) throws(OAuthError) {
        let uris = metadata.redirectURIs ?? []
        guard !uris.isEmpty else { throw OAuthError(.invalidRedirectURI, "The document has no redirect URI.") }
        for uri in uris { try RegistrationPolicy.checkRedirect(uri, isVerified: false) }
    }

    private func checkGrant(_ metadata: ClientMetadata) throws(OAuthError) {
        guard metadata.grantTypes?.contains(.authorizationCode) ?? true,
            metadata.responseTypes?.contains(.code) ?? true
        else {
            throw OAuthError(
                .invalidClientMetadata,
                "The document must allow the grant type \(GrantType.authorizationCode)."
            )
        }
    }

    /// Validates a URL that the server will request.
    private func checkRemoteURL(_ text: String?, _ name: String) throws(OAuthError) {
        guard let text else { return }
        guard let url = RemoteURL(text), url.isEncrypted || allowsLoopback else {
            throw OAuthError(.invalidClientMetadata, "\(name) must be an https URL without a fragment.")
        }
    }
}
