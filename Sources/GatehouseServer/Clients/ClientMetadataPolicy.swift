package import GatehouseWire

/// The rules for clients whose identifier is the URL of their metadata (OAuth Client ID Metadata Document, draft 02).
///
/// They apply to the document of an unknown party: the client gets no more than codes of users who consent.
package struct ClientMetadataPolicy: Sendable, Equatable {
    /// The grant types of such clients; others in a document are ignored, as at registration (RFC 7591 §2).
    private static let grantTypes: [GrantType] = [.authorizationCode, .refreshToken]

    /// The hosts of accepted identifiers, each with its subdomains; `nil` for all.
    package let hosts: [String]?
    /// Whether redirect URIs must have the origin of the identifier, except for apps on the user's device.
    package let requiresSameOrigin: Bool
    /// Whether identifiers on loopback hosts may use `http`, for development.
    package let allowsLoopback: Bool

    package init(hosts: [String]? = nil, requiresSameOrigin: Bool = false, allowsLoopback: Bool = false) {
        self.hosts = hosts?.map { $0.lowercased() }
        self.requiresSameOrigin = requiresSameOrigin
        self.allowsLoopback = allowsLoopback
    }

    /// Returns the URL that a client identifier is, if the server accepts documents from its host.
    package func url(_ clientID: String) -> ClientMetadataURL? {
        guard let url = ClientMetadataURL(clientID, allowsLoopback: allowsLoopback) else { return nil }
        guard let hosts else { return url }
        return hosts.contains { url.host == $0 || url.host.hasSuffix("." + $0) } ? url : nil
    }

    /// Validates a document, and reduces it to the metadata that the server accepts.
    ///
    /// - Parameters:
    ///   - document: A document that was read from the URL.
    ///   - url: The URL.
    /// - Returns: The client; the rules for all registrations remain to be checked.
    /// - Throws: `invalid_redirect_uri` or `invalid_client_metadata`.
    package func client(
        _ document: ClientMetadataDocument,
        at url: ClientMetadataURL
    ) throws(OAuthError) -> MetadataDocumentClient {
        var metadata = document.metadata
        metadata.redirectURIs = try redirectURIs(metadata, at: url)
        metadata.grantTypes = try grantTypes(metadata)
        metadata.responseTypes = [.code]
        metadata.tokenEndpointAuthMethod = document.authenticationMethod
        metadata.clientName = metadata.clientName ?? url.host
        metadata.jwksURI = try remoteURL(metadata.jwksURI, "The URL of the keys")
        metadata.backChannelLogoutURI = try remoteURL(metadata.backChannelLogoutURI, "The back-channel logout URL")
        metadata.sectorIdentifierURI = try remoteURL(metadata.sectorIdentifierURI, "The sector identifier")
        // Decoration: a client without it is as safe.
        metadata.logoURI = page(metadata.logoURI)
        metadata.clientURI = page(metadata.clientURI)
        metadata.termsOfServiceURI = page(metadata.termsOfServiceURI)
        metadata.policyURI = page(metadata.policyURI)
        metadata.softwareStatement = nil
        return MetadataDocumentClient(url: url, metadata: metadata)
    }

    private func redirectURIs(
        _ metadata: ClientMetadata,
        at url: ClientMetadataURL
    ) throws(OAuthError) -> [String] {
        let uris = metadata.redirectURIs ?? []
        guard !uris.isEmpty else { throw OAuthError(.invalidRedirectURI, "The document has no redirect URI.") }
        let origin = RedirectURI(rawValue: url.description)?.origin
        for text in uris {
            guard let uri = RedirectURI(rawValue: text), uri.scheme != "http" || uri.isLoopback else {
                throw OAuthError(.invalidRedirectURI, "Redirect URIs must use https, except on loopback addresses.")
            }
            guard !requiresSameOrigin || uri.isLoopback || uri.origin == origin else {
                throw OAuthError(.invalidRedirectURI, "Redirect URIs must have the origin of the client identifier.")
            }
        }
        return uris
    }

    private func grantTypes(_ metadata: ClientMetadata) throws(OAuthError) -> [GrantType] {
        let named = metadata.grantTypes ?? [.authorizationCode]
        guard named.contains(.authorizationCode), metadata.responseTypes?.contains(.code) ?? true else {
            throw OAuthError(
                .invalidClientMetadata,
                "The document must allow the grant type \(GrantType.authorizationCode)."
            )
        }
        return Self.grantTypes.filter(named.contains)
    }

    /// Validates a URL that the server will request.
    private func remoteURL(_ text: String?, _ name: String) throws(OAuthError) -> String? {
        guard let text else { return nil }
        guard let url = RemoteURL(text), url.isEncrypted || allowsLoopback else {
            throw OAuthError(.invalidClientMetadata, "\(name) must be an https URL without a fragment.")
        }
        return text
    }

    /// Returns the URL of a page or image if it is an https URL.
    private func page(_ text: String?) -> String? {
        text.flatMap { RemoteURL($0)?.isEncrypted == true ? $0 : nil }
    }
}

/// A client as its metadata document describes it.
package struct MetadataDocumentClient: Sendable, Equatable {
    /// The identifier of the client.
    package let url: ClientMetadataURL
    /// The accepted metadata, with a name, redirect URIs, grant types and an authentication method.
    package let metadata: ClientMetadata

    /// The hosts that receive codes, for the consent page; a private-use scheme stands for itself.
    package var redirectHosts: [String] {
        let hosts = redirectURIs.map { $0.host ?? "\($0.scheme):" }
        return Set(hosts).sorted()
    }

    /// Whether all codes go to the user's own device, where any program can claim to be the client (draft 02, §6.2).
    package var isOnDeviceOnly: Bool { redirectURIs.allSatisfy(\.isLoopback) }

    private var redirectURIs: [RedirectURI] { (metadata.redirectURIs ?? []).compactMap(RedirectURI.init) }
}
