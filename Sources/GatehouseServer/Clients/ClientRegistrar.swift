package import Foundation
package import GatehouseStore
package import GatehouseWire

/// Registers and changes clients.
package struct ClientRegistrar: Sendable {
    let core: ServerCore

    package init(core: ServerCore) {
        self.core = core
    }

    /// Checks a registration without a store.
    ///
    /// - Throws: `invalid_redirect_uri` or `invalid_client_metadata` (RFC 7591 §3.2.2).
    package static func check(_ registration: ClientRegistration) throws(OAuthError) {
        try RegistrationPolicy().check(registration)
    }

    /// Registers a client.
    ///
    /// - Returns: What its developer needs. The secret is in here and never again: only its hash is kept.
    /// - Throws: `invalid_redirect_uri` or `invalid_client_metadata` (RFC 7591 §3.2.2).
    package func register(
        _ registration: ClientRegistration,
        context: RequestContext
    ) async throws(OAuthError) -> ClientInformation {
        try Self.check(registration)
        try await checkAccepted(registration.kii?.accepts ?? [])
        let secret = registration.kind == .confidential ? OpaqueToken(random: core.environment.random) : nil
        let key = registration.kii.map { $0.appKey ?? OpaqueToken(random: core.environment.random).secret }
        let adminSecret =
            registration.kii?.hasAdministrator == true ? OpaqueToken(random: core.environment.random) : nil
        let client = Client(
            id: registration.id ?? core.newID(),
            name: registration.name,
            logoURI: registration.logoURI,
            termsOfServiceURI: registration.termsOfServiceURI,
            policyURI: registration.policyURI,
            secretHash: secret?.hash,
            tokenEndpointAuthMethod: secret == nil ? .none : registration.authenticationMethod,
            redirectURIs: registration.redirectURIs,
            postLogoutRedirectURIs: registration.postLogoutRedirectURIs,
            grantTypes: registration.grantTypes,
            scopes: registration.scopes ?? Self.usualScopes(of: registration),
            requiresPKCE: registration.requiresPKCE,
            mayOmitRedirectURI: registration.mayOmitRedirectURI,
            idTokenAlgorithm: registration.idTokenAlgorithm,
            skipsConsent: registration.skipsConsent || registration.native != nil || registration.kii != nil,
            attributes: registration.attributes,
            native: registration.native,
            kii: Self.kii(registration, key, adminSecret),
            refreshRecovery: registration.refreshRecovery ?? registration.usualRefreshRecovery,
            introspects: registration.introspects,
            codeDomain: registration.codeDomain,
            isForDevelopment: registration.isForDevelopment,
            createdAt: core.now
        )
        let changes = [.client(.insert(client)), core.audit(.clientCreated, context, client: client.id)]
        guard try await core.conflict(committing: changes) == nil else {
            throw try await taken(client.id)
        }
        var information = client.information(secret: secret?.secret)
        information.kiiAppKey = key
        information.kiiAdminSecret = adminSecret?.secret
        return information
    }

    /// Changes a registered client; its sessions, consents and accounts stay.
    ///
    /// - Parameters:
    ///   - id: The client.
    ///   - context: The request, for the audit log.
    ///   - change: Changes the client as it is stored now. It runs again when another operator changed the client at
    ///     the same time, so that neither change undoes the other.
    /// - Returns: The changed client; `nil` when there is none.
    /// - Throws: `invalid_client_metadata` or `invalid_redirect_uri`, with what to change.
    package func update(
        _ id: Client.ID,
        context: RequestContext,
        _ change: @Sendable (inout Client) throws(OAuthError) -> Void
    ) async throws(OAuthError) -> Client? {
        for _ in 0..<Self.attempts {
            guard let before = try await registeredClient(id) else { return nil }
            var client = before
            try change(&client)
            guard client != before else { return client }
            try RegistrationPolicy().check(client)
            try await checkAccepted((client.kii?.accepts ?? []).filter { before.kii?.accepts.contains($0) != true })
            client.revision += 1
            let detail = client.changedProperties(since: before).joined(separator: ", ")
            let changes = [
                .client(.update(client, ifRevision: before.revision)),
                core.audit(.clientUpdated, context, client: id, detail: detail),
            ]
            if try await core.conflict(committing: changes) == nil { return client }
        }
        throw .busy
    }

    /// Gives a confidential client a new secret; the old one works until the end of the overlap.
    ///
    /// - Returns: The changed client with its new secret, which is stored as a hash only; `nil` when there is no such
    ///   client.
    /// - Throws: `invalid_client_metadata` for a client without a secret.
    package func rotateSecret(
        of id: Client.ID,
        overlap: TimeInterval,
        context: RequestContext
    ) async throws(OAuthError) -> (client: Client, secret: Secret)? {
        let secret = OpaqueToken(random: core.environment.random)
        let expiry = core.now.addingTimeInterval(overlap)
        let client = try await update(id, context: context) { client throws(OAuthError) in
            guard let old = client.secretHash else {
                throw OAuthError(.invalidClientMetadata, "The client \(id) is public and has no secret.")
            }
            client.previousSecret = overlap > 0 ? PreviousSecret(hash: old, expiresAt: expiry) : nil
            client.secretHash = secret.hash
        }
        return client.map { ($0, secret.secret) }
    }

    /// The number of attempts when other operators change the same client.
    private static let attempts = 8

    /// Returns a client, including development clients that this server does not serve.
    private func registeredClient(_ id: Client.ID) async throws(OAuthError) -> Client? {
        do { return try await core.store.client(id) } catch { throw core.failure(error) }
    }

    private func taken(_ id: Client.ID) async throws(OAuthError) -> OAuthError {
        let isForDevelopment = try await registeredClient(id)?.isForDevelopment == true
        return OAuthError(
            .invalidClientMetadata,
            isForDevelopment
                ? "The client \(id) exists already, for development mode only. Delete it first, or choose another identifier."
                : "A client \(id) exists already. Choose another identifier."
        )
    }

    /// A slip in an identifier would show as tokens that are refused, long after.
    private func checkAccepted(_ clients: [Client.ID]) async throws(OAuthError) {
        for id in clients where try await registeredClient(id) == nil {
            throw OAuthError(
                .invalidClientMetadata,
                "There is no client \(id) whose tokens could be accepted. Register it first."
            )
        }
    }

    private static func kii(
        _ registration: ClientRegistration,
        _ key: Secret?,
        _ adminSecret: OpaqueToken?
    ) -> KiiApplication? {
        guard let kii = registration.kii, let key else { return nil }
        let day: TimeInterval = 24 * 60 * 60
        let usual = registration.grantTypes.contains(.refreshToken) ? 60 * 60 : 365 * day
        return KiiApplication(
            keyHash: OpaqueToken.hash(of: key.reveal()),
            adminSecretHash: adminSecret?.hash,
            tokenLifetime: kii.tokenLifetime ?? usual,
            accepts: kii.accepts,
            revealsAccounts: kii.revealsAccounts
        )
    }

    private static func usualScopes(of registration: ClientRegistration) -> ScopeSet {
        guard registration.kii != nil else {
            return registration.grantTypes == [.clientCredentials] ? [] : [.openid, .profile, .email, .offlineAccess]
        }
        let scopes: ScopeSet = [.openid, .profile, .email, .phone, .address, .account]
        return registration.grantTypes.contains(.refreshToken) ? scopes.union([.offlineAccess]) : scopes
    }
}
