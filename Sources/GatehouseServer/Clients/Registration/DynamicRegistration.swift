package import Foundation
import GatehouseStore
package import GatehouseWire
import HTTPTypes

/// Registers clients at their own request (RFC 7591), and lets them manage their registrations (RFC 7592).
package struct DynamicRegistration: Sendable {
    let issuer: String
    let settings: RegistrationSettings
    let registrar: ClientRegistrar
    let tokens: any InitialAccessTokenReader
    let limiter: AttemptLimiter
    let sectors: SectorIdentifiers
    let statements: SoftwareStatementVerifier

    init(
        settings: ServerSettings,
        registrar: ClientRegistrar,
        tokens: any InitialAccessTokenReader,
        limiter: AttemptLimiter,
        documents: any RemoteDocumentFetcher,
        statements: TrustedTokenVerifier
    ) {
        issuer = settings.issuer
        self.settings = settings.registration
        self.registrar = registrar
        self.tokens = tokens
        self.limiter = limiter
        sectors = SectorIdentifiers(fetcher: documents, environment: registrar.environment)
        self.statements = SoftwareStatementVerifier(settings: settings, tokens: statements)
    }

    private var records: RecordLookup { registrar.records }
    private var environment: ServerEnvironment { registrar.environment }

    // MARK: Registration

    /// Registers a client (RFC 7591 §3).
    ///
    /// - Parameters:
    ///   - body: The metadata in JSON.
    ///   - authorization: The value of the `Authorization` field.
    ///   - context: The request.
    /// - Returns: The registration, with the secret and the registration access token, which cannot be read again.
    /// - Throws: `invalid_token` for a missing or invalid initial access token; 403 if the server registers no clients;
    ///   429 if a limit is exhausted; an error of RFC 7591 §3.2.2; `temporarily_unavailable` if the keys of a
    ///   statement's issuer or the sector identifier document cannot be fetched at the moment.
    package func register(
        _ body: Data,
        authorization: String?,
        context: RequestMetadata
    ) async throws(OAuthError) -> RegistrationResponse {
        guard settings.mode != .off else {
            throw OAuthError(.invalidRequest, "The server does not register clients on request.", status: .forbidden)
        }
        let token = try await initialAccessToken(authorization)
        let request = try ClientMetadata(body: body)
        let source = try statements.source(of: request)
        // Statements are verified within the limit; other requests count once they have passed all cheap checks.
        if token == nil, source != nil { try await limiter.recordClientRegistration(context) }
        let statement = try await statements.verify(request, from: source)
        let trust = RegistrationTrust(request, statement: statement, hasInitialAccessToken: token != nil)
        let catalog = try await registrar.resources.catalog()
        let reader = ClientMetadataReader(
            scopes: settings.openScopes(of: catalog),
            of: catalog,
            permitsDeviceCode: trust.permitsDeviceCode
        )
        var registration = try reader.registration(of: trust.metadata)
        let management = OpaqueToken(random: environment.random)
        registration.origin = trust.origin(managementTokenHash: management.hash)
        try registrar.policy.check(registration)
        if token == nil, source == nil { try await limiter.recordClientRegistration(context) }
        registration.sectorIdentifier = try await sectors.sector(of: trust.metadata)
        let condition = token.map(use) ?? RegistrationCondition(limiter.unverifiedClientCount())
        var information = try await registrar.register(
            registration,
            onlyIf: condition,
            context: context
        )
        addManagement(to: &information, management.secret)
        // Some clients take the scopes of the response for those of all their requests.
        if trust.metadata.scope == nil { information.scope = nil }
        information.softwareStatement = request.softwareStatement
        return RegistrationResponse(client: information)
    }

    /// Returns the valid initial access token of a request; `nil` for a request that has none and needs none.
    ///
    /// A token that is not valid is rejected even if none is needed: the caller expects its privileges.
    private func initialAccessToken(_ authorization: String?) async throws(OAuthError) -> InitialAccessToken.ID? {
        guard let authorization else {
            guard settings.mode == .token else { return nil }
            throw unauthorized("Registration requires an initial access token.", isMissing: true)
        }
        guard let secret = Self.bearer(authorization) else { throw invalidInitialToken }
        let id = InitialAccessToken.ID(OpaqueToken.hash(of: secret.reveal()))
        let token: InitialAccessToken?
        do { token = try await tokens.initialAccessToken(id) } catch {
            throw OAuthError(records.failures.record(error))
        }
        guard let token, environment.now < token.expiresAt, token.remaining ?? 1 > 0 else { throw invalidInitialToken }
        return id
    }

    private func use(_ token: InitialAccessToken.ID) -> RegistrationCondition {
        RegistrationCondition(
            change: .initialAccessToken(.use(token, at: environment.now)),
            error: invalidInitialToken
        )
    }

    private var invalidInitialToken: OAuthError {
        unauthorized("The initial access token is unknown, has expired or was used up.")
    }

    // MARK: Management

    /// Returns the registration of a client (RFC 7592 §2.1).
    ///
    /// The secret is not part of it: the server shows it only once.
    ///
    /// - Parameters:
    ///   - id: The client identifier in the path.
    ///   - authorization: The value of the `Authorization` field.
    /// - Returns: The registration with the token of the request.
    /// - Throws: `invalid_token` (401) also for a client that does not exist.
    package func read(_ id: String, authorization: String?) async throws(OAuthError) -> ClientInformation {
        let (client, token) = try await managedClient(id, authorization)
        var information = client.information()
        addManagement(to: &information, token)
        return information
    }

    /// Replaces the metadata of a client (RFC 7592 §2.2); members that the request omits get their defaults.
    ///
    /// Secret and registration access token remain. A client that changes to a method that needs a secret gets one.
    /// Without its software statement, a client remains verified unless it changes its name or adds a redirect URI,
    /// logo or link.
    ///
    /// - Parameters:
    ///   - id: The client identifier in the path.
    ///   - body: The metadata in JSON, with the client identifier.
    ///   - authorization: The value of the `Authorization` field.
    ///   - context: The request.
    /// - Returns: The changed registration, with a secret if it is new.
    /// - Throws: `invalid_token`, an error of RFC 7591 §3.2.2, or `temporarily_unavailable` as a registration.
    package func replace(
        _ id: String,
        _ body: Data,
        authorization: String?,
        context: RequestMetadata
    ) async throws(OAuthError) -> ClientInformation {
        let (client, token) = try await managedClient(id, authorization)
        let update = try RegistrationUpdate(body: body)
        guard update.clientID == client.id.rawValue else {
            throw OAuthError(.invalidClientMetadata, "client_id must be the identifier of the registration.")
        }
        if let secret = update.clientSecret, !client.hasSecret(secret, at: environment.now) {
            throw OAuthError(.invalidClientMetadata, "client_secret must be the current one; clients can't choose it.")
        }
        let source = try statements.source(of: update.metadata)
        let statement = try await statements.verify(update.metadata, from: source)
        let trust = RegistrationTrust(update.metadata, statement: statement, replacing: client)
        // The operator may have given the client further scopes.
        let catalog = try await registrar.resources.catalog()
        let open = settings.openScopes(of: catalog)
        let reader = ClientMetadataReader(
            scopes: open.union(client.scopes),
            of: catalog,
            permitsDeviceCode: trust.permitsDeviceCode
        )
        var registration = try reader.registration(of: trust.metadata)
        if trust.metadata.scope == nil { registration.scopes = nil }
        registration.origin = trust.origin(managementTokenHash: client.origin?.managementTokenHash)
        try registrar.policy.check(registration)
        registration.sectorIdentifier = try await sectors.sector(of: trust.metadata)
        var information = try await replace(client, token: token, context: context) { [registration] stored in
            // The operator added the grants that registration does not offer; device codes require a verified client.
            let endsVerification = stored.origin?.isVerified == true && !trust.isVerified
            let further = stored.grantTypes.filter {
                !reader.grantTypes.contains($0) && !(endsVerification && $0 == .deviceCode)
            }
            // Computed from the stored client, so that a scope that was removed in the meantime does not return.
            let allowed = open.union(stored.scopes)
            stored.replaceMetadata(with: registration, at: environment.now)
            stored.grantTypes += further
            stored.scopes = stored.scopes.intersection(allowed)
            return registration.authenticationMethod
        }
        information.softwareStatement = update.metadata.softwareStatement
        return information
    }

    /// Changes a client whose registration access token is still valid; `change` returns its authentication method.
    private func replace(
        _ client: Client,
        token: Secret,
        context: RequestMetadata,
        _ change: @Sendable (inout Client) -> ClientAuthenticationMethod
    ) async throws(OAuthError) -> ClientInformation {
        let secret = OpaqueToken(random: environment.random)
        let hash = OpaqueToken.hash(of: token.reveal())
        let changed = try await registrar.update(client.id, context: context) { stored throws(OAuthError) in
            // The token may have been replaced, and the client deleted and registered anew, since it was checked.
            guard stored.origin?.managementTokenHash == hash else { throw invalidManagementToken }
            let method = change(&stored)
            try registrar.setAuthenticationMethod(method, of: &stored, newSecret: secret)
        }
        guard let changed else { throw invalidManagementToken }
        var information = changed.information(secret: changed.secretHash == secret.hash ? secret.secret : nil)
        addManagement(to: &information, token)
        return information
    }

    /// Deletes a client with its sessions, consents, codes and tokens (RFC 7592 §2.3).
    ///
    /// It is unusable at once; its records are deleted by ``ExpiredRecordCleanup``.
    ///
    /// - Parameters:
    ///   - id: The client identifier in the path.
    ///   - authorization: The value of the `Authorization` field.
    ///   - context: The request.
    /// - Returns: An empty response.
    /// - Throws: `invalid_token`, also for a client that was deleted before.
    package func delete(
        _ id: String,
        authorization: String?,
        context: RequestMetadata
    ) async throws(OAuthError) -> RegistrationDeletion {
        let (client, _) = try await managedClient(id, authorization)
        let conflict = try await records.firstConflict(committing: [
            .client(.markDeleted(client.id, at: registrar.environment.now)),
            registrar.audit.event(.clientDeleted, context, client: client.id),
        ])
        guard conflict == nil else { throw invalidManagementToken }
        return RegistrationDeletion()
    }

    /// Returns the client that a registration access token is for, and the token.
    ///
    /// RFC 7592 §2.1: the same response for a client that does not exist and for an invalid token.
    private func managedClient(
        _ id: String,
        _ authorization: String?
    ) async throws(OAuthError) -> (client: Client, token: Secret) {
        guard let authorization else {
            throw unauthorized("The request requires the registration access token.", isMissing: true)
        }
        guard let token = Self.bearer(authorization), let name = try? FormCoding.decode(id.utf8),
            let client = try await records.client(Client.ID(name)), let hash = client.origin?.managementTokenHash,
            Secret(hash).matches(OpaqueToken.hash(of: token.reveal()))
        else { throw invalidManagementToken }
        return (client, token)
    }

    private var invalidManagementToken: OAuthError { unauthorized("The registration access token is not valid.") }

    private func addManagement(to information: inout ClientInformation, _ token: Secret) {
        information.registrationAccessToken = token
        information.registrationClientURI = issuer + ClientConfigurationEndpoint.path(of: information.clientID)
    }

    private static func bearer(_ authorization: String) -> Secret? {
        guard case .bearer(let token)? = try? AuthorizationHeader(authorization) else { return nil }
        return token
    }

    /// Returns an error with a challenge, which names an error only if the request had a token (RFC 6750 §3.1).
    private func unauthorized(_ text: String, isMissing: Bool = false) -> OAuthError {
        let challenge =
            isMissing
            ? WWWAuthenticate(.bearer, realm: issuer)
            : WWWAuthenticate(.bearer, realm: issuer, error: .invalidToken, errorDescription: text)
        return OAuthError(.invalidToken, text, challenge: challenge)
    }
}

extension RegistrationSettings {
    /// Returns the scopes that are open for registration: by default the basic ones and those of all resources.
    func openScopes(of catalog: ResourceCatalog) -> ScopeSet {
        if let scopes { return scopes }
        let basic: ScopeSet = [.openid, .profile, .email, .offlineAccess]
        return basic.union(ScopeSet(catalog.resources.flatMap { $0.scopes.map(\.name) }))
    }
}
