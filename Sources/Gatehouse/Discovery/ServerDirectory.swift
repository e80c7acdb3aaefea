import Foundation
import GatehouseJOSE
import GatehouseWire

/// What the server publishes about itself, fetched once and kept in memory.
actor ServerDirectory {
    /// How long metadata is used without asking again.
    private static let metadataAge: TimeInterval = 60 * 60
    /// How soon the keys are fetched again at the earliest, however many unknown ones are met.
    private static let keysAge: TimeInterval = 30

    private let issuer: URL
    private let connection: ServerConnection
    private let now: @Sendable () -> Date
    private var metadata: (value: ServerMetadata, since: Date)?
    private var keys: (verifier: TokenVerifier, since: Date)?

    /// Nothing is fetched yet; ages are measured by the device's clock.
    init(issuer: URL, connection: ServerConnection, now: @escaping @Sendable () -> Date) {
        self.issuer = issuer
        self.connection = connection
        self.now = now
    }

    /// Where the server has its endpoints and what it can do.
    func current() async throws(AuthError) -> ServerMetadata {
        if let metadata, abs(now().timeIntervalSince(metadata.since)) < Self.metadataAge { return metadata.value }
        let found = try await connection.send(
            OpenIDConfigurationEndpoint.self,
            EmptyRequest(),
            to: try OpenIDConfigurationEndpoint.url(below: issuer)
        )
        guard found.issuer.withoutFinalSlash == issuer.absoluteString.withoutFinalSlash else {
            throw .misconfigured(
                "The server says that its issuer is \(found.issuer). Use exactly that in the configuration."
            )
        }
        metadata = (found, now())
        return found
    }

    /// The server’s keys; fetched again when the ones at hand did not suffice, unless that was just done.
    func verifier(refreshing: Bool = false) async throws(AuthError) -> TokenVerifier {
        if let keys, !refreshing || abs(now().timeIntervalSince(keys.since)) < Self.keysAge { return keys.verifier }
        let url = try await current().required(\.jwksURI, "keys")
        let verifier = TokenVerifier(try await connection.send(KeySetEndpoint.self, EmptyRequest(), to: url))
        keys = (verifier, now())
        return verifier
    }
}

extension Endpoint {
    /// Where the endpoint is when nothing but the issuer is known.
    ///
    /// - Throws: `misconfigured` when the issuer is not an `https` URL, or one of this machine.
    fileprivate static func url(below issuer: URL) throws(AuthError) -> URL {
        let isLocal = ["localhost", "127.0.0.1", "::1"].contains(issuer.host(percentEncoded: false))
        guard issuer.scheme == "https" || issuer.scheme == "http" && isLocal, issuer.host() != nil,
            let url = URL(string: issuer.absoluteString.withoutFinalSlash + path)
        else { throw .misconfigured("The issuer must be an https URL; http is for localhost alone.") }
        return url
    }
}

extension ServerMetadata {
    /// An endpoint that a function cannot do without.
    func required(_ endpoint: KeyPath<ServerMetadata, URL?>, _ name: String) throws(AuthError) -> URL {
        guard let url = self[keyPath: endpoint] else {
            throw .misconfigured("The server publishes no address for \(name): it does not offer that.")
        }
        return url
    }
}

extension String {
    var withoutFinalSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
