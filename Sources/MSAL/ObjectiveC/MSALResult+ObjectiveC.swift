#if canImport(ObjectiveC)
public import Foundation

@available(swift, obsoleted: 1.0)
extension MSALResult {
    /// The value of ``accessToken``.
    @objc(accessToken)
    public var objcAccessToken: String { accessToken }

    /// The value of ``expiresOn``.
    @objc(expiresOn)
    public var objcExpiresOn: Date? { expiresOn }

    /// The value of ``idToken``.
    @objc(idToken)
    public var objcIdToken: String? { idToken }

    /// The value of ``scopes``.
    @objc(scopes)
    public var objcScopes: [String] { scopes }

    /// The value of ``tenantProfile``.
    @objc(tenantProfile)
    public var objcTenantProfile: MSALTenantProfile { tenantProfile }

    /// The value of ``account``.
    @objc(account)
    public var objcAccount: MSALAccount { account }

    /// The value of ``authority``.
    @objc(authority)
    public var objcAuthority: MSALAuthority { authority }

    /// The value of ``correlationId``.
    @objc(correlationId)
    public var objcCorrelationId: UUID { correlationId }

    /// The value of ``authorizationHeader``.
    @objc(authorizationHeader)
    public var objcAuthorizationHeader: String { authorizationHeader }

    /// The value of ``authenticationScheme``.
    @objc(authenticationScheme)
    public var objcAuthenticationScheme: String { authenticationScheme }

    /// The value of ``tenantId``.
    @objc(tenantId)
    public var objcTenantId: String? { tenantId }
}
#endif
