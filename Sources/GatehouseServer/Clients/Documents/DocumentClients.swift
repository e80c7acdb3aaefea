import Foundation
import GatehouseStore
import GatehouseWire

/// Registers the clients whose identifier is the URL of their metadata document, and keeps them up to date (OAuth
/// Client ID Metadata Document, draft 02).
///
/// They are stored, because codes, sessions and consents refer to their client.
struct DocumentClients: Sendable {
    /// The minimum time, in seconds, between two records that a document is unchanged.
    private static let recordInterval: TimeInterval = 24 * 60 * 60
    /// The time, in seconds, for which a stored client is used although its document cannot be fetched.
    private static let staleTime: TimeInterval = 7 * 24 * 60 * 60

    /// The issuer's host, whose documents are not accepted; `nil` in development, where clients are on the same host.
    let issuerHost: String?
    let settings: RegistrationSettings
    let registrar: ClientRegistrar
    let resolver: ClientMetadataResolver
    let limiter: AttemptLimiter
    let sectors: SectorIdentifiers

    init(
        settings: ServerSettings,
        registrar: ClientRegistrar,
        limiter: AttemptLimiter,
        documents: any RemoteDocumentFetcher
    ) {
        let issuer = RedirectURI(rawValue: settings.issuer)
        issuerHost = settings.isDevelopment && issuer?.isLoopback == true ? nil : issuer?.host
        self.settings = settings.registration
        self.registrar = registrar
        resolver = ClientMetadataResolver(
            policy: ClientMetadataPolicy(allowsLoopback: settings.isDevelopment),
            fetcher: documents,
            environment: registrar.environment
        )
        self.limiter = limiter
        sectors = SectorIdentifiers(fetcher: documents, environment: registrar.environment)
    }

    private var environment: ServerEnvironment { registrar.environment }

    /// Returns whether the identifier is the URL of a document that may describe a client.
    ///
    /// Pages of the issuer's own host could be written by its users.
    func covers(_ id: Client.ID) -> Bool {
        guard settings.acceptsMetadataDocuments, let url = resolver.policy.url(id.rawValue) else { return false }
        guard let issuerHost else { return true }
        // A name with a dot at its end is the same host.
        return url.host != issuerHost && url.host != issuerHost + "."
    }

    /// Returns the client as its document describes it.
    ///
    /// - Parameters:
    ///   - id: An identifier that is covered.
    ///   - stored: The stored client; `nil` at its first request.
    /// - Returns: The stored client, up to date; `nil` if it was deleted in the meantime.
    /// - Throws: `invalid_client` for a missing or invalid document; `temporarily_unavailable` if it cannot be fetched
    ///   at the moment; 429 if too many clients were registered.
    func client(_ id: Client.ID, stored: Client?) async throws(OAuthError) -> Client? {
        let now = environment.now
        let freshUntil = stored?.origin?.freshUntil
        if let stored, let freshUntil, now < freshUntil { return stored }
        let context = RequestMetadata.current
        if stored == nil, let context { try await limiter.recordClientRegistration(context) }
        let document: CachedDocument<ClientMetadata>?
        do throws(OAuthError) { document = try await resolver.metadata(of: id.rawValue) } catch {
            guard error.code == .temporarilyUnavailable, let stored, let freshUntil,
                now < freshUntil.addingTimeInterval(Self.staleTime)
            else { throw error }
            return stored
        }
        guard let document else { return nil }
        // The stored client may be newer than a stale document: another node has updated it.
        if let stored, document.freshUntil <= now { return stored }
        let registration = try await registration(of: document, as: id, stored: stored)
        let request = context ?? RequestMetadata(address: nil, requestID: "client-document", actor: .client(id))
        guard let stored else { return try await insert(registration, as: id, request) }
        return try await update(stored, with: registration, request)
    }

    private func registration(
        of document: CachedDocument<ClientMetadata>,
        as id: Client.ID,
        stored: Client?
    ) async throws(OAuthError) -> ClientRegistration {
        let metadata = document.value
        do throws(OAuthError) {
            let catalog = try await registrar.resources.catalog()
            let open = settings.openScopes(of: catalog)
            let reader = ClientMetadataReader(scopes: open, of: catalog, permitsDeviceCode: false)
            var registration = try reader.registration(of: metadata)
            registration.id = id
            var origin = ClientMetadataReader.origin(of: metadata, kind: .document)
            origin.freshUntil = document.freshUntil
            registration.origin = origin
            try registrar.policy.check(registration)
            registration.sectorIdentifier = try await sector(of: metadata, stored: stored)
            return registration
        } catch {
            guard error.code != .temporarilyUnavailable, error.code != .serverError else { throw error }
            throw ClientMetadataResolver.invalidDocument(error.description)
        }
    }

    /// Returns the sector of the client.
    ///
    /// Redirect URIs that were found in the list of the sector remain valid while its server cannot be reached.
    private func sector(of metadata: ClientMetadata, stored: Client?) async throws(OAuthError) -> String? {
        do throws(OAuthError) { return try await sectors.sector(of: metadata) } catch {
            guard error.code == .temporarilyUnavailable, let stored, stored.redirectURIs == metadata.redirectURIs,
                metadata.subjectType == .pairwise, let sector = stored.sectorIdentifier,
                metadata.sectorIdentifierURI.flatMap({ RemoteURL($0)?.host }) == sector
            else { throw error }
            return sector
        }
    }

    private func insert(
        _ registration: ClientRegistration,
        as id: Client.ID,
        _ context: RequestMetadata
    ) async throws(OAuthError) -> Client? {
        let condition = RegistrationCondition(limiter.unverifiedClientCount())
        do throws(OAuthError) {
            _ = try await registrar.register(registration, onlyIf: condition, context: context)
        } catch {
            // Another request may have registered the client in the meantime.
            if let client = try await registrar.records.client(id) { return client }
            throw error
        }
        return try await registrar.records.client(id)
    }

    /// Replaces the stored metadata; an unchanged document is recorded at most once per ``recordInterval``.
    private func update(
        _ stored: Client,
        with registration: ClientRegistration,
        _ context: RequestMetadata
    ) async throws(OAuthError) -> Client? {
        let now = environment.now
        var expected = stored
        expected.replaceDocument(with: registration, at: now)
        if expected.isEqual(to: stored), let freshUntil = stored.origin?.freshUntil,
            now < freshUntil.addingTimeInterval(Self.recordInterval)
        {
            return stored
        }
        return try await registrar.update(stored.id, context: context) { client throws(OAuthError) in
            client.replaceDocument(with: registration, at: now)
        }
    }
}

extension Client {
    /// Replaces the metadata with that of the document; such a client has no secret that depends on its method.
    fileprivate mutating func replaceDocument(with registration: ClientRegistration, at now: Date) {
        replaceMetadata(with: registration, at: now)
        tokenEndpointAuthMethod = registration.authenticationMethod
    }

    /// Returns whether both are equal except for the time until which they are used without fetching the document.
    fileprivate func isEqual(to other: Client) -> Bool {
        var (own, other) = (self, other)
        own.origin?.freshUntil = nil
        other.origin?.freshUntil = nil
        return own == other
    }
}
