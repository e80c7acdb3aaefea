import Foundation
import GatehouseJOSE
import GatehouseWire

/// A cache of the server's metadata and keys, in memory.
actor DiscoveryCache {
    /// The time for which metadata is used.
    private static let metadataAge = Duration.seconds(60 * 60)
    /// The minimum time between two key downloads caused by unknown keys.
    private static let keysAge = Duration.seconds(30)

    /// The configured URL of a server.
    enum Location: Sendable {
        /// The issuer, whose metadata is published below it.
        case issuer(URL)
        /// A tenant as in Entra, whose metadata contains the issuer.
        case tenant(URL)

        /// The URL in the configuration.
        fileprivate var url: URL {
            switch self {
            case .issuer(let url), .tenant(let url): url
            }
        }
    }

    private let location: Location
    private let connection: EndpointClient
    /// The metadata and its age, by the monotonic clock.
    private var metadata: (value: ServerMetadata, since: Duration)?
    private var keys: (verifier: JWSVerifier, missedAt: Duration?)?
    private var hasMissedKey = false
    /// The time of the last failed key download.
    private var keysFailedAt: Duration?

    /// Creates an empty cache.
    init(_ location: Location, connection: EndpointClient) {
        self.location = location
        self.connection = connection
    }

    private var uptime: Duration { connection.clock.uptime() }

    /// The issuer, if the metadata has been fetched.
    var knownIssuer: String? { metadata?.value.issuer }

    /// Returns the server's metadata, fetching it if necessary.
    func current() async throws(AuthError) -> ServerMetadata {
        if let metadata, uptime - metadata.since < Self.metadataAge { return metadata.value }
        let found = try await published()
        if case .issuer(let issuer) = location,
            found.issuer.withoutTrailingSlash != issuer.absoluteString.withoutTrailingSlash
        {
            throw .misconfigured(
                "The server’s issuer is \(found.issuer). Use exactly this URL in the configuration."
            )
        }
        if let name = found.unsafeEndpoint(of: location.url) {
            throw .misconfigured(
                "The server publishes an insecure URL for \(name). The operator must correct the metadata."
            )
        }
        metadata = (found, uptime)
        return found
    }

    private func published() async throws(AuthError) -> ServerMetadata {
        let url =
            switch location {
            case .issuer(let issuer): try OpenIDConfigurationEndpoint.url(below: issuer)
            case .tenant(let authority): try EntraConfigurationEndpoint.url(below: authority)
            }
        do throws(AuthError) {
            return try await connection.send(OpenIDConfigurationEndpoint.self, EmptyRequest(), to: url)
        } catch {
            guard error.response?.httpStatus == 404 else { throw error }
            var failure = AuthError.misconfigured(
                "There is no OpenID Connect server at \(url). Check the issuer URL."
            )
            failure.requestID = error.requestID
            // The error in the body of a foreign server is not a verdict of the token endpoint.
            failure.response = AuthError.ServerResponse(httpStatus: 404)
            throw failure
        }
    }

    /// Returns the audience of a session's own token (RFC 8707 §2.2): the issuer in a session with tokens for APIs,
    /// because userinfo and the account API require it; otherwise `nil`, for the server's choice.
    func audience(beside resources: [String]?) async throws(AuthError) -> String? {
        guard let resources, !resources.isEmpty else { return nil }
        return try await current().issuer
    }

    /// The keys, if they have been fetched.
    var knownVerifier: JWSVerifier? { keys?.verifier }

    /// Records that a key was unknown, so that the keys are fetched again when next requested.
    func missKey() {
        hasMissedKey = true
    }

    /// Fetches the keys if they are missing, for a caller that can do without them; skipped if that has just failed.
    func provideKeys() async {
        if let keysFailedAt, uptime - keysFailedAt < Self.keysAge { return }
        do throws(AuthError) {
            _ = try await verifier()
        } catch {
            keysFailedAt = uptime
        }
    }

    /// Returns the server's keys, fetching them if necessary.
    ///
    /// - Parameter miss: Whether a needed key is unknown: the keys are fetched again, unless that was just done.
    /// - Returns: The verifier with the keys.
    /// - Throws: ``AuthError`` if the keys cannot be fetched.
    func verifier(after miss: Bool = false) async throws(AuthError) -> JWSVerifier {
        let miss = miss || hasMissedKey
        if let keys {
            let missedJustNow = keys.missedAt.map { uptime - $0 < Self.keysAge } ?? false
            guard miss, !missedJustNow else { return keys.verifier }
        }
        let url = try await current().required(\.jwksURI, "keys")
        let verifier = JWSVerifier(try await connection.send(KeySetEndpoint.self, EmptyRequest(), to: url))
        keys = (verifier, miss ? uptime : nil)
        hasMissedKey = false
        return verifier
    }
}

extension Endpoint {
    /// Returns the URL of the endpoint from the issuer alone.
    ///
    /// - Throws: `misconfigured` if the issuer is not an `https` URL, or `http` on localhost.
    static func url(below issuer: URL) throws(AuthError) -> URL {
        guard issuer.isSafeServer, let url = URL(string: issuer.absoluteString.withoutTrailingSlash + path) else {
            throw .misconfigured("The issuer must be an https URL; http is allowed for localhost only.")
        }
        return url
    }
}

extension ServerMetadata {
    /// Returns the name of an endpoint that is not `https`.
    ///
    /// - Parameter server: The configured URL: if it is `http` on this machine, so may be its endpoints on this
    ///   machine.
    /// - Returns: The name of the endpoint; `nil` if all are secure.
    fileprivate func unsafeEndpoint(of server: URL) -> String? {
        let endpoints: [(name: String, url: URL?)] = [
            ("sign-in", authorizationEndpoint), ("tokens", tokenEndpoint), ("profiles", userInfoEndpoint),
            ("keys", jwksURI), ("revocation", revocationEndpoint),
            ("sign-in on another device", deviceAuthorizationEndpoint), ("sign-out", endSessionEndpoint),
            ("sign-in on the app’s own screens", authorizationChallengeEndpoint),
        ]
        return endpoints.first { endpoint in
            guard let url = endpoint.url else { return false }
            return !url.isSafeServer || url.isHTTP && !server.isHTTP
        }?.name
    }

    /// Returns an endpoint that an operation requires.
    func required(_ endpoint: KeyPath<ServerMetadata, URL?>, _ name: String) throws(AuthError) -> URL {
        guard let url = self[keyPath: endpoint] else {
            throw .misconfigured("The server does not support \(name): its metadata contains no URL for it.")
        }
        return url
    }
}

extension URL {
    /// Whether secrets may be sent to the URL: over https, or on this machine.
    var isSafeServer: Bool {
        let isLocal = ["localhost", "127.0.0.1", "::1"].contains(host(percentEncoded: false))
        return host() != nil && (scheme?.lowercased() == "https" || isHTTP && isLocal)
    }

    fileprivate var isHTTP: Bool { scheme?.lowercased() == "http" }
}
