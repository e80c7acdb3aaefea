import Foundation
import GatehouseJOSE
import GatehouseWire
import HTTPTypes

/// The metadata and keys of an issuer, fetched by one task for all callers and kept while the issuer is unreachable.
final class IssuerDirectory: Sendable {
    /// The keys of the issuer.
    struct Keys: Sendable {
        let verifier: JWSVerifier
        let keys: Set<JSONWebKey>
    }

    private let metadata: FetchedValue<ServerMetadata>
    private let keys: FetchedValue<Keys>

    /// The minimum time between a failed fetch and the next one.
    private static let retryInterval = Duration.seconds(5)
    /// The shortest time after which keys are fetched again because their response names a time.
    private static let minimumKeyLifetime = Duration.seconds(60)
    /// The longest time after which keys are fetched again because their response names a time.
    private static let maximumKeyLifetime = Duration.seconds(60 * 60)

    /// Creates an empty directory.
    ///
    /// - Parameters:
    ///   - issuer: The issuer identifier.
    ///   - configuration: The lifetime of keys.
    ///   - transport: The connection to the issuer.
    ///   - uptime: A monotonic clock.
    ///   - keysRemoved: Called after the issuer has removed keys, which are not used any more, so that results of
    ///     earlier keys can be dropped.
    init(
        issuer: String,
        configuration: VerifierConfiguration,
        transport: any VerifierTransport,
        uptime: @escaping @Sendable () -> Duration,
        keysRemoved: @escaping @Sendable () -> Void
    ) {
        let policy = FetchPolicy(
            lifetime: configuration.keyLifetime,
            maximumAge: configuration.maximumKeyAge,
            refreshInterval: configuration.keyRefreshInterval,
            retryInterval: Self.retryInterval
        )
        let documents = IssuerDocuments(issuer: issuer, transport: transport)
        let metadata = FetchedValue<ServerMetadata>(policy, uptime: uptime) { () throws(FetchError) in
            .init(value: try await documents.metadata())
        }
        self.metadata = metadata
        let fixedURL = configuration.keySetURL
        keys = FetchedValue<Keys>(
            policy,
            uptime: uptime,
            replaced: { previous, current in if !previous.keys.isSubset(of: current.keys) { keysRemoved() } }
        ) { () throws(FetchError) in
            var address = fixedURL
            if address == nil { address = try await metadata.current().value.jwksURI?.absoluteString }
            guard let address else { throw FetchError("The metadata of the issuer contains no jwks_uri.") }
            let (found, maxAge) = try await documents.keys(at: address)
            let lifetime = maxAge.map { min(max($0, Self.minimumKeyLifetime), Self.maximumKeyLifetime) }
            return .init(value: found, lifetime: lifetime)
        }
    }

    /// Returns the keys.
    func currentKeys() async throws(FetchError) -> FetchedValue<Keys>.Version {
        try await keys.current()
    }

    /// Returns newer keys than those that lack the key of a token; `nil` if there are none.
    func keys(newerThan version: FetchedValue<Keys>.Version) async throws(FetchError) -> FetchedValue<Keys>.Version? {
        try await keys.newer(than: version)
    }

    /// Returns the URL of the introspection endpoint.
    func introspectionEndpoint() async throws(FetchError) -> String {
        guard let url = try await metadata.current().value.introspectionEndpoint?.absoluteString else {
            throw FetchError("The issuer has no introspection endpoint.")
        }
        guard isSafeServer(url) else { throw FetchError("The URL of the introspection endpoint is not https.") }
        return url
    }
}

/// Fetches the documents of an issuer.
struct IssuerDocuments: Sendable {
    let issuer: String
    let transport: any VerifierTransport

    /// Fetches the metadata, first from the location for OAuth clients (RFC 8414 §3), then from that of OpenID Connect.
    func metadata() async throws(FetchError) -> ServerMetadata {
        let locations = [
            WellKnownURL.inserting(AuthorizationServerMetadataEndpoint.path, into: issuer),
            issuer.withoutTrailingSlash + OpenIDConfigurationEndpoint.path,
        ]
        var failure = FetchError("The issuer has no metadata.")
        for case let location? in locations {
            let (response, body) = try await get(location)
            guard response.status == .ok else {
                failure = FetchError("\(location): status \(response.status.code)")
                guard response.status.kind == .clientError else { throw failure }
                continue
            }
            let found = try decode(body, as: ServerMetadata.self, from: location)
            // The metadata of another issuer would be trusted otherwise (RFC 8414 §3.3).
            guard found.issuer == issuer else {
                throw FetchError("\(location): the issuer is \(found.issuer), and \(issuer) in the configuration.")
            }
            return found
        }
        throw failure
    }

    /// Fetches a key set.
    ///
    /// - Returns: The keys, and the time for which the response may be reused (RFC 9111 §5.2.2.1); `nil` if it names
    ///   none.
    func keys(at location: String) async throws(FetchError) -> (IssuerDirectory.Keys, maxAge: Duration?) {
        guard isSafeServer(location) else { throw FetchError("\(location): the URL of the keys is not https.") }
        let (response, body) = try await get(location)
        guard response.status == .ok else { throw FetchError("\(location): status \(response.status.code)") }
        let set = try decode(body, as: JSONWebKeySet.self, from: location)
        let verifier = JWSVerifier(set)
        // A faulty response must not make valid tokens invalid.
        guard !verifier.isEmpty else { throw FetchError("\(location): no key can verify signatures.") }
        let maxAge = response.headerFields[.cacheControl].flatMap { CacheControl($0).maxAge }
        return (IssuerDirectory.Keys(verifier: verifier, keys: Set(set.keys)), maxAge.map { .seconds($0) })
    }

    private func get(_ location: String) async throws(FetchError) -> (HTTPResponse, Data) {
        guard let request = HTTPRequest(.get, location, [.accept: "application/json"]) else {
            throw FetchError("\(location): not a URL with a host")
        }
        do {
            return try await transport.send(request, body: nil)
        } catch {
            throw FetchError("\(location): \(error)")
        }
    }

    private func decode<Value: Decodable>(
        _ body: Data,
        as type: Value.Type,
        from location: String
    ) throws(FetchError) -> Value {
        do {
            return try JSONCoding.decode(type, from: body)
        } catch {
            throw FetchError("\(location): \(error.message)")
        }
    }
}
