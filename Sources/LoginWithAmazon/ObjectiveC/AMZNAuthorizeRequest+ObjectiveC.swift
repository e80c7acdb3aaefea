#if canImport(ObjectiveC)
import Foundation

extension AMZNAuthorizeRequest {
    /// The value of ``scopes``.
    @available(swift, obsoleted: 1.0)
    @objc(scopes)
    public var objcScopes: [Any] {
        get { scopes }
        set { scopes = newValue }
    }

    /// The value of ``interactiveStrategy``.
    @available(swift, obsoleted: 1.0)
    @objc(interactiveStrategy)
    public var objcInteractiveStrategy: AMZNInteractiveStrategy {
        get { interactiveStrategy }
        set { interactiveStrategy = newValue }
    }

    /// The value of ``grantType``.
    @available(swift, obsoleted: 1.0)
    @objc(grantType)
    public var objcGrantType: AMZNAuthorizationGrantType {
        get { grantType }
        set { grantType = newValue }
    }

    /// The value of ``codeChallenge``.
    @available(swift, obsoleted: 1.0)
    @objc(codeChallenge)
    public var objcCodeChallenge: String {
        get { codeChallenge }
        set { codeChallenge = newValue }
    }

    /// The value of ``codeChallengeMethod``.
    @available(swift, obsoleted: 1.0)
    @objc(codeChallengeMethod)
    public var objcCodeChallengeMethod: String {
        get { codeChallengeMethod }
        set { codeChallengeMethod = newValue }
    }
}
#endif
