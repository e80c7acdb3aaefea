public import Foundation
import GatehouseWire

/// Version 2 of the API: class methods and a delegate for each call.
///
/// All of it stands on version 3. Both share what is stored: a session of the one is found by the other.
public final class AMZNLWAMobileLib: NSObject {
    /// Signs somebody in, or finds out who is signed in.
    ///
    /// - Parameters:
    ///   - scopes: The names of what the app needs.
    ///   - delegate: Hears of the outcome: no result, or with ``kAMZNLWAOptionReturnAuthCode`` the code.
    ///   - options: By the keys that begin with `kAMZNLWAOption`.
    @available(*, deprecated, message: "Use AMZNAuthorizationManager.shared().authorize(_:withHandler:).")
    public class func authorizeUser(
        forScopes scopes: [Any]!,
        delegate: (any AMZNLWAAuthenticationDelegate)!,
        options: [AnyHashable: Any]! = [:]
    ) {
        let options = DelegateOptions(options)
        if options.isSandbox { AmazonApp.current.change { $0.isSandbox = true } }
        let wish = options.wish(for: scopes)
        answer(options.returnsCode ? .getAuthorizationCode : .authorizeUser, to: delegate) { app in
            switch await app.authorize(wish) {
            case .authorized(let authorization): .success(authorization.code.isEmpty ? nil : .text(authorization.code))
            case .cancelled(let failure), .failed(let failure): .failure(failure)
            }
        }
    }

    /// Signs somebody in, or finds out who is signed in.
    ///
    /// - Parameters:
    ///   - scopes: The names of what the app needs.
    ///   - delegate: Hears of the outcome, without a result.
    @available(*, deprecated, message: "Use AMZNAuthorizationManager.shared().authorize(_:withHandler:).")
    public class func authorizeUser(forScopes scopes: [Any]!, delegate: (any AMZNLWAAuthenticationDelegate)!) {
        authorizeUser(forScopes: scopes, delegate: delegate, options: [:])
    }

    /// Gets an access token without asking anybody.
    ///
    /// - Parameters:
    ///   - scopes: The names of what the token must be good for.
    ///   - overrideParams: With `"YES"` for ``kAMZNLWAForceRefresh``, a new token even if the one at hand is still valid.
    ///   - delegate: Hears of the outcome, the token as a text; ``kAMZNLWAApplicationNotAuthorized`` when nobody is signed in.
    @available(
        *,
        deprecated,
        message: "Use AMZNAuthorizationManager.shared().authorize(_:withHandler:) with the interactiveStrategy .never."
    )
    public class func getAccessToken(
        forScopes scopes: [Any]!,
        withOverrideParams overrideParams: [AnyHashable: Any]!,
        delegate: (any AMZNLWAAuthenticationDelegate)!
    ) {
        let isFresh = DelegateOptions(overrideParams).isForced
        let requested = Result { () throws(LoginFailure) in try DelegateOptions.scopes(scopes) }
        answer(.getAccessToken, to: delegate) { app in
            switch requested {
            case .failure(let failure): .failure(failure)
            case .success(let requested):
                await app.accessToken(for: requested.scopes, isFresh: isFresh).map(DelegateAnswer.text)
            }
        }
    }

    /// Signs the person out on this device alone: the server is not told, and the browser stays signed in.
    ///
    /// - Parameter delegate: Hears of the outcome, without a result.
    @available(
        *,
        deprecated,
        message: "Use AMZNAuthorizationManager.shared().signOut(_:), which also ends the sign-in at the server."
    )
    public class func clearAuthorizationState(_ delegate: (any AMZNLWAAuthenticationDelegate)!) {
        answer(.clearAuthorizationState, to: delegate) { app in
            await app.forgetOnDevice().map { .failure($0) } ?? .success(nil)
        }
    }

    /// Gets the profile of whoever is signed in.
    ///
    /// - Parameters:
    ///   - delegate: Hears of the outcome: a dictionary as ``AMZNUser/profileData``.
    ///   - options: None are known.
    @available(
        *,
        deprecated,
        message: "Use AMZNUser.fetch(_:), or the user in the result of authorize(_:withHandler:)."
    )
    public class func getProfile(
        _ delegate: (any AMZNLWAAuthenticationDelegate)!,
        withOptions options: [AnyHashable: Any]! = [:]
    ) {
        answer(.getProfile, to: delegate) { await $0.profile().map(DelegateAnswer.profile) }
    }

    /// Gets the profile of whoever is signed in.
    ///
    /// - Parameter delegate: Hears of the outcome: a dictionary as ``AMZNUser/profileData``.
    @available(
        *,
        deprecated,
        message: "Use AMZNUser.fetch(_:), or the user in the result of authorize(_:withHandler:)."
    )
    public class func getProfile(_ delegate: (any AMZNLWAAuthenticationDelegate)!) {
        getProfile(delegate, withOptions: [:])
    }

    /// Hands in a URL that the app was opened with.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - sourceApplication: Who opened it; not looked at.
    /// - Returns: Whether it is the redirect of the sign-in under way.
    @available(*, deprecated, message: "Use AMZNAuthorizationManager.handleOpen(_:sourceApplication:).")
    public class func handleOpen(_ url: URL!, sourceApplication: String!) -> Bool {
        url.map { AMZNAuthorizationManager.handleOpen($0, sourceApplication: sourceApplication) } ?? false
    }

    /// The app's identifier, with which a code is redeemed.
    ///
    /// - Returns: The identifier that the API key names; `nil` without a key.
    @available(*, deprecated, message: "Use clientId of the result of authorize(_:withHandler:).")
    public class func getClientId() -> String! {
        try? AmazonApp.current.client().key.clientID
    }

    /// The redirect URI of the app, with which a code is redeemed.
    ///
    /// - Returns: The one that the last code was sent to; before the first, the one that belongs to the bundle of the API key; `nil`
    ///   without a key.
    @available(*, deprecated, message: "Use redirectUri of the result of authorize(_:withHandler:).")
    public class func getRedirectUri() -> String! {
        try? AmazonApp.current.redirectURI()
    }

    private class func answer(
        _ api: API,
        to delegate: (any AMZNLWAAuthenticationDelegate)!,
        _ body: @escaping @Sendable (AmazonApp) async -> Result<DelegateAnswer?, LoginFailure>
    ) {
        AmazonApp.current.run(body) { outcome in
            switch outcome {
            case .success(let answer):
                let succeed: ((APIResult?) -> Void)? = delegate?.requestDidSucceed
                succeed?(APIResult(resultFor: api, andResult: answer?.object))
            case .failure(let failure):
                let fail: ((APIError?) -> Void)? = delegate?.requestDidFail
                fail?(APIError(errorFor: api, andError: AMZNLWAError(failure)))
            }
        }
    }
}

/// What version 2 and 3.0 call it.
public typealias AIMobileLib = AMZNLWAMobileLib

/// The name of ``AMZNLWAMobileLib`` in Amazon's guides.
public typealias AMZNMobileLib = AMZNLWAMobileLib
