package import GatehouseStore
package import GatehouseWire

/// The metadata of a client to register.
package struct ClientRegistration: Sendable, Equatable {
    /// The client types (RFC 6749 §2.1).
    package enum Kind: String, Sendable, CaseIterable {
        /// An app on a user's device or in a browser, without a secret.
        case `public`
        /// A server application, with a secret or keys.
        case confidential
    }

    /// The identifier; `nil` for a random one.
    package var id: Client.ID?
    /// The name shown to users, 1 to 100 characters.
    package var name: String
    package var kind: Kind
    package var redirectURIs: [String]
    package var postLogoutRedirectURIs: [String]
    /// The grant types; by default the authorization code grant with refresh tokens.
    package var grantTypes: [GrantType]
    /// The scopes that the client may request; `nil` for the default scopes of its grant types.
    package var scopes: ScopeSet?
    /// The method by which a confidential client authenticates.
    package var authenticationMethod: ClientAuthenticationMethod
    /// The algorithm of ID tokens; ES256 signs many times faster, but some client libraries support only RS256.
    package var idTokenAlgorithm: SigningAlgorithm
    /// Whether the client must use PKCE; public clients always must.
    package var requiresPKCE: Bool
    /// Whether the client may omit the redirect URI in token requests.
    package var mayOmitRedirectURI: Bool
    /// Whether the client is first-party and skips the consent page.
    package var skipsConsent: Bool
    /// The https URL of the logo.
    package var logoURI: String?
    /// The https URL of the terms that users accept at sign-up.
    package var termsOfServiceURI: String?
    /// The https URL of the privacy policy.
    package var policyURI: String?
    package var attributes: [ClientAttribute]
    /// The settings of a first-party app with native sign-in screens, which skips the consent page.
    package var native: NativeAuthenticationSettings?
    /// The settings of a first-party app that signs users in with their passwords.
    package var passwordApp: PasswordAppRegistration?
    /// The previous refresh tokens that remain valid for retries; `nil` for ``defaultRefreshRecovery``.
    package var refreshRecovery: RefreshRecovery?
    /// The user members that introspection returns to a confidential client.
    package var introspects: [IntrospectionMember]
    /// The domain that SMS codes are bound to.
    package var codeDomain: String?
    /// The demand for a second factor; `nil` for the server's.
    package var secondFactor: SecondFactorDemand?
    /// The mobile apps of the client.
    package var mobileApps: MobileApps?
    /// The resource of access tokens whose request names none; `nil` for the issuer.
    package var defaultResource: Resource.ID?
    /// The public keys of the client.
    package var keys: PublishedKeys?
    /// The requirements on the client's requests, and the algorithms of its signatures.
    package var security: ClientSecurity
    /// The endpoint that receives logout tokens.
    package var backChannelLogout: BackChannelLogout?
    /// The tokens that the client may exchange.
    package var tokenExchange: TokenExchangePolicy?
    /// The sector of pairwise subject identifiers; `nil` for public ones.
    package var sectorIdentifier: String?
    /// The defaults of authorization requests.
    package var authenticationDefaults: AuthenticationDefaults?
    /// The origin of the client; `nil` for clients of the operator.
    package var origin: ClientOrigin?
    /// Whether a server in development mode registered the client for its own use.
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
        native: NativeAuthenticationSettings? = nil,
        passwordApp: PasswordAppRegistration? = nil,
        refreshRecovery: RefreshRecovery? = nil,
        introspects: [IntrospectionMember] = [],
        codeDomain: String? = nil,
        secondFactor: SecondFactorDemand? = nil,
        mobileApps: MobileApps? = nil,
        defaultResource: Resource.ID? = nil,
        keys: PublishedKeys? = nil,
        security: ClientSecurity = ClientSecurity(),
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
        self.passwordApp = passwordApp
        self.refreshRecovery = refreshRecovery
        self.introspects = introspects
        self.codeDomain = codeDomain
        self.secondFactor = secondFactor
        self.mobileApps = mobileApps
        self.defaultResource = defaultResource
        self.keys = keys
        self.security = security
        self.isForDevelopment = isForDevelopment
    }
}

extension ClientRegistration {
    /// The default refresh recovery for the type of client.
    ///
    /// Apps on devices use the SDK, which journals each refresh and may repeat it a day later. Servers and browser apps
    /// repeat a request immediately or not at all.
    package var defaultRefreshRecovery: RefreshRecovery {
        if native != nil || passwordApp != nil { return .journalled }
        let isOnDevice = redirectURIs.allSatisfy { RedirectURI(rawValue: $0)?.isOnDevice ?? false }
        return kind == .public && isOnDevice ? .journalled : .immediate
    }

    /// Whether the app signs users in with the protocol of another vendor.
    var usesAnotherProtocol: Bool {
        native != nil || passwordApp != nil || scopes?.contains(.amazonUserID) == true
    }

