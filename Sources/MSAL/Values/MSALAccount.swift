public import Foundation
import Gatehouse
import GatehouseWire

/// An account that is signed in on this device.
public final class MSALAccount: NSObject, Sendable {
    /// The email address that the user signs in with.
    public let username: String?
    /// The account identifier in the format of Microsoft's service.
    public var homeAccountId: MSALAccountId? { id }
    /// The host of the server.
    public let environment: String
    /// A Boolean value that indicates whether another app on the device signed the user in.
    ///
    /// Always `false`.
    public let isSSOAccount = false
    /// The account in the core.
    let account: Account
    private let id: MSALAccountId
    private let claims: [String: JSONValue]

    init(_ account: Account, idToken: String?, environment: String) {
        let claims = idToken.map(MSALIDTokenClaims.init(of:))
        self.account = account
        self.claims = claims?.members ?? [:]
        self.environment = environment
        username = claims?.username ?? account.email
        id = MSALAccountId(objectId: claims?.objectID ?? account.id, tenantId: claims?.tenantID ?? "")
        super.init()
    }

    /// The unique identifier of the account.
    public var identifier: String? { id.identifier }

    /// The claims of the ID token, by name.
    public var accountClaims: [String: Any]? { claims.isEmpty ? nil : claims.mapValues(\.untyped) }

    /// The account's tenant profiles, always one.
    public var tenantProfiles: [MSALTenantProfile]? { [profile] }

    var profile: MSALTenantProfile { MSALTenantProfile(id, environment: environment, claims: claims) }

    /// Returns whether another object is the same account.
    ///
    /// - Parameter object: Another object.
    /// - Returns: Whether it is an account with the same identifier at the same server.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MSALAccount else { return false }
        return other.identifier == identifier && other.environment == environment
    }

    /// The hash value, equal for equal accounts.
    public override var hash: Int { identifier.hashValue }
}

/// An account identifier in the format of Microsoft's service.
public final class MSALAccountId: NSObject, Sendable {
    /// The user and tenant identifiers, separated by a dot.
    public let identifier: String
    /// The user identifier.
    public let objectId: String
    /// The tenant identifier.
    public let tenantId: String

    init(objectId: String, tenantId: String) {
        identifier = tenantId.isEmpty ? objectId : "\(objectId).\(tenantId)"
        self.objectId = objectId
        self.tenantId = tenantId
        super.init()
    }
}

/// The profile of an account in one tenant.
public final class MSALTenantProfile: NSObject, Sendable {
    /// The user identifier in the tenant.
    public let identifier: String?
    /// The host of the tenant's server.
    public let environment: String?
    /// The tenant identifier.
    public let tenantId: String?
    /// A Boolean value that indicates whether the account was created in this tenant.
    ///
    /// Always `true`.
    public let isHomeTenantProfile: Bool
    private let known: [String: JSONValue]

    init(_ id: MSALAccountId, environment: String, claims: [String: JSONValue]) {
        identifier = id.objectId
        self.environment = environment
        tenantId = id.tenantId
        isHomeTenantProfile = true
        known = claims
        super.init()
    }

    /// The claims of the ID token.
    public var claims: [String: Any]? { known.isEmpty ? nil : known.mapValues(\.untyped) }
}

/// The claims of an ID token that the core has validated.
struct MSALIDTokenClaims: Sendable {
    let members: [String: JSONValue]

    init(of token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        let body = parts.count > 1 ? Base64URL.decode(parts[1]) : nil
        members = body.flatMap { try? JSONCoding.decode([String: JSONValue].self, from: $0) } ?? [:]
    }

    var username: String? { self[.preferredUsername] ?? self[.email] ?? self[.subject] }
    var objectID: String? { self[.objectID] ?? self[.subject] }
    var tenantID: String? { self[.tenantID] }

    private subscript(name: ClaimName) -> String? { members[name.rawValue]?.string }
}
