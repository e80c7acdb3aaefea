import GatehouseStore
import GatehouseWire

/// Turns the metadata that a client or its developer wrote into a registration.
///
/// Values that the server does not support are left out where the client can work without them (RFC 7591 §2, §3.2.1);
/// the response names the registered ones. The rules for all registrations remain to be checked.
struct ClientMetadataReader: Sendable {
    /// The scopes that the client may have.
    let scopes: ScopeSet
    /// The grant types that the client may have.
    let grantTypes: [GrantType]
    private let catalog: ResourceCatalog

    /// Creates a reader.
    ///
    /// Clients without an operator get no tokens of their own. User codes of unknown clients would lend the server's
    /// name to phishing (RFC 8628 §5.4).
    ///
    /// - Parameters:
    ///   - scopes: The scopes that the client may have.
    ///   - catalog: The resources, which define further scopes.
    ///   - permitsDeviceCode: Whether the client may use the device grant.
    init(scopes: ScopeSet, of catalog: ResourceCatalog, permitsDeviceCode: Bool) {
        self.scopes = scopes
        self.catalog = catalog
        grantTypes = [.authorizationCode, .refreshToken] + (permitsDeviceCode ? [.deviceCode] : [])
    }

    /// Returns the registration, without the sector of pairwise subject identifiers.
    ///
    /// - Throws: `invalid_redirect_uri` or `invalid_client_metadata` (RFC 7591 §3.2.2).
    func registration(of metadata: ClientMetadata) throws(OAuthError) -> ClientRegistration {
        let redirectURIs = metadata.redirectURIs ?? []
        let method = metadata.tokenEndpointAuthMethod ?? Self.defaultMethod(of: metadata)
        let isPublic = method == .none
        var registration = ClientRegistration(
            name: Self.name(of: metadata),
            kind: isPublic ? .public : .confidential,
            redirectURIs: redirectURIs,
            postLogoutRedirectURIs: metadata.postLogoutRedirectURIs ?? [],
            grantTypes: try supportedGrantTypes(of: metadata),
            scopes: try openScopes(of: metadata),
            authenticationMethod: method,
            // OpenID Connect Registration §2: the default that all libraries support.
            idTokenAlgorithm: metadata.idTokenSigningAlgorithm ?? .rs256,
            // Registration has no member for PKCE, and confidential clients of OpenID Connect may send a nonce instead.
            requiresPKCE: isPublic,
            logoURI: Self.page(metadata.logoURI),
            termsOfServiceURI: Self.page(metadata.termsOfServiceURI),
            policyURI: Self.page(metadata.policyURI),
            refreshRecovery: .immediate,
            keys: Self.keys(of: metadata),
            security: Self.security(of: metadata, authenticatingBy: method)
        )
        registration.backChannelLogout = metadata.backChannelLogoutURI.map {
            BackChannelLogout(uri: $0, requiresSessionID: metadata.requiresBackChannelLogoutSession ?? false)
        }
        registration.authenticationDefaults = Self.authenticationDefaults(of: metadata)
        return registration
    }

    /// Returns the origin of an unverified client with the metadata that only its developers use.
    static func origin(of metadata: ClientMetadata, kind: ClientOrigin.Kind) -> ClientOrigin {
        ClientOrigin(
            kind: kind,
            applicationType: metadata.applicationType ?? (isOnDevice(metadata) ? .native : .web),
            clientURI: page(metadata.clientURI),
            contacts: metadata.contacts ?? [],
            softwareID: metadata.softwareID,
            softwareVersion: metadata.softwareVersion,
            initiateLoginURI: page(metadata.initiateLoginURI)
        )
    }

    /// Returns the default method: `none` for an app on a device, which cannot keep a secret, otherwise that of
    /// RFC 7591 §2.
    private static func defaultMethod(of metadata: ClientMetadata) -> ClientAuthenticationMethod {
        metadata.applicationType == .native || isOnDevice(metadata) ? .none : .clientSecretBasic
    }

