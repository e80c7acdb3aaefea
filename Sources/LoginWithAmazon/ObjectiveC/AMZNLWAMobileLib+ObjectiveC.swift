#if canImport(ObjectiveC)
public import Foundation

extension AMZNLWAMobileLib {
    /// Calls ``authorizeUser(forScopes:delegate:options:)``.
    @available(swift, obsoleted: 1.0)
    @available(*, deprecated, message: "Use -[AMZNAuthorizationManager authorize:withHandler:].")
    @objc(authorizeUserForScopes:delegate:options:)
    public class func objcAuthorizeUser(
        forScopes scopes: [Any]!,
        delegate: (any AMZNLWAAuthenticationDelegate)!,
        options: [AnyHashable: Any]!
    ) {
        authorizeUser(forScopes: scopes, delegate: delegate, options: options)
    }

    /// Calls ``authorizeUser(forScopes:delegate:)``.
    @available(swift, obsoleted: 1.0)
    @available(*, deprecated, message: "Use -[AMZNAuthorizationManager authorize:withHandler:].")
    @objc(authorizeUserForScopes:delegate:)
    public class func objcAuthorizeUser(forScopes scopes: [Any]!, delegate: (any AMZNLWAAuthenticationDelegate)!) {
        authorizeUser(forScopes: scopes, delegate: delegate)
    }

    /// Calls ``getAccessToken(forScopes:withOverrideParams:delegate:)``.
    @available(swift, obsoleted: 1.0)
    @available(
        *,
        deprecated,
        message: "Use -[AMZNAuthorizationManager authorize:withHandler:] with AMZNInteractiveStrategyNever."
    )
    @objc(getAccessTokenForScopes:withOverrideParams:delegate:)
    public class func objcAccessToken(
        forScopes scopes: [Any]!,
        withOverrideParams overrideParams: [AnyHashable: Any]!,
        delegate: (any AMZNLWAAuthenticationDelegate)!
    ) {
        getAccessToken(forScopes: scopes, withOverrideParams: overrideParams, delegate: delegate)
    }

    /// Calls ``clearAuthorizationState(_:)``.
    @available(swift, obsoleted: 1.0)
    @available(*, deprecated, message: "Use -[AMZNAuthorizationManager signOut:].")
    @objc(clearAuthorizationState:)
    public class func objcClearAuthorizationState(_ delegate: (any AMZNLWAAuthenticationDelegate)!) {
        clearAuthorizationState(delegate)
    }

    /// Calls ``getProfile(_:withOptions:)``.
    @available(swift, obsoleted: 1.0)
    @available(*, deprecated, message: "Use +[AMZNUser fetch:].")
    @objc(getProfile:withOptions:)
    public class func objcProfile(
        _ delegate: (any AMZNLWAAuthenticationDelegate)!,
        withOptions options: [AnyHashable: Any]!
    ) {
        getProfile(delegate, withOptions: options)
    }

    /// Calls ``getProfile(_:)``.
    @available(swift, obsoleted: 1.0)
    @available(*, deprecated, message: "Use +[AMZNUser fetch:].")
    @objc(getProfile:)
    public class func objcProfile(_ delegate: (any AMZNLWAAuthenticationDelegate)!) {
        getProfile(delegate)
    }

    /// Calls ``handleOpen(_:sourceApplication:)``.
    @available(swift, obsoleted: 1.0)
    @available(*, deprecated, message: "Use +[AMZNAuthorizationManager handleOpenURL:sourceApplication:].")
    @objc(handleOpenURL:sourceApplication:)
    @discardableResult
    public class func objcHandleOpen(_ url: URL!, sourceApplication: String!) -> Bool {
        handleOpen(url, sourceApplication: sourceApplication)
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Calls ``getClientId()``.
    @available(swift, obsoleted: 1.0)
    @available(
        *,
        deprecated,
        message: "Use clientId of the result of -[AMZNAuthorizationManager authorize:withHandler:]."
    )
    @objc(getClientId)
    public class func objcClientId() -> String! { getClientId() }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Calls ``getRedirectUri()``.
    @available(swift, obsoleted: 1.0)
    @available(
        *,
        deprecated,
        message: "Use redirectUri of the result of -[AMZNAuthorizationManager authorize:withHandler:]."
    )
    @objc(getRedirectUri)
    public class func objcRedirectUri() -> String! { getRedirectUri() }
}
#endif