    /// Creates the registration of an existing client, without secrets and identifier, for validation by the policy.
    init(_ client: Client) {
        self.init(
            name: client.name,
            kind: client.tokenEndpointAuthMethod == .none ? .public : .confidential,
            redirectURIs: client.redirectURIs,
            postLogoutRedirectURIs: client.postLogoutRedirectURIs,
            grantTypes: client.grantTypes,
            scopes: client.scopes,
            authenticationMethod: client.tokenEndpointAuthMethod,
            idTokenAlgorithm: client.idTokenAlgorithm,
            requiresPKCE: client.requiresPKCE,
            mayOmitRedirectURI: client.mayOmitRedirectURI,
            skipsConsent: client.skipsConsent,
            logoURI: client.logoURI,
            termsOfServiceURI: client.termsOfServiceURI,
            policyURI: client.policyURI,
            attributes: client.attributes,
            native: client.native,
            passwordApp: client.passwordApp.map {
                PasswordAppRegistration(
                    tokenLifetime: $0.tokenLifetime,
                    accepts: $0.accepts,
                    disclosesAccounts: $0.disclosesAccounts,
                    hasAdministrator: $0.adminSecretHash != nil
                )
            },
            refreshRecovery: client.refreshRecovery,
            introspects: client.introspects,
            codeDomain: client.codeDomain,
            secondFactor: client.secondFactor,
            mobileApps: client.mobileApps,
            defaultResource: client.defaultResource,
            keys: client.keys,
            security: client.security,
            isForDevelopment: client.isForDevelopment
        )
        backChannelLogout = client.backChannelLogout
        tokenExchange = client.tokenExchange
        sectorIdentifier = client.sectorIdentifier
        authenticationDefaults = client.authenticationDefaults
        origin = client.origin
    }
}

extension Client {
    /// Returns the client information for its developer (RFC 7591 §3.2.1).
    ///
    /// - Parameter secret: The secret, if it was just created.
    /// - Returns: All members of the registration.
    package func information(secret: Secret? = nil) -> ClientInformation {
        ClientInformation(
            clientID: id.rawValue,
            clientSecret: secret,
            clientIDIssuedAt: UnixTime(createdAt),
            clientSecretExpiresAt: secret.map { _ in UnixTime(seconds: 0) },
            metadata: metadata
        )
    }

    /// Adds the keys, the algorithms of signatures and the requirements on requests.
    private func addSigning(to metadata: inout ClientMetadata) {
        switch keys {
        case .set(let set): metadata.keySet = set
        case .uri(let uri): metadata.jwksURI = uri
        case nil: break
        }
        metadata.tokenEndpointAuthSigningAlgorithm = security.assertionAlgorithm
        metadata.requestObjectSigningAlgorithm = security.requestObjectAlgorithm
        metadata.requiresPushedAuthorizationRequests = security.requiresPushedRequests ? true : nil
        metadata.requiresSignedRequestObject = security.requiresSignedRequests ? true : nil
        metadata.bindsAccessTokensToKeys = security.requiresDPoP ? true : nil
        metadata.userInfoSigningAlgorithm = security.userInfoAlgorithm
    }

    /// Adds the defaults of authorization requests.
    private func addDefaults(to metadata: inout ClientMetadata) {
        guard let defaults = authenticationDefaults else { return }
        metadata.defaultMaxAge = defaults.maxAge
        metadata.defaultACRValues = defaults.classes.isEmpty ? nil : defaults.classes
        metadata.requiresAuthenticationTime = defaults.requiresAuthenticationTime ? true : nil
    }

    /// Adds the metadata that only the developers of a dynamically registered client use.
    private func addOrigin(to metadata: inout ClientMetadata) {
        guard let origin else { return }
        metadata.applicationType = origin.applicationType
        metadata.clientURI = origin.clientURI
        metadata.contacts = origin.contacts.isEmpty ? nil : origin.contacts
        metadata.softwareID = origin.softwareID
        metadata.softwareVersion = origin.softwareVersion
        metadata.initiateLoginURI = origin.initiateLoginURI
    }

    /// The metadata of the registration.
    private var metadata: ClientMetadata {
        var metadata = ClientMetadata()
        metadata.clientName = name
        metadata.logoURI = logoURI
        metadata.termsOfServiceURI = termsOfServiceURI
        metadata.policyURI = policyURI
        metadata.redirectURIs = redirectURIs
        metadata.postLogoutRedirectURIs = postLogoutRedirectURIs
        metadata.responseTypes = grantTypes.contains(.authorizationCode) ? [.code] : []
        metadata.grantTypes = grantTypes
        metadata.scope = scopes
        metadata.tokenEndpointAuthMethod = tokenEndpointAuthMethod
        metadata.idTokenSigningAlgorithm = idTokenAlgorithm
        addSigning(to: &metadata)
        metadata.backChannelLogoutURI = backChannelLogout?.uri
        metadata.requiresBackChannelLogoutSession = backChannelLogout?.requiresSessionID
        metadata.subjectType = sectorIdentifier.map { _ in .pairwise }
        addDefaults(to: &metadata)
        addOrigin(to: &metadata)
        return metadata
    }
}
