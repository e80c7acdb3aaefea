#if canImport(ObjectiveC)
public import Foundation

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthUserAccountResult {
    /// The value of ``account``.
    @objc(account)
    public var objcAccount: MSALAccount {
        get { account }
        set { account = newValue }
    }

    /// The value of ``idToken``.
    @objc(idToken)
    public var objcIdToken: String? { idToken }

    /// Calls ``signOut()``.
    @objc(signOut)
    public func objcSignOut() { signOut() }

    /// Calls ``getAccessToken(parameters:delegate:)``.
    @objc(getAccessTokenWithParameters:delegate:)
    public func objcGetAccessToken(
        parameters: MSALNativeAuthGetAccessTokenParameters,
        delegate: any ObjCCredentialsDelegate
    ) {
        getAccessToken(parameters: parameters, delegate: CredentialsAdapter(delegate))
    }

    /// Calls ``getAccessToken(forceRefresh:correlationId:delegate:)``.
    @available(*, deprecated, message: "Use getAccessToken(parameters:delegate:).")
    @objc(getAccessTokenWithForceRefresh:correlationId:delegate:)
    public func objcGetAccessToken(forceRefresh: Bool, correlationId: UUID?, delegate: any ObjCCredentialsDelegate) {
        getAccessToken(forceRefresh: forceRefresh, correlationId: correlationId, delegate: CredentialsAdapter(delegate))
    }

    /// Calls ``getAccessToken(scopes:forceRefresh:correlationId:delegate:)``.
    @available(*, deprecated, message: "Use getAccessToken(parameters:delegate:).")
    @objc(getAccessTokenWithScopes:forceRefresh:correlationId:delegate:)
    public func objcGetAccessToken(
        scopes: [String],
        forceRefresh: Bool,
        correlationId: UUID?,
        delegate: any ObjCCredentialsDelegate
    ) {
        getAccessToken(
            scopes: scopes,
            forceRefresh: forceRefresh,
            correlationId: correlationId,
            delegate: CredentialsAdapter(delegate)
        )
    }
}
#endif
