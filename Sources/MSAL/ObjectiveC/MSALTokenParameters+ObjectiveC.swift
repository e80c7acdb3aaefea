#if canImport(ObjectiveC)
public import Dispatch
public import Foundation

@available(swift, obsoleted: 1.0)
extension MSALParameters {
    /// The value of ``completionBlockQueue``.
    @objc(completionBlockQueue)
    public var objcCompletionBlockQueue: DispatchQueue? {
        get { completionBlockQueue }
        set { completionBlockQueue = newValue }
    }
}

@available(swift, obsoleted: 1.0)
extension MSALTokenParameters {
    /// Calls ``init(scopes:)``.
    @objc(initWithScopes:)
    public convenience init(objcScopes scopes: [String]) { self.init(scopes: scopes) }

    /// The value of ``scopes``.
    @objc(scopes)
    public var objcScopes: [String] {
        get { scopes }
        set { scopes = newValue }
    }

    /// The value of ``account``.
    @objc(account)
    public var objcAccount: MSALAccount? {
        get { account }
        set { account = newValue }
    }

    /// The value of ``authority``.
    @objc(authority)
    public var objcAuthority: MSALAuthority? {
        get { authority }
        set { authority = newValue }
    }

    /// The value of ``claimsRequest``.
    @objc(claimsRequest)
    public var objcClaimsRequest: MSALClaimsRequest? {
        get { claimsRequest }
        set { claimsRequest = newValue }
    }

    /// The value of ``extraQueryParameters``.
    @objc(extraQueryParameters)
    public var objcExtraQueryParameters: [String: String]? {
        get { extraQueryParameters }
        set { extraQueryParameters = newValue }
    }

    /// The value of ``correlationId``.
    @objc(correlationId)
    public var objcCorrelationId: UUID? {
        get { correlationId }
        set { correlationId = newValue }
    }
}

@available(swift, obsoleted: 1.0)
extension MSALInteractiveTokenParameters {
    /// Calls ``init(scopes:webviewParameters:)``.
    @objc(initWithScopes:webviewParameters:)
    public convenience init(objcScopes scopes: [String], webviewParameters: MSALWebviewParameters) {
        self.init(scopes: scopes, webviewParameters: webviewParameters)
    }

    /// The value of ``promptType``.
    @objc(promptType)
    public var objcPromptType: MSALPromptType {
        get { promptType }
        set { promptType = newValue }
    }

    /// The value of ``loginHint``.
    @objc(loginHint)
    public var objcLoginHint: String? {
        get { loginHint }
        set { loginHint = newValue }
    }

    /// The value of ``domainHint``.
    @objc(domainHint)
    public var objcDomainHint: String? {
        get { domainHint }
        set { domainHint = newValue }
    }

    /// The value of ``extraScopesToConsent``.
    @objc(extraScopesToConsent)
    public var objcExtraScopesToConsent: [String]? {
        get { extraScopesToConsent }
        set { extraScopesToConsent = newValue }
    }

    /// The value of ``webviewParameters``.
    @objc(webviewParameters)
    public var objcWebviewParameters: MSALWebviewParameters { webviewParameters }
}

@available(swift, obsoleted: 1.0)
extension MSALSilentTokenParameters {
    /// Calls ``init(scopes:account:)``.
    @objc(initWithScopes:account:)
    public convenience init(objcScopes scopes: [String], account: MSALAccount) {
        self.init(scopes: scopes, account: account)
    }

    /// The value of ``forceRefresh``.
    @objc(forceRefresh)
    public var objcForceRefresh: Bool {
        get { forceRefresh }
        set { forceRefresh = newValue }
    }
}

@available(swift, obsoleted: 1.0)
extension MSALSignoutParameters {
    /// Calls ``init(webviewParameters:)``.
    @objc(initWithWebviewParameters:)
    public convenience init(objcWebviewParameters webviewParameters: MSALWebviewParameters) {
        self.init(webviewParameters: webviewParameters)
    }

    /// The value of ``webviewParameters``.
    @objc(webviewParameters)
    public var objcWebviewParameters: MSALWebviewParameters { webviewParameters }

    /// The value of ``signoutFromBrowser``.
    @objc(signoutFromBrowser)
    public var objcSignoutFromBrowser: Bool {
        get { signoutFromBrowser }
        set { signoutFromBrowser = newValue }
    }

    /// The value of ``wipeAccount``.
    @objc(wipeAccount)
    public var objcWipeAccount: Bool {
        get { wipeAccount }
        set { wipeAccount = newValue }
    }

    /// The value of ``wipeCacheForAllAccounts``.
    @objc(wipeCacheForAllAccounts)
    public var objcWipeCacheForAllAccounts: Bool {
        get { wipeCacheForAllAccounts }
        set { wipeCacheForAllAccounts = newValue }
    }

    /// The value of ``extraQueryParameters``.
    @objc(extraQueryParameters)
    public var objcExtraQueryParameters: [String: String]? {
        get { extraQueryParameters }
        set { extraQueryParameters = newValue }
    }
}
#endif