    /// Returns whether all codes go to apps on the user's device (RFC 8252 §7.1, §7.3).
    private static func isOnDevice(_ metadata: ClientMetadata) -> Bool {
        let uris = metadata.redirectURIs ?? []
        return !uris.isEmpty && uris.allSatisfy { RedirectURI(rawValue: $0)?.isOnDevice ?? false }
    }

    private static func name(of metadata: ClientMetadata) -> String {
        if let name = metadata.clientName { return name }
        let uri = metadata.redirectURIs?.first.flatMap(RedirectURI.init)
        return uri.map { $0.host ?? $0.scheme } ?? "App"
    }

    /// Returns the grant types of the client that are supported; by default the authorization code (RFC 7591 §2).
    private func supportedGrantTypes(of metadata: ClientMetadata) throws(OAuthError) -> [GrantType] {
        let named = metadata.grantTypes ?? [.authorizationCode]
        let supported = grantTypes.filter(named.contains)
        guard !supported.isEmpty else {
            let names = grantTypes.map(\.rawValue).joined(separator: ", ")
            throw OAuthError(.invalidClientMetadata, "grant_types must contain one of: \(names).")
        }
        // RFC 7591 §2.1: grant types and response types must agree.
        guard !supported.contains(.authorizationCode) || metadata.responseTypes?.contains(.code) ?? true else {
            throw OAuthError(.invalidClientMetadata, "response_types must contain \(ResponseType.code).")
        }
        return supported
    }

    /// Returns the scopes of the client: the requested ones that are open, and the other open ones of their APIs.
    ///
    /// Agents register for the scopes of their first request, and ask the user for more when an API demands them.
    private func openScopes(of metadata: ClientMetadata) throws(OAuthError) -> ScopeSet {
        guard let requested = metadata.scope, !requested.isEmpty else { return scopes }
        let open = requested.intersection(scopes)
        guard !open.isEmpty else {
            throw OAuthError(.invalidClientMetadata, "None of the scopes is open for registration: \(requested).")
        }
        let apis = catalog.resources.map { ScopeSet($0.scopes.map(\.name)) }.filter { !$0.intersection(open).isEmpty }
        return apis.reduce(open) { $0.union($1.intersection(scopes)) }
    }

    private static func keys(of metadata: ClientMetadata) -> PublishedKeys? {
        metadata.keySet.map(PublishedKeys.set) ?? metadata.jwksURI.map(PublishedKeys.uri)
    }

    /// Returns the requirements and algorithms, without the algorithm of assertions for a client that sends none.
    private static func security(
        of metadata: ClientMetadata,
        authenticatingBy method: ClientAuthenticationMethod
    ) -> ClientSecurity {
        ClientSecurity(
            requiresPushedRequests: metadata.requiresPushedAuthorizationRequests ?? false,
            requiresSignedRequests: metadata.requiresSignedRequestObject ?? false,
            requiresDPoP: metadata.bindsAccessTokensToKeys ?? false,
            assertionAlgorithm: method.signsAssertions ? metadata.tokenEndpointAuthSigningAlgorithm : nil,
            requestObjectAlgorithm: metadata.requestObjectSigningAlgorithm,
            userInfoAlgorithm: metadata.userInfoSigningAlgorithm
        )
    }

    private static func authenticationDefaults(of metadata: ClientMetadata) -> AuthenticationDefaults? {
        let defaults = AuthenticationDefaults(
            maxAge: metadata.defaultMaxAge,
            classes: metadata.defaultACRValues ?? [],
            requiresAuthenticationTime: metadata.requiresAuthenticationTime ?? false
        )
        return defaults.isEmpty ? nil : defaults
    }

    /// Returns the URL of a page or image; `nil` unless it is an https URL, because a client can work without it.
    private static func page(_ text: String?) -> String? {
        text.flatMap { RemoteURL($0)?.isEncrypted == true ? $0 : nil }
    }
}
