public import Foundation
import Gatehouse
import GatehouseWire

/// Tokens and the account they belong to.
public final class MSALResult: NSObject, Sendable {
    /// The access token.
    public let accessToken: String
    /// The expiration time of the access token, by the server's clock.
    public let expiresOn: Date?
    /// The latest ID token.
    public let idToken: String?
    /// The scopes of the access token.
    public let scopes: [String]
    /// The account.
    public let account: MSALAccount
    /// The account's profile in the tenant.
    public let tenantProfile: MSALTenantProfile
    /// The authority that issued the tokens.
    public let authority: MSALAuthority
    /// The correlation ID for logs.
    public let correlationId: UUID

    init(_ tokens: TokenResult, _ app: NativeAuthContext, _ authority: MSALAuthority, _ correlationID: UUID) {
        accessToken = tokens.grant.accessToken.reveal()
        expiresOn = tokens.grant.expiresAt
        idToken = tokens.signedIn.idToken
        scopes = tokens.scopes
        let account = app.account(tokens.signedIn)
        self.account = account
        tenantProfile = account.profile
        self.authority = authority
        correlationId = correlationID
        super.init()
    }

    /// The tenant identifier.
    public var tenantId: String? { tenantProfile.tenantId }
    /// The value of an `Authorization` header field with the access token.
    public var authorizationHeader: String { "\(authenticationScheme) \(accessToken)" }
    /// The authentication scheme of the access token.
    public var authenticationScheme: String { "Bearer" }
}

/// A block that is called once with a result, or with an error of the domain ``MSALErrorDomain``.
public typealias MSALCompletionBlock = (MSALResult?, (any Error)?) -> Void

/// A block that is called once with the current account, the previous account, or an error of the domain
/// ``MSALErrorDomain``.
public typealias MSALCurrentAccountCompletionBlock = (MSALAccount?, MSALAccount?, (any Error)?) -> Void

/// A block that is called once with whether the user is signed out, or with an error of the domain ``MSALErrorDomain``.
public typealias MSALSignoutCompletionBlock = (Bool, (any Error)?) -> Void
