public import Foundation
import Gatehouse
import GatehouseWire

/// Tokens, and whose they are.
public final class MSALResult: NSObject, Sendable {
    /// The access token.
    public let accessToken: String
    /// When the access token expires, by the server's clock.
    public let expiresOn: Date?
    /// The newest ID token.
    public let idToken: String?
    /// What the access token is good for.
    public let scopes: [String]
    /// Who it is.
    public let account: MSALAccount
    /// Who it is in the tenant.
    public let tenantProfile: MSALTenantProfile
    /// Where the tokens are from.
    public let authority: MSALAuthority
    /// Tells the call in the logs.
    public let correlationId: UUID

    init(_ tokens: Tokens, _ app: NativeApp, _ authority: MSALAuthority, _ correlationID: UUID) {
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

    /// The tenant.
    public var tenantId: String? { tenantProfile.tenantId }
    /// The value of a header field that carries the access token.
    public var authorizationHeader: String { "\(authenticationScheme) \(accessToken)" }
    /// How the access token is carried.
    public var authenticationScheme: String { "Bearer" }
}
