#if canImport(ObjectiveC)
public import Dispatch
public import Foundation

extension AMZNAuthorizationManager {
    /// Calls ``shared()``.
    @available(swift, obsoleted: 1.0)
    @objc(sharedManager)
    public class func objcSharedManager() -> AMZNAuthorizationManager { shared() }

    /// The value of ``isSandboxMode``.
    @available(swift, obsoleted: 1.0)
    @objc(sandboxMode)
    public var objcSandboxMode: Bool {
        @objc(isSandboxMode)
        get { isSandboxMode }
        set { isSandboxMode = newValue }
    }

    /// The value of ``region``.
    @available(swift, obsoleted: 1.0)
    @objc(region)
    public var objcRegion: AMZNRegion {
        get { region }
        set { region = newValue }
    }

    /// The value of ``callbackQueue``.
    @available(swift, obsoleted: 1.0)
    @objc(callbackQueue)
    public var objcCallbackQueue: DispatchQueue {
        get { callbackQueue }
        set { callbackQueue = newValue }
    }

    /// Calls ``authorize(_:withHandler:)``.
    @available(swift, obsoleted: 1.0)
    @objc(authorize:withHandler:)
    public func objcAuthorize(
        _ request: AMZNAuthorizeRequest,
        withHandler handler: @escaping AMZNAuthorizationRequestHandler
    ) {
        authorize(request, withHandler: handler)
    }

    /// Calls ``signOut(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(signOut:)
    public func objcSignOut(_ handler: @escaping AMZNSignOutRequestHandler) {
        signOut(handler)
    }

    /// Calls ``handleOpen(_:sourceApplication:)``.
    @available(swift, obsoleted: 1.0)
    @objc(handleOpenURL:sourceApplication:)
    @discardableResult
    public class func objcHandleOpen(_ url: URL, sourceApplication: String?) -> Bool {
        handleOpen(url, sourceApplication: sourceApplication)
    }
}

extension AMZNAuthorizeResult {
    /// The value of ``token``.
    @available(swift, obsoleted: 1.0)
    @objc(token)
    public var objcToken: String {
        get { token }
        set { token = newValue }
    }

    /// The value of ``authorizationCode``.
    @available(swift, obsoleted: 1.0)
    @objc(authorizationCode)
    public var objcAuthorizationCode: String {
        get { authorizationCode }
        set { authorizationCode = newValue }
    }

    /// The value of ``clientId``.
    @available(swift, obsoleted: 1.0)
    @objc(clientId)
    public var objcClientId: String {
        get { clientId }
        set { clientId = newValue }
    }

    /// The value of ``redirectUri``.
    @available(swift, obsoleted: 1.0)
    @objc(redirectUri)
    public var objcRedirectUri: String {
        get { redirectUri }
        set { redirectUri = newValue }
    }

    /// The value of ``user``.
    @available(swift, obsoleted: 1.0)
    @objc(user)
    public var objcUser: AMZNUser? {
        get { user }
        set { user = newValue }
    }
}
#endif
