public import Foundation
import GatehouseWire

/// Who somebody is in one tenant.
public final class MSALTenantProfile: NSObject, Sendable {
    /// The person in that tenant.
    public let identifier: String?
    /// The host of the tenant's server.
    public let environment: String?
    /// The tenant.
    public let tenantId: String?
    /// Whether the account was made there, which it was.
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
