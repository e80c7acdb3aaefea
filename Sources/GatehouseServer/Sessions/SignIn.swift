import Foundation
import GatehouseStore
import GatehouseWire

/// What a person has allowed a client, in the terms of a code or a device that is being redeemed.
struct SignIn: Sendable {
    let accountID: Account.ID
    let browserSessionID: BrowserSession.ID?
    /// Whether the person decided in a browser of another device.
    let isOnOtherDevice: Bool
    let scopes: ScopeSet
    let authenticatedAt: Date
    let methods: [AMR]
    var nonce: String?
    /// The `claims` parameter of the request, as stored.
    var claims: JSONValue?

    init(_ code: AuthorizationCode) {
        accountID = code.accountID
        browserSessionID = code.browserSessionID
        isOnOtherDevice = false
        scopes = code.scopes
        authenticatedAt = code.authenticatedAt
        methods = code.methods
        nonce = code.nonce
        claims = code.claims
    }

    /// Someone who has signed in, or become a member, in an app of Kii.
    init(_ account: Account.ID, scopes: ScopeSet, methods: [AMR], at date: Date) {
        accountID = account
        browserSessionID = nil
        isOnOtherDevice = false
        self.scopes = scopes
        authenticatedAt = date
        self.methods = methods
    }

    /// `nil` unless the device was approved.
    init?(_ decision: DeviceAuthorization.Decision) {
        guard case .approved(let account, let browserSession, let scopes, let date, let methods) = decision else {
            return nil
        }
        accountID = account
        browserSessionID = browserSession
        isOnOtherDevice = true
        self.scopes = scopes
        authenticatedAt = date
        self.methods = methods
    }

    /// Someone who has signed in on pages of the operator's own app, which asks nobody what it may have.
    init(_ person: AuthenticatedPerson, scopes: ScopeSet, claims: ClaimsRequest?) {
        accountID = person.accountID
        browserSessionID = person.browserSessionID
        isOnOtherDevice = false
        self.scopes = scopes
        authenticatedAt = person.authenticatedAt
        methods = person.methods
        self.claims = claims.map { .string($0.encoded) }
    }
}
