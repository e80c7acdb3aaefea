package import ArgumentParser
import Foundation
import GatehouseServer
import GatehouseStore
package import GatehouseWire

/// The options of clients that sign assertions and requests.
package struct ClientKeyOptions: ParsableArguments, Sendable {
    @Option(
        name: .customLong("jwks"),
        help: ArgumentHelp(
            "Public keys of the client: a JSON Web Key Set, or certificates and public keys in PEM",
            valueName: "file"
        ),
        transform: JSONWebKeySet.init(file:)
    )
    package var keySet: JSONWebKeySet?

    @Option(
        name: .customLong("jwks-uri"),
        help: ArgumentHelp("https URL at which the client publishes its keys", valueName: "uri")
    )
    package var keysURI: String?

    @Option(
        help: ArgumentHelp(
            "Algorithm of the client's assertions: ES256, EdDSA, PS256, ES384, RS256, or HS256 for client_secret_jwt",
            valueName: "algorithm"
        ),
        transform: { SigningAlgorithm(rawValue: $0) }
    )
    package var assertionAlgorithm: SigningAlgorithm?

    @Option(
        help: ArgumentHelp(
            "Algorithm of the client's signed requests: ES256, EdDSA, PS256, ES384 or RS256",
            valueName: "algorithm"
        ),
        transform: { SigningAlgorithm(rawValue: $0) }
    )
    package var requestObjectAlgorithm: SigningAlgorithm?

    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Accept only authorization requests that the client has pushed (RFC 9126)."
    )
    package var requirePushedRequests: Bool?

    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Accept only authorization requests that the client has signed (RFC 9101)."
    )
    package var requireSignedRequests: Bool?

    package init() {}

    package func validate() throws {
        guard keySet == nil || keysURI == nil else { throw ValidationError("Use --jwks or --jwks-uri, not both.") }
    }

    /// Whether no option is set.
    var isEmpty: Bool {
        keys == nil && assertionAlgorithm == nil && requestObjectAlgorithm == nil && requirePushedRequests == nil
            && requireSignedRequests == nil
    }

    /// The keys, if there are any.
    var keys: PublishedKeys? { keySet.map { .set($0) } ?? keysURI.map { .uri($0) } }

    /// Applies the options to a registration.
    func apply(to registration: inout ClientRegistration) {
        registration.keys = keys
        apply(to: &registration.security)
    }

    /// Applies the options to the requirements and algorithms; those that are not set stay.
    func apply(to security: inout ClientSecurity) {
        security.assertionAlgorithm = assertionAlgorithm ?? security.assertionAlgorithm
        security.requestObjectAlgorithm = requestObjectAlgorithm ?? security.requestObjectAlgorithm
        security.requiresPushedRequests = requirePushedRequests ?? security.requiresPushedRequests
        security.requiresSignedRequests = requireSignedRequests ?? security.requiresSignedRequests
    }
}

/// The options of `client update` for keys and signatures.
package struct ClientKeyChanges: ParsableArguments, Sendable {
    @OptionGroup package var options: ClientKeyOptions

    @Flag(name: .customLong("no-jwks"), help: "Remove the keys.")
    package var withoutKeys = false

    @Flag(name: .customLong("no-assertion-algorithm"), help: "Accept assertions with every supported algorithm.")
    package var withoutAssertionAlgorithm = false

    @Flag(
        name: .customLong("no-request-object-algorithm"),
        help: "Accept signed requests with every supported algorithm."
    )
    package var withoutRequestObjectAlgorithm = false

    package init() {}

    /// Whether no option is set.
    var isEmpty: Bool {
        options.isEmpty && !withoutKeys && !withoutAssertionAlgorithm && !withoutRequestObjectAlgorithm
    }

    package func validate() throws {
        try Self.rejectContradictions([
            ("jwks", options.keys != nil && withoutKeys),
            ("assertion-algorithm", options.assertionAlgorithm != nil && withoutAssertionAlgorithm),
            ("request-object-algorithm", options.requestObjectAlgorithm != nil && withoutRequestObjectAlgorithm),
        ])
    }

    /// Applies the options to the stored client.
    func apply(to client: inout Client) {
        client.keys = withoutKeys ? nil : options.keys ?? client.keys
        options.apply(to: &client.security)
        if withoutAssertionAlgorithm { client.security.assertionAlgorithm = nil }
        if withoutRequestObjectAlgorithm { client.security.requestObjectAlgorithm = nil }
    }
}

extension JSONWebKeySet {
    /// Reads public keys from a file.
    fileprivate init(file path: String) throws {
        guard let content = try? Data(contentsOf: URL(filePath: path)) else {
            throw ValidationError("'\(path)' cannot be read.")
        }
        do { self = try JSONWebKeySet(keyFile: content) } catch {
            throw ValidationError("'\(path)' cannot be used. \(error.description)")
        }
    }
}
