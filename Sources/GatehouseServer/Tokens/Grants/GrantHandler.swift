import Foundation
import GatehouseJOSE
import GatehouseStore
package import GatehouseWire

/// A handler of one grant type.
///
/// `checkEligibility` and `redeem` have no defaults: each grant states which clients may use it and what it is bound
/// to.
protocol GrantHandler: Sendable {
    /// The grant type that a client must be registered for.
    static var grantType: GrantType { get }

    /// Rejects clients that must not use this grant regardless of their registration.
    ///
    /// - Throws: `unauthorized_client`.
    func checkEligibility(of client: Client) throws(OAuthError)

    /// Returns whether a client may use the grant that is not registered for it.
    func isOpen(to client: Client) -> Bool

    /// Redeems the grant for tokens.
    ///
    /// - Parameter request: The authenticated client, which is registered for the grant, and the request.
    /// - Returns: The tokens.
    /// - Throws: The errors of RFC 6749 §5.2 and of the grant's own specification.
    func redeem(_ request: GrantContext) async throws(OAuthError) -> IssuedTokens
}

extension GrantHandler {
    func isOpen(to client: Client) -> Bool { false }
}

/// A grant that the token endpoint offers, created from the parameters of a request.
protocol TokenEndpointGrant: GrantHandler {
    associatedtype Request: GrantParameters

    /// Whether the tokens are the client's own, without a user.
    static var isWithoutUser: Bool { get }

    /// Creates the handler of a request.
    init(_ request: Request, _ services: GrantServices)
}

extension TokenEndpointGrant {
    static var grantType: GrantType { Request.grantType }

    /// Parses the parameters of a request.
    ///
    /// - Throws: `invalid_request` for a missing, repeated or malformed parameter.
    static func handler(
        _ parameters: Parameters,
        _ services: GrantServices
    ) throws(OAuthError) -> any GrantHandler {
        Self(try Request(parameters: parameters), services)
    }
}

/// A grant that identifies its client, so that client authentication is optional (RFC 7521 §4.1).
protocol ClientIdentifyingGrant: GrantHandler {
    /// Verifies the grant.
    ///
    /// - Returns: The client, and the handler with the verified grant.
    /// - Throws: `invalid_grant`.
    func identifyClient() async throws(OAuthError) -> (client: Client, grant: any GrantHandler)
}

/// The services with which grants are redeemed.
///
/// Each request creates its handler, which picks what it needs.
final class GrantServices: Sendable {
    let records: RecordLookup
    let audit: AuditLog
    let environment: ServerEnvironment
    let masterKey: MasterKey
    let lifetimes: Lifetimes
    let formats: TokenFormats
    let tokens: TokenIssuer
    let sessions: SessionIssuer
    let accessTokens: AccessTokenValidator
    let workloads: WorkloadVerifier

    init(
        records: RecordLookup,
        audit: AuditLog,
        environment: ServerEnvironment,
        masterKey: MasterKey,
        lifetimes: Lifetimes,
        formats: TokenFormats,
        tokens: TokenIssuer,
        sessions: SessionIssuer,
        accessTokens: AccessTokenValidator,
        workloads: WorkloadVerifier
    ) {
        self.records = records
        self.audit = audit
        self.environment = environment
        self.masterKey = masterKey
        self.lifetimes = lifetimes
        self.formats = formats
        self.tokens = tokens
        self.sessions = sessions
        self.accessTokens = accessTokens
        self.workloads = workloads
    }
}

/// The grants that the token endpoint offers.
///
/// The token endpoint, the discovery document, client registration and the command line derive from this list.
package enum GrantRegistry {
    /// The grants, in the order in which the discovery document lists them.
    static let grants: [any TokenEndpointGrant.Type] = [
        AuthorizationCodeGrant.self, RefreshTokenGrant.self, ClientCredentialsGrant.self, DeviceCodeGrant.self,
        TokenExchangeGrant.self, JWTBearerGrant.self,
    ]

    /// The grant types of the grants.
    package static var grantTypes: [GrantType] { grants.map { $0.grantType } }

    /// The grant types whose tokens are the client's own.
    static var grantTypesWithoutUser: Set<GrantType> { Set(grants.filter { $0.isWithoutUser }.map { $0.grantType }) }

    /// Returns the handler of a token request; `nil` for an unknown grant type.
    ///
    /// - Throws: `invalid_request` for a missing, repeated or malformed parameter.
    static func handler(
        _ parameters: Parameters,
        _ services: GrantServices
    ) throws(OAuthError) -> (any GrantHandler)? {
        let grantType = GrantType(rawValue: try parameters.required(.grantType, limit: 256))
        return try grants.first { $0.grantType == grantType }?.handler(parameters, services)
    }
}
