public import Foundation
public import GatehouseWire
public import HTTPTypes

/// The settings of a verifier; the defaults fit the access tokens of Gatehouse (RFC 9068).
public struct VerifierConfiguration: Sendable {
    /// The accepted signature algorithms; algorithms without a public key are never accepted.
    public var algorithms: Set<SigningAlgorithm> = Set(SigningAlgorithm.asymmetric)

    /// A Boolean value that indicates whether tokens without the type `at+jwt` are accepted.
    ///
    /// Some servers issue access tokens of the type `JWT`, as ID tokens have. The audience must then not be the
    /// identifier of a client, which is the audience of ID tokens.
    public var acceptsGenericType = false

    /// The tolerated difference between the clocks of the server and the API.
    public var clockSkew = Duration.seconds(60)

    /// The URL of the issuer's keys; `nil` to read it from the issuer's metadata.
    public var keySetURL: String?

    /// The time after which keys and metadata are fetched again, while the present ones are used.
    ///
    /// A response with keys that has the field `Cache-Control` replaces it, by a time between a minute and an hour.
    public var keyLifetime = Duration.seconds(600)

    /// The minimum time between two downloads of the keys that unknown key IDs cause.
    public var keyRefreshInterval = Duration.seconds(30)

    /// The maximum age of keys that cannot be fetched again.
    public var maximumKeyAge = Duration.seconds(24 * 60 * 60)

    /// The maximum number of verified tokens that are remembered until they expire; zero to remember none.
    public var rememberedTokens = 10_000

    /// The rules for tokens that are bound to a key of the client (RFC 9449).
    public var dpop = DPoP()

    /// The access to the introspection endpoint; `nil` to accept JWTs only.
    public var introspection: Introspection?

    /// The URL of the API as its clients see it, for the path of a ``ResourceRequest``; `nil` for the origin of the
    /// audience.
    public var publicURL: String?

    /// The description of the API that its metadata contains (RFC 9728); `nil` if it publishes none.
    ///
    /// With a description, challenges contain the URL of the metadata. `GatehouseHummingbird` has a route for it.
    public var resource: ResourceDescription?

    /// Creates the default settings.
    public init() {}
}

/// The metadata of an API as an HTTP response (RFC 9728 §3.2).
public struct ResourceMetadataDocument: Sendable, Hashable {
    /// The path, below the host of the API.
    public let path: String
    /// The fields of the response.
    public let fields: HTTPFields
    /// The body of the response, in JSON.
    public let body: Data
}

extension VerifierConfiguration {
    /// A configuration that cannot work.
    public struct Invalid: Error, Sendable, Hashable, CustomStringConvertible {
        /// The setting and the reason.
        public let description: String

        init(_ description: String) {
            self.description = description
        }
    }

    /// The rules for tokens that are bound to a key of the client (RFC 9449).
    public struct DPoP: Sendable {
        /// A Boolean value that indicates whether only bound tokens are accepted.
        public var isRequired = false
        /// The accepted algorithms of proofs, in the order of preference.
        public var algorithms: [SigningAlgorithm] = [.es256, .edDSA, .ps256]
        /// The maximum age of a proof.
        public var maximumAge = Duration.seconds(60)
        /// The tolerated difference by which the client's clock is ahead.
        public var clockSkew = Duration.seconds(10)
        /// The nonces that proofs must contain (RFC 9449 §9).
        public var nonces = Nonces.none
        /// The maximum number of proofs that are remembered as used, until they are too old.
        public var rememberedProofs = 1 << 20

        /// Creates the default rules.
        public init() {}

        /// The nonces that proofs must contain.
        public enum Nonces: Sendable {
            /// None: the time of a proof is compared with the API's clock.
            case none
            /// Nonces with a key that this process generates, for an API of one process.
            case ownKey
            /// Nonces with a key of at least 32 bytes, which all processes of the API have.
            case sharedKey(Secret)
        }
    }

    /// The access to the introspection endpoint of the issuer (RFC 7662).
    public struct Introspection: Sendable {
        /// The tokens that are introspected.
        public enum Tokens: Sendable {
            /// Tokens that are not JWTs.
            case opaque
            /// Every token, so that a revocation takes effect within ``Introspection/cacheLifetime``.
            case all
        }

