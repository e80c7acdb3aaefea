#if canImport(ObjectiveC)
import Foundation

@available(swift, obsoleted: 1.0)
extension MSALAccount {
    /// The value of ``username``.
    @objc(username)
    public var objcUsername: String? { username }

    /// The value of ``identifier``.
    @objc(identifier)
    public var objcIdentifier: String? { identifier }

    /// The value of ``environment``.
    @objc(environment)
    public var objcEnvironment: String { environment }

    /// The value of ``accountClaims``.
    @objc(accountClaims)
    public var objcAccountClaims: [String: Any]? { accountClaims }

    /// The value of ``tenantProfiles``.
    @objc(tenantProfiles)
    public var objcTenantProfiles: [MSALTenantProfile]? { tenantProfiles }

    /// The value of ``homeAccountId``.
    @objc(homeAccountId)
    public var objcHomeAccountId: MSALAccountId? { homeAccountId }

    /// The value of ``isSSOAccount``.
    @objc(isSSOAccount)
    public var objcIsSSOAccount: Bool { isSSOAccount }
}

@available(swift, obsoleted: 1.0)
extension MSALAccountId {
    /// The value of ``identifier``.
    @objc(identifier)
    public var objcIdentifier: String { identifier }

    /// The value of ``objectId``.
    @objc(objectId)
    public var objcObjectId: String { objectId }

    /// The value of ``tenantId``.
    @objc(tenantId)
    public var objcTenantId: String { tenantId }
}

@available(swift, obsoleted: 1.0)
extension MSALTenantProfile {
    /// The value of ``identifier``.
    @objc(identifier)
    public var objcIdentifier: String? { identifier }

    /// The value of ``environment``.
    @objc(environment)
    public var objcEnvironment: String? { environment }

    /// The value of ``tenantId``.
    @objc(tenantId)
    public var objcTenantId: String? { tenantId }

    /// The value of ``isHomeTenantProfile``.
    @objc(isHomeTenantProfile)
    public var objcIsHomeTenantProfile: Bool { isHomeTenantProfile }

    /// The value of ``claims``.
    @objc(claims)
    public var objcClaims: [String: Any]? { claims }
}
#endif
