import Foundation
import LoginWithAmazon

/// The calls of version 2, through a protocol that hides their deprecation.
protocol Version2Calls {
    func authorizeUser(_ scopes: [Any]?, _ delegate: (any AIAuthenticationDelegate)?)
    func authorizeUser(_ scopes: [Any]?, _ delegate: (any AIAuthenticationDelegate)?, options: [AnyHashable: Any]?)
    func getAccessToken(_ scopes: [Any]?, params: [AnyHashable: Any]?, _ delegate: (any AIAuthenticationDelegate)?)
    func clearAuthorizationState(_ delegate: (any AIAuthenticationDelegate)?)
    func getProfile(_ delegate: (any AIAuthenticationDelegate)?)
    func handleOpen(_ url: URL?, _ sourceApplication: String?) -> Bool
    func getClientId() -> String?
    func getRedirectUri() -> String?
}

struct Version2: Version2Calls {
    static var calls: any Version2Calls { Version2() }

    @available(*, deprecated)
    func authorizeUser(_ scopes: [Any]?, _ delegate: (any AIAuthenticationDelegate)?) {
        AIMobileLib.authorizeUser(forScopes: scopes, delegate: delegate)
    }

    @available(*, deprecated)
    func authorizeUser(_ scopes: [Any]?, _ delegate: (any AIAuthenticationDelegate)?, options: [AnyHashable: Any]?) {
        AMZNLWAMobileLib.authorizeUser(forScopes: scopes, delegate: delegate, options: options)
    }

    @available(*, deprecated)
    func getAccessToken(
        _ scopes: [Any]?,
        params: [AnyHashable: Any]?,
        _ delegate: (any AIAuthenticationDelegate)?
    ) {
        AIMobileLib.getAccessToken(forScopes: scopes, withOverrideParams: params, delegate: delegate)
    }

    @available(*, deprecated)
    func clearAuthorizationState(_ delegate: (any AIAuthenticationDelegate)?) {
        AIMobileLib.clearAuthorizationState(delegate)
    }

    @available(*, deprecated)
    func getProfile(_ delegate: (any AIAuthenticationDelegate)?) {
        AIMobileLib.getProfile(delegate)
    }

    @available(*, deprecated)
    func handleOpen(_ url: URL?, _ sourceApplication: String?) -> Bool {
        AIMobileLib.handleOpen(url, sourceApplication: sourceApplication)
    }

    @available(*, deprecated)
    func getClientId() -> String? { AIMobileLib.getClientId() }

    @available(*, deprecated)
    func getRedirectUri() -> String? { AMZNLWAMobileLib.getRedirectUri() }

    /// Makes a call and returns the call of its delegate.
    static func perform(
        _ call: @escaping (any Version2Calls, any AIAuthenticationDelegate) -> Void
    ) async -> DelegateCall {
        await withCheckedContinuation { continuation in
            call(calls, RecordingDelegate { continuation.resume(returning: $0) })
        }
    }
}
