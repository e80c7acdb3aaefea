package import GatehouseStore
package import GatehouseWire

/// What an operator says about a client that is to be registered.
package struct ClientRegistration: Sendable, Equatable {
    /// Whether a client can keep a secret (RFC 6749 §2.1).
    package enum Kind: String, Sendable, CaseIterable {
        /// An app on a person's device or in a browser: it gets no secret.
        case `public`
        /// A program on a server: it gets one.
        case confidential
    }

    /// The identifier; `nil` for a random one.
    package var id: Client.ID?
    /// The name people see, 1 to 100 characters.
    package var name: String
    package var kind: Kind
    package var redirectURIs: [String]
    package var postLogoutRedirectURIs: [String]
    /// The code flow with refresh tokens, unless something else is said.
    package var grantTypes: [GrantType]
    /// What the client may ask for; `nil` for the scopes most apps want where people are involved, and none elsewhere.
    package var scopes: ScopeSet?
    /// How a confidential client sends its secret.
    package var authenticationMethod: ClientAuthenticationMethod
    /// ES256, which signs many times faster and is shorter, unless a client's library knows RS256 only.
    package var idTokenAlgorithm: SigningAlgorithm
    /// Whether the client must use PKCE; a public one always must.
    package var requiresPKCE: Bool
    /// Whether it may leave the redirect URI out of token requests.
    package var mayOmitRedirectURI: Bool
    /// For the operator's own applications.
    package var skipsConsent: Bool
    /// An https address of a picture.
    package var logoURI: String?
    /// An https address of what people agree to at sign-up.
    package var termsOfServiceURI: String?
    /// An https address of what the client does with people's data.
    package var policyURI: String?
    package var attributes: [ClientAttribute]
    /// For an app of the operator's own that signs people in on its own pages; people are then not asked for consent.
    package var native: NativeAuthentication?
    /// For an app of Kii, which is the operator's own too.
    package var kii: KiiRegistration?
    /// Which older refresh tokens of its sessions are answered; `nil` for ``usualRefreshRecovery``.
    package var refreshRecovery: RefreshRecovery?
    /// The members about the user that introspection returns to a confidential client.
    package var introspects: [IntrospectionMember]
    /// The domain that codes in SMS are bound to.
    package var codeDomain: String?
    /// Whether a server in development mode registered the client for itself.
    package var isForDevelopment: Bool

    package init(
        id: Client.ID? = nil,
        name: String,
        kind: Kind,
        redirectURIs: [String] = [],
        postLogoutRedirectURIs: [String] = [],
        grantTypes: [GrantType] = [.authorizationCode, .refreshToken],
        scopes: ScopeSet? = nil,
        authenticationMethod: ClientAuthenticationMethod = .clientSecretBasic,
        idTokenAlgorithm: SigningAlgorithm = .es256,
        requiresPKCE: Bool = true,
        mayOmitRedirectURI: Bool = false,
        skipsConsent: Bool = false,
        logoURI: String? = nil,
        termsOfServiceURI: String? = nil,
        policyURI: String? = nil,
        attributes: [ClientAttribute] = [],
        native: NativeAuthentication? = nil,
        kii: KiiRegistration? = nil,
        refreshRecovery: RefreshRecovery? = nil,
        introspects: [IntrospectionMember] = [],
        codeDomain: String? = nil,
        isForDevelopment: Bool = false
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.redirectURIs = redirectURIs
        self.postLogoutRedirectURIs = postLogoutRedirectURIs
        self.grantTypes = grantTypes
        self.scopes = scopes
        self.authenticationMethod = authenticationMethod
        self.idTokenAlgorithm = idTokenAlgorithm
        self.requiresPKCE = requiresPKCE
        self.mayOmitRedirectURI = mayOmitRedirectURI
        self.skipsConsent = skipsConsent
        self.logoURI = logoURI
        self.termsOfServiceURI = termsOfServiceURI
        self.policyURI = policyURI
        self.attributes = attributes
        self.native = native
        self.kii = kii
        self.refreshRecovery = refreshRecovery
        self.introspects = introspects
        self.codeDomain = codeDomain
        self.isForDevelopment = isForDevelopment
    }
}

extension ClientRegistration {
    /// The refresh recovery that fits the kind of client.
    ///
    /// Apps on a device use the SDK, which notes each refresh before it sends it and may repeat it a day later. Servers
    /// and pages in a browser repeat a request at once or not at all.
    package var usualRefreshRecovery: RefreshRecovery {
        if native != nil || kii != nil { return .journalled }
        let isOnDevice = redirectURIs.allSatisfy { RedirectURI(rawValue: $0)?.isOnDevice ?? false }
        return kind == .public && isOnDevice ? .journalled : .immediate
    }
}

extension RedirectURI {
    /// Whether the answer goes to a program on the user's device: a private-use scheme or a loopback address (RFC 8252
    /// §7.1, §7.3).
    fileprivate var isOnDevice: Bool { isLoopback || !["https", "http"].contains(scheme) }
}
