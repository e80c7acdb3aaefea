import Foundation
import GatehouseJOSE
import GatehouseWire

/// What the server publishes about itself, fetched once and kept in memory.
actor ServerDirectory {
    /// How long metadata is used without asking again.
    private static let metadataAge = Duration.seconds(60 * 60)
    /// How long after a key was missed the next miss does not fetch the keys again: there may be any number of misses.
    private static let keysAge = Duration.seconds(30)

    /// What is known of a server before it is asked.
    enum Place: Sendable {
        /// Its issuer, below which it publishes what it can do.
        case issuer(URL)
        /// A tenant as Entra has them, which publishes its issuer too.
        case tenant(URL)

        /// The address in the configuration.
        fileprivate var url: URL {
            switch self {
            case .issuer(let url), .tenant(let url): url
            }
        }
    }

    private let place: Place
    private let connection: ServerConnection
    /// Moments are told by time that passes, which nobody can set.
    private var metadata: (value: ServerMetadata, since: Duration)?
    private var keys: (verifier: TokenVerifier, missedAt: Duration?)?
    private var hasMissedKey = false
    /// When the keys were asked for in vain.
    private var keysFailedAt: Duration?

    /// Nothing is fetched yet.
    init(_ place: Place, connection: ServerConnection) {
        self.place = place
        self.connection = connection
    }

    private var uptime: Duration { connection.clock.uptime() }

    /// The issuer, if it has been asked before.
    var knownIssuer: String? { metadata?.value.issuer }

    /// Where the server has its endpoints and what it can do.
    func current() async throws(AuthError) -> ServerMetadata {
        if let metadata, uptime - metadata.since < Self.metadataAge { return metadata.value }
        let found = try await published()
        if case .issuer(let issuer) = place,
            found.issuer.withoutFinalSlash != issuer.absoluteString.withoutFinalSlash
        {
            throw .misconfigured(
                "The server says that its issuer is \(found.issuer). Use exactly that in the configuration."
            )
        }
        if let name = found.unsafeEndpoint(of: place.url) {
            throw .misconfigured(
                "The server publishes an address for \(name) that is not https. Have its operator correct the metadata."
            )
        }
        metadata = (found, uptime)
        return found
    }

    private func published() async throws(AuthError) -> ServerMetadata {
        let url =
            switch place {
            case .issuer(let issuer): try OpenIDConfigurationEndpoint.url(below: issuer)
            case .tenant(let authority): try EntraConfigurationEndpoint.url(below: authority)
            }
        do throws(AuthError) {
            return try await connection.send(OpenIDConfigurationEndpoint.self, EmptyRequest(), to: url)
        } catch {
            guard error.httpStatus == 404 else { throw error }
            var failure = AuthError.misconfigured(
                "There is no OpenID Connect server at \(url). Check the issuer URL."
            )
            failure.requestID = error.requestID
            failure.httpStatus = error.httpStatus
            throw failure
        }
    }

    /// The keys at hand.
    var knownVerifier: TokenVerifier? { keys?.verifier }

    /// Takes note that the keys at hand lacked one, so that they are fetched again when they are asked for next.
    func missKey() {
        hasMissedKey = true
    }

    /// Fetches the keys where they are missing, for who can do without them: when that has just failed, nobody waits for it again.
    func provideKeys() async {
        if let keysFailedAt, uptime - keysFailedAt < Self.keysAge { return }
        do throws(AuthError) {
            _ = try await verifier()
        } catch {
            keysFailedAt = uptime
        }
    }

    /// The server’s keys.
    ///
    /// - Parameter miss: Whether the keys at hand lacked the one that is needed: they are fetched again then, unless
    ///   that was just done for another miss.
    /// - Returns: What tokens are verified with.
    /// - Throws: ``AuthError`` when the keys cannot be fetched.
    func verifier(after miss: Bool = false) async throws(AuthError) -> TokenVerifier {
        let miss = miss || hasMissedKey
        if let keys {
            let missedJustNow = keys.missedAt.map { uptime - $0 < Self.keysAge } ?? false
            guard miss, !missedJustNow else { return keys.verifier }
        }
        let url = try await current().required(\.jwksURI, "keys")
        let verifier = TokenVerifier(try await connection.send(KeySetEndpoint.self, EmptyRequest(), to: url))
        keys = (verifier, miss ? uptime : nil)
        hasMissedKey = false
        return verifier
    }
}

extension Endpoint {
    /// Where the endpoint is when nothing but the issuer is known.
    ///
    /// - Throws: `misconfigured` when the issuer is not an `https` URL, or one of this machine.
    static func url(below issuer: URL) throws(AuthError) -> URL {
        guard issuer.isSafeServer, let url = URL(string: issuer.absoluteString.withoutFinalSlash + path) else {
            throw .misconfigured("The issuer must be an https URL; http is for localhost alone.")
        }
        return url
    }
}

extension ServerMetadata {
    /// Returns the name of an endpoint that must not be used, because it is not `https`.
    ///
    /// - Parameter server: The configured address: a server on this machine may be `http`, and so may its endpoints on
    ///   this machine.
    /// - Returns: The purpose of the endpoint; `nil` when all are safe.
    fileprivate func unsafeEndpoint(of server: URL) -> String? {
        let endpoints: [(name: String, url: URL?)] = [
            ("sign-in", authorizationEndpoint), ("tokens", tokenEndpoint), ("profiles", userInfoEndpoint),
            ("keys", jwksURI), ("revocation", revocationEndpoint),
            ("sign-in on another device", deviceAuthorizationEndpoint), ("sign-out", endSessionEndpoint),
        ]
        return endpoints.first { endpoint in
            guard let url = endpoint.url else { return false }
            return !url.isSafeServer || url.isHTTP && !server.isHTTP
        }?.name
    }

    /// An endpoint that a function cannot do without.
    func required(_ endpoint: KeyPath<ServerMetadata, URL?>, _ name: String) throws(AuthError) -> URL {
        guard let url = self[keyPath: endpoint] else {
            throw .misconfigured("The server publishes no address for \(name): it does not offer that.")
        }
        return url
    }
}

extension URL {
    /// Whether secrets may be sent there: over https, or within this machine.
    var isSafeServer: Bool {
        let isLocal = ["localhost", "127.0.0.1", "::1"].contains(host(percentEncoded: false))
        return host() != nil && (scheme?.lowercased() == "https" || isHTTP && isLocal)
    }

    fileprivate var isHTTP: Bool { scheme?.lowercased() == "http" }
}

extension String {
    var withoutFinalSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
