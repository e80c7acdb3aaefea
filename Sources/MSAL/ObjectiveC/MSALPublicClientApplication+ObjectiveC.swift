#if canImport(ObjectiveC)
public import Foundation

@available(swift, obsoleted: 1.0)
nonisolated extension MSALPublicClientApplication {
    /// Calls ``init(configuration:)``.
    @objc(initWithConfiguration:error:)
    public convenience init(objcConfiguration config: MSALPublicClientApplicationConfig) throws {
        try self.init(configuration: config)
    }

    /// The value of ``clientId``.
    @objc(clientId)
    public var objcClientId: String { clientId }

    /// The value of ``authority``.
    @objc(authority)
    public var objcAuthority: MSALAuthority { authority }

    /// The value of ``redirectUri``.
    @objc(redirectUri)
    public var objcRedirectUri: String? { redirectUri }

    /// Calls ``allAccounts()``.
    @objc(allAccounts:)
    public func objcAllAccounts() throws -> [MSALAccount] { try allAccounts() }

    /// Calls ``account(forIdentifier:)``.
    @objc(accountForIdentifier:error:)
    public func objcAccount(forIdentifier identifier: String) throws -> MSALAccount {
        try account(forIdentifier: identifier)
    }

    /// Calls ``account(forUsername:)``.
    @objc(accountForUsername:error:)
    public func objcAccount(forUsername username: String) throws -> MSALAccount {
        try account(forUsername: username)
    }

    /// Calls ``getCurrentAccount(with:completionBlock:)``.
    @objc(getCurrentAccountWithParameters:completionBlock:)
    public func objcGetCurrentAccount(
        with parameters: MSALParameters?,
        completionBlock: @escaping MSALCurrentAccountCompletionBlock
    ) {
        getCurrentAccount(with: parameters, completionBlock: completionBlock)
    }

    /// Calls ``remove(_:)``.
    @objc(removeAccount:error:)
    public func objcRemove(_ account: MSALAccount) throws { try remove(account) }

    /// Calls ``signout(with:signoutParameters:completionBlock:)``.
    @objc(signoutWithAccount:signoutParameters:completionBlock:)
    public func objcSignout(
        with account: MSALAccount,
        signoutParameters: MSALSignoutParameters,
        completionBlock: @escaping MSALSignoutCompletionBlock
    ) {
        signout(with: account, signoutParameters: signoutParameters, completionBlock: completionBlock)
    }

    /// Calls ``acquireToken(with:completionBlock:)``.
    @objc(acquireTokenWithParameters:completionBlock:)
    public func objcAcquireToken(
        with parameters: MSALInteractiveTokenParameters,
        completionBlock: @escaping MSALCompletionBlock
    ) {
        acquireToken(with: parameters, completionBlock: completionBlock)
    }

    /// Calls ``acquireTokenSilent(with:completionBlock:)``.
    @objc(acquireTokenSilentWithParameters:completionBlock:)
    public func objcAcquireTokenSilent(
        with parameters: MSALSilentTokenParameters,
        completionBlock: @escaping MSALCompletionBlock
    ) {
        acquireTokenSilent(with: parameters, completionBlock: completionBlock)
    }

    /// Calls ``cancelCurrentWebAuthSession()``.
    @discardableResult
    @objc(cancelCurrentWebAuthSession)
    public class func objcCancelCurrentWebAuthSession() -> Bool { cancelCurrentWebAuthSession() }

    /// Calls ``handleMSALResponse(_:sourceApplication:)``.
    @discardableResult
    @objc(handleMSALResponse:sourceApplication:)
    public class func objcHandleMSALResponse(_ response: URL, sourceApplication: String?) -> Bool {
        handleMSALResponse(response, sourceApplication: sourceApplication)
    }
}
#endif
