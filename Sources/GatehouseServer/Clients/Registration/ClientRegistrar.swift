package import Foundation
package import GatehouseStore
package import GatehouseWire

/// Registers and updates clients.
package struct ClientRegistrar: Sendable {
    let store: any ClientReader
    let records: RecordLookup
    let audit: AuditLog
    let resources: ResourceDirectory
    let environment: ServerEnvironment
    let secrets: ClientSecretBox
    let policy: RegistrationPolicy

    /// Registers a client.
    ///
    /// - Parameters:
    ///   - registration: The metadata of the client.
    ///   - context: The request, for the audit log.
    /// - Returns: The client information for its developer, with the secret, which cannot be read again.
    /// - Throws: `invalid_redirect_uri` or `invalid_client_metadata` (RFC 7591 §3.2.2).
    package func register(
        _ registration: ClientRegistration,
        context: RequestMetadata
    ) async throws(OAuthError) -> ClientInformation {
        try await register(registration, onlyIf: nil, context: context)
    }

    /// Registers a client in one commit with a change that must be possible.
    ///
    /// - Parameters:
    ///   - registration: The metadata of the client.
    ///   - condition: The change, and the error if it conflicts; `nil` for none.
    ///   - context: The request, for the audit log.
    /// - Returns: The client information for its developer, with the secret.
    /// - Throws: As ``register(_:context:)``, and the error of the condition.
    func register(
        _ registration: ClientRegistration,
        onlyIf condition: RegistrationCondition?,
        context: RequestMetadata
    ) async throws(OAuthError) -> ClientInformation {
        try policy.check(registration)
        try await checkAccepted(registration.passwordApp?.accepts ?? [])
        try await checkResources([registration.defaultResource].compactMap(\.self))
        try await checkResources(registration.tokenExchange?.resources ?? [])
        let method = registration.kind == .confidential ? registration.authenticationMethod : .none
        let hasSecret = ![.none, .privateKeyJWT].contains(method)
        let secret = hasSecret ? OpaqueToken(random: environment.random) : nil
        let key = registration.passwordApp.map { $0.appKey ?? OpaqueToken(random: environment.random).secret }
        let adminSecret =
            registration.passwordApp?.hasAdministrator == true ? OpaqueToken(random: environment.random) : nil
        var client = newClient(of: registration, method: method, secretHash: secret?.hash)
        client.passwordApp = Self.passwordAppSettings(of: registration, key: key, adminSecret: adminSecret)
        if method == .clientSecretJWT, let secret {
            client.sealedSecret = try secrets.seal(secret.secret, of: client)
        }
        let changes = [
            condition?.change, .client(.insert(client)), audit.event(.clientCreated, context, client: client.id),
        ].compactMap(\.self)
        if let conflict = try await records.firstConflict(committing: changes) {
            if let condition, conflict == 0 { throw condition.error }
            throw try await taken(client.id)
        }
        var information = client.information(secret: secret?.secret)
        information.kiiAppKey = key
        information.kiiAdminSecret = adminSecret?.secret
        return information
    }

    private func newClient(
        of registration: ClientRegistration,
        method: ClientAuthenticationMethod,
        secretHash: String?
    ) -> Client {
        Client(
            id: registration.id ?? environment.newID(),
            name: registration.name,
            logoURI: registration.logoURI,
            termsOfServiceURI: registration.termsOfServiceURI,
            policyURI: registration.policyURI,
            secretHash: secretHash,
            tokenEndpointAuthMethod: method,
            redirectURIs: registration.redirectURIs,
            postLogoutRedirectURIs: registration.postLogoutRedirectURIs,
            grantTypes: registration.grantTypes,
            scopes: registration.scopes ?? defaultScopes(of: registration),
            requiresPKCE: registration.requiresPKCE,
            mayOmitRedirectURI: registration.mayOmitRedirectURI,
            idTokenAlgorithm: registration.idTokenAlgorithm,
            skipsConsent: registration.skipsConsent || registration.native != nil || registration.passwordApp != nil,
            attributes: registration.attributes,
            native: registration.native,
            refreshRecovery: registration.refreshRecovery ?? registration.defaultRefreshRecovery,
            introspects: registration.introspects,
            codeDomain: registration.codeDomain,
            secondFactor: registration.secondFactor,
            mobileApps: registration.mobileApps,
            keys: registration.keys,
            security: registration.security,
            authenticationDefaults: registration.authenticationDefaults,
            sectorIdentifier: registration.sectorIdentifier,
            backChannelLogout: registration.backChannelLogout,
            defaultResource: registration.defaultResource,
            tokenExchange: registration.tokenExchange,
            origin: registration.origin,
            isForDevelopment: registration.isForDevelopment,
            createdAt: environment.now
        )
    }

    /// Updates a registered client; its sessions, consents and accounts remain.
    ///
    /// - Parameters:
    ///   - id: The client's identifier.
    ///   - context: The request, for the audit log.
    ///   - change: A closure that modifies the stored client. It runs again after a concurrent update, so that neither
    ///     update is lost.
    /// - Returns: The updated client; `nil` if it does not exist.
    /// - Throws: `invalid_client_metadata` or `invalid_redirect_uri`.
    package func update(
        _ id: Client.ID,
        context: RequestMetadata,
        _ change: @Sendable (inout Client) throws(OAuthError) -> Void
    ) async throws(OAuthError) -> Client? {
        for _ in 0..<Self.attempts {
            guard let before = try await registeredClient(id), before.deletedAt == nil else { return nil }
            var client = before
            try change(&client)
            guard client != before else { return client }
            try policy.check(client)
            try await checkAccepted(
                (client.passwordApp?.accepts ?? []).filter { before.passwordApp?.accepts.contains($0) != true }
            )
            if client.defaultResource != before.defaultResource {
                try await checkResources([client.defaultResource].compactMap(\.self))
            }
            if client.tokenExchange != before.tokenExchange {
                try await checkResources(client.tokenExchange?.resources ?? [])
            }
            client.revision += 1
            let detail = client.changedProperties(since: before).joined(separator: ", ")
            let changes = [
                .client(.update(client, ifRevision: before.revision)),
                audit.event(.clientUpdated, context, client: id, detail: detail),
            ]
            if try await records.firstConflict(committing: changes) == nil { return client }
        }
        throw .busy
    }

    /// Replaces the secret of a confidential client; the old one remains valid for `overlap`.
    ///
    /// Secrets that were replaced earlier keep their own ends; without an overlap they end, too.
    ///
    /// - Returns: The client with its new secret, which cannot be read again; `nil` if the client does not exist.
    /// - Throws: `invalid_client_metadata` for a client without a secret, and for one with as many previous secrets as
    ///   may work at a time.
    package func rotateSecret(
        of id: Client.ID,
        overlap: TimeInterval,
        context: RequestMetadata
    ) async throws(OAuthError) -> (client: Client, secret: Secret)? {
        let secret = OpaqueToken(random: environment.random)
        let now = environment.now
        let client = try await update(id, context: context) { client throws(OAuthError) in
            guard let old = client.secretHash else {
                let reason = client.isConfidential ? "authenticates with keys" : "is public"
                throw OAuthError(.invalidClientMetadata, "Client \(id) \(reason) and has no secret.")
            }
            client.previousSecrets.removeAll { overlap <= 0 || $0.expiresAt <= now }
            if overlap > 0 {
                try Self.checkRoom(for: client)
                client.previousSecrets.append(PreviousSecret(hash: old, expiresAt: now.addingTimeInterval(overlap)))
            }
            client.secretHash = secret.hash
            if client.tokenEndpointAuthMethod == .clientSecretJWT {
                client.sealedSecret = try secrets.seal(secret.secret, of: client)
            }
        }
        return client.map { ($0, secret.secret) }
    }

    /// Sets the authentication method of a client.
    ///
    /// A client keeps its secret if it can be used with the method. One that signs assertions with its secret gets a
    /// new one, because only the hash of the present one is stored.
    ///
    /// - Parameters:
    ///   - method: The method; `none` makes the client public.
    ///   - client: The client.
    ///   - secret: The secret of a client that needs a new one.
    /// - Throws: `server_error` if the secret cannot be sealed.
    package func setAuthenticationMethod(
        _ method: ClientAuthenticationMethod,
        of client: inout Client,
        newSecret secret: OpaqueToken
    ) throws(OAuthError) {
        client.tokenEndpointAuthMethod = method
        switch method {
        case .none: client.makePublic()
        case .privateKeyJWT:
            client.secretHash = nil
            client.previousSecrets = []
            client.sealedSecret = nil
        case .clientSecretJWT where client.sealedSecret == nil:
            client.secretHash = secret.hash
            client.previousSecrets = []
            client.sealedSecret = try secrets.seal(secret.secret, of: client)
        case .clientSecretJWT: break
        default:
            client.secretHash = client.secretHash ?? secret.hash
            client.sealedSecret = nil
        }
    }

    /// The number of previous secrets that may work at a time.
    private static let maximumPreviousSecrets = 5

    /// Refuses rather than ends the oldest secret, which a program may still send.
    private static func checkRoom(for client: Client) throws(OAuthError) {
        let ends = client.previousSecrets.map(\.expiresAt)
        guard ends.count >= maximumPreviousSecrets, let first = ends.min() else { return }
        throw OAuthError(
            .invalidClientMetadata,
            """
            The client \(client.id) has \(ends.count) earlier secrets that still work, and cannot have more. Wait until \
            \(first.formatted(.iso8601)), when the first of them ends, or end all of them with an overlap of 0.
            """
        )
    }

    /// The number of attempts when other operators update the same client.
    private static let attempts = 8

    /// Returns a client, including development clients that this server does not serve.
    private func registeredClient(_ id: Client.ID) async throws(OAuthError) -> Client? {
        do { return try await store.client(id) } catch { throw OAuthError(records.failures.record(error)) }
    }

    private func taken(_ id: Client.ID) async throws(OAuthError) -> OAuthError {
        let isForDevelopment = try await registeredClient(id)?.isForDevelopment == true
        return OAuthError(
            .invalidClientMetadata,
            isForDevelopment
                ? "Client \(id) already exists for development mode only. Delete it or choose another identifier."
                : "Client \(id) already exists. Choose another identifier."
        )
    }

    /// Reports misspelled identifiers at registration, not later as rejected tokens.
    private func checkAccepted(_ clients: [Client.ID]) async throws(OAuthError) {
        for id in clients where try await registeredClient(id) == nil {
            throw OAuthError(
                .invalidClientMetadata,
                "Unknown client: \(id). Register it first."
            )
        }
    }

    private func checkResources(_ ids: [Resource.ID]) async throws(OAuthError) {
        guard !ids.isEmpty else { return }
        let catalog = try await resources.currentCatalog()
        for id in ids where catalog.resource(id) == nil {
            throw OAuthError(.invalidClientMetadata, "Unknown resource: \(id). Register it first.")
        }
    }

    private static func passwordAppSettings(
        of registration: ClientRegistration,
        key: Secret?,
        adminSecret: OpaqueToken?
    ) -> PasswordAppSettings? {
        guard let app = registration.passwordApp, let key else { return nil }
        let day: TimeInterval = 24 * 60 * 60
        let defaultLifetime = registration.grantTypes.contains(.refreshToken) ? 60 * 60 : 365 * day
        return PasswordAppSettings(
            keyHash: OpaqueToken.hash(of: key.reveal()),
            adminSecretHash: adminSecret?.hash,
            tokenLifetime: app.tokenLifetime ?? defaultLifetime,
            accepts: app.accepts,
            disclosesAccounts: app.disclosesAccounts
        )
    }

    private func defaultScopes(of registration: ClientRegistration) -> ScopeSet {
        guard registration.passwordApp != nil else {
            guard policy.servesUsers(registration.grantTypes) else { return [] }
            let scopes: ScopeSet = [.openid, .profile, .email, .offlineAccess]
            // The operator's own apps offer the deletion of the account, as app stores require.
            return registration.native == nil ? scopes : scopes.union([.account])
        }
        let scopes: ScopeSet = [.openid, .profile, .email, .phone, .address, .account]
        return registration.grantTypes.contains(.refreshToken) ? scopes.union([.offlineAccess]) : scopes
    }
}

extension TokenExchangePolicy {
    /// All resources that the policy names.
    fileprivate var resources: [Resource.ID] { subjects + targets }
}

/// A change that the registration of a client requires, and the error if the change conflicts.
struct RegistrationCondition: Sendable {
    let change: Change
    let error: OAuthError

    init(change: Change, error: OAuthError) {
        self.change = change
        self.error = error
    }

    /// Creates the condition that a limit is not exceeded; `nil` without a limit.
    init?(_ count: (change: Change, error: OAuthError)?) {
        guard let count else { return nil }
        self.init(change: count.change, error: count.error)
    }
}
