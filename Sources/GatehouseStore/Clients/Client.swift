package import Foundation
package import GatehouseWire

/// An application that may ask the server to sign people in (RFC 6749 §2, members named as in RFC 7591 §2).
package struct Client: Sendable, Equatable, Codable {
    package typealias ID = TypedID<Client>

    package let id: ID
    package var name: String
    package var logoURI: String?
    package var termsOfServiceURI: String?
    package var policyURI: String?
    /// SHA-256 of the client secret, base64url; `nil` for public clients.
    ///
    /// Secrets are 256 random bits, so a fast hash suffices.
    package var secretHash: String?
    /// The previous secret, which works until it expires.
    package var previousSecret: PreviousSecret?
    package var tokenEndpointAuthMethod: ClientAuthenticationMethod
    /// Compared byte for byte, but for the port of a loopback address.
    package var redirectURIs: [String]
    package var postLogoutRedirectURIs: [String]
    package var grantTypes: [GrantType]
    /// What the client may ask for at all.
    package var scopes: ScopeSet
    /// When set, an authorization request without a PKCE challenge is refused (RFC 7636); always set for public clients.
    package var requiresPKCE: Bool
    /// When set, a token request may leave the redirect URI out although the authorization request had one (against RFC 6749 §4.1.3).
    package var mayOmitRedirectURI: Bool
    package var idTokenAlgorithm: SigningAlgorithm
    /// Set for the operator's own applications: people are not asked for consent unless the request says `prompt=consent`.
    package var skipsConsent: Bool
    /// What to ask people for at sign-up, in order.
    package var attributes: [ClientAttribute]
    /// How its own pages sign people in; `nil` when the server's pages alone do.
    package var native: NativeAuthentication?
    /// Set for an app of Kii.
    package var kii: KiiApplication?
    /// The rule for answering replaced refresh tokens of its sessions.
    package var refreshRecovery: RefreshRecovery
    /// The members about the user that introspection returns to this client for tokens of all clients (RFC 7662 §2.2).
    package var introspects: [IntrospectionMember]
    /// The domain that codes in SMS are bound to (`@example.com #123456`); `nil` for the issuer's host.
    package var codeDomain: String?
    /// Whether a server in development mode registered it; every other server refuses it.
    package var isForDevelopment: Bool
    /// The revision, which grows by one with every change of the client.
    package var revision: Int
    package let createdAt: Date

    package init(
        id: ID,
        name: String,
        logoURI: String? = nil,
        termsOfServiceURI: String? = nil,
        policyURI: String? = nil,
        secretHash: String?,
        previousSecret: PreviousSecret? = nil,
        tokenEndpointAuthMethod: ClientAuthenticationMethod,
        redirectURIs: [String],
        postLogoutRedirectURIs: [String] = [],
        grantTypes: [GrantType],
        scopes: ScopeSet,
        requiresPKCE: Bool,
        mayOmitRedirectURI: Bool = false,
        idTokenAlgorithm: SigningAlgorithm,
        skipsConsent: Bool = false,
        attributes: [ClientAttribute] = [],
        native: NativeAuthentication? = nil,
        kii: KiiApplication? = nil,
        refreshRecovery: RefreshRecovery = .immediate,
        introspects: [IntrospectionMember] = [],
        codeDomain: String? = nil,
        isForDevelopment: Bool = false,
        revision: Int = 1,
        createdAt: Date
    ) {
        self.id = id
        self.name = name
        self.logoURI = logoURI
        self.termsOfServiceURI = termsOfServiceURI
        self.policyURI = policyURI
        self.secretHash = secretHash
        self.previousSecret = previousSecret
        self.tokenEndpointAuthMethod = tokenEndpointAuthMethod
        self.redirectURIs = redirectURIs
        self.postLogoutRedirectURIs = postLogoutRedirectURIs
        self.grantTypes = grantTypes
        self.scopes = scopes
        self.requiresPKCE = requiresPKCE
        self.mayOmitRedirectURI = mayOmitRedirectURI
        self.idTokenAlgorithm = idTokenAlgorithm
        self.skipsConsent = skipsConsent
        self.attributes = attributes
        self.native = native
        self.kii = kii
        self.refreshRecovery = refreshRecovery
        self.introspects = introspects
        self.codeDomain = codeDomain
        self.isForDevelopment = isForDevelopment
        self.revision = revision
        self.createdAt = createdAt.flooredToMilliseconds
    }
}
