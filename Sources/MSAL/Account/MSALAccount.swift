public import Foundation
import Gatehouse
import GatehouseWire

/// A person who is signed in on this device.
public final class MSALAccount: NSObject, Sendable {
    /// What the person signs in with: an e-mail address.
    public let username: String?
    /// Who the person is, in the terms of Microsoft's service.
    public var homeAccountId: MSALAccountId? { id }
    /// The host of the server.
    public let environment: String
    /// Whether another app on the device has signed the person in; this module knows of no other.
    public let isSSOAccount = false
    /// The account as the core knows it.
    let account: Account
    private let id: MSALAccountId
    private let claims: [String: JSONValue]

    init(_ account: Account, idToken: String?, environment: String) {
        let claims = idToken.map(IDTokenClaims.init(of:))
        self.account = account
        self.claims = claims?.members ?? [:]
        self.environment = environment
        username = claims?.username ?? account.email
        id = MSALAccountId(objectId: claims?.objectID ?? account.id, tenantId: claims?.tenantID ?? "")
        super.init()
    }

    /// Tells the account from any other one.
    public var identifier: String? { id.identifier }

    /// The claims of the ID token, by their names.
    public var accountClaims: [String: Any]? { claims.isEmpty ? nil : claims.mapValues(\.untyped) }

    /// Who the person is in each tenant, of which there is one.
    public var tenantProfiles: [MSALTenantProfile]? { [profile] }

    var profile: MSALTenantProfile { MSALTenantProfile(id, environment: environment, claims: claims) }

    /// Whether the other object is the same account.
    ///
    /// - Parameter object: Another object.
    /// - Returns: Whether it is an account of the same person at the same server.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MSALAccount else { return false }
        return other.identifier == identifier && other.environment == environment
    }

    /// A number that equal accounts share.
    public override var hash: Int { identifier.hashValue }
}
