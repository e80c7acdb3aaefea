package import Foundation
package import GatehouseWire

/// An API that accepts this server's access tokens (a resource server, RFC 8707 §2, RFC 9728 §2).
package struct Resource: Sendable, Equatable, Codable {
    package typealias ID = TypedID<Resource>

    /// The format of a resource's access tokens.
    package enum TokenFormat: String, Sendable, Codable, CaseIterable {
        /// Signed tokens, which the resource verifies itself (RFC 9068).
        case jwt
        /// Tokens without content, which the resource introspects (RFC 7662).
        case opaque
    }

    /// The resource identifier, an absolute URI, which is the audience of its tokens.
    package let id: ID
    /// The name shown to users.
    package var name: String
    /// The scopes that the resource defines; no other resource defines the same.
    package var scopes: [ResourceScope]
    package var tokenFormat: TokenFormat
    /// The signature algorithm of signed access tokens.
    package var algorithm: SigningAlgorithm
    /// The lifetime of access tokens in seconds; `nil` for the server's.
    package var tokenLifetime: TimeInterval?
    /// The clients that may introspect the resource's tokens.
    package var introspectors: [Client.ID]
    /// The members about the user that these clients receive (RFC 7662 §2.2).
    package var introspects: [IntrospectionMember]
    /// Whether every token must be bound to a key of its client (RFC 9449).
    package var requiresDPoP: Bool
    /// The revision, which grows by one with every change of the resource.
    package var revision: Int
    package let createdAt: Date

    package init(
        id: ID,
        name: String,
        scopes: [ResourceScope] = [],
        tokenFormat: TokenFormat = .jwt,
        algorithm: SigningAlgorithm = .es256,
        tokenLifetime: TimeInterval? = nil,
        introspectors: [Client.ID] = [],
        introspects: [IntrospectionMember] = [],
        requiresDPoP: Bool = false,
        revision: Int = 1,
        createdAt: Date
    ) {
        self.id = id
        self.name = name
        self.scopes = scopes
        self.tokenFormat = tokenFormat
        self.algorithm = algorithm
        self.tokenLifetime = tokenLifetime
        self.introspectors = introspectors
        self.introspects = introspects
        self.requiresDPoP = requiresDPoP
        self.revision = revision
        self.createdAt = createdAt.flooredToMilliseconds
    }
}

/// A scope that a resource defines.
package struct ResourceScope: Sendable, Equatable, Codable {
    package let name: Scope
    /// The texts of the consent page, by language tag.
    package var texts: [String: String]

    package init(_ name: Scope, texts: [String: String] = [:]) {
        self.name = name
        self.texts = texts
    }
}

/// Reads resources.
package protocol ResourceReader: Sendable {
    /// Returns all resources, in order of creation.
    func resources() async throws(StoreError) -> [Resource]
}