        /// The identifier of the API as a confidential client.
        public var clientID: String
        /// The secret of the API.
        public var clientSecret: Secret
        /// The tokens that are introspected.
        public var tokens: Tokens
        /// The time for which a response is used.
        public var cacheLifetime: Duration
        /// The maximum number of requests at a time.
        public var concurrentRequests: Int

        /// Creates the access of an API.
        ///
        /// - Parameters:
        ///   - clientID: The identifier of the API as a confidential client.
        ///   - clientSecret: The secret of the API.
        ///   - tokens: The tokens that are introspected.
        ///   - cacheLifetime: The time for which a response is used.
        ///   - concurrentRequests: The maximum number of requests at a time.
        public init(
            clientID: String,
            clientSecret: Secret,
            tokens: Tokens = .opaque,
            cacheLifetime: Duration = .seconds(30),
            concurrentRequests: Int = 64
        ) {
            self.clientID = clientID
            self.clientSecret = clientSecret
            self.tokens = tokens
            self.cacheLifetime = cacheLifetime
            self.concurrentRequests = concurrentRequests
        }
    }

    /// The description of an API in its metadata (RFC 9728 §2).
    public struct ResourceDescription: Sendable {
        /// The name shown to users.
        public var name: String?
        /// The scopes of the API.
        public var scopes: [Scope]
        /// The URL of the documentation for developers.
        public var documentation: String?

        /// Creates a description.
        ///
        /// - Parameters:
        ///   - name: The name shown to users.
        ///   - scopes: The scopes of the API.
        ///   - documentation: The URL of the documentation for developers.
        public init(name: String? = nil, scopes: [Scope] = [], documentation: String? = nil) {
            self.name = name
            self.scopes = scopes
            self.documentation = documentation
        }
    }
}

extension VerifierConfiguration {
    /// Checks the settings that would fail only when the first token is verified.
    func check(issuer: String, audience: String) throws(VerifierConfiguration.Invalid) {
        guard isSafeServer(issuer) else {
            throw .init("The issuer must be an https URL; http is allowed for this machine only.")
        }
        guard keySetURL.map(isSafeServer) ?? true else {
            throw .init("The URL of the keys must be an https URL; http is allowed for this machine only.")
        }
        guard !audience.isEmpty else { throw .init("The audience must not be empty.") }
        guard resource == nil || ProtectedResourceMetadataEndpoint.url(resource: audience) != nil else {
            throw .init("The audience of an API with metadata must be an https or http URL without a fragment.")
        }
        guard algorithms.union(dpop.algorithms).isSubset(of: SigningAlgorithm.asymmetric) else {
            throw .init("The algorithms must be among \(SigningAlgorithm.asymmetric.spaceSeparated ?? "").")
        }
        guard publicURL.map({ NormalizedURI($0) != nil }) ?? true else {
            throw .init("The public URL must be an https or http URL.")
        }
        if case .sharedKey(let key) = dpop.nonces, key.reveal().utf8.count < 32 {
            throw .init("The key of the DPoP nonces must have at least 32 bytes.")
        }
    }

    /// Returns the metadata of the API (RFC 9728 §2).
    func resourceMetadata(issuer: String, audience: String) -> ProtectedResourceMetadata? {
        guard let resource else { return nil }
        var metadata = ProtectedResourceMetadata(resource: audience)
        metadata.authorizationServers = [issuer]
        metadata.scopesSupported = resource.scopes.isEmpty ? nil : resource.scopes
        metadata.bearerMethodsSupported = ["header"]
        metadata.resourceName = resource.name
        metadata.resourceDocumentation = resource.documentation
        metadata.dpopSigningAlgorithms = dpop.algorithms
        metadata.requiresDPoP = dpop.isRequired ? true : nil
        return metadata
    }

    /// Returns the key of the nonces; `nil` if none are required.
    func nonceKey(randomBytes: (Int) -> [UInt8]) -> [UInt8]? {
        switch dpop.nonces {
        case .none: nil
        case .ownKey: randomBytes(32)
        case .sharedKey(let key): [UInt8](key.reveal().utf8)
        }
    }
}
