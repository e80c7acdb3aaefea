public import Foundation
import GatehouseWire

/// Version 2 of the API: class methods that notify a delegate.
///
/// It is built on version 3. Both versions share the stored session.
public final class AMZNLWAMobileLib: NSObject {
    /// Signs the user in, or returns the current session.
    ///
    /// - Parameters:
    ///   - scopes: The names of the scopes to request.
    ///   - delegate: The delegate to notify: without a result, or with the code if ``kAMZNLWAOptionReturnAuthCode`` is
    ///     set.
    ///   - options: The options, by the keys that begin with `kAMZNLWAOption`.
    @available(*, deprecated, message: "Use AMZNAuthorizationManager.shared().authorize(_:withHandler:).")
    public class func authorizeUser(
        forScopes scopes: [Any]!,
        delegate: (any AMZNLWAAuthenticationDelegate)!,
        options: [AnyHashable: Any]! = [:]
    ) {
        let options = DelegateOptions(options)
        if options.isSandbox { AmazonClient.current.change { $0.isSandbox = true } }
        let parameters = options.parameters(for: scopes)
        perform(options.returnsCode ? .getAuthorizationCode : .authorizeUser, to: delegate) { app in
            switch await app.authorize(parameters) {
            case .authorized(let authorization): .success(authorization.code.isEmpty ? nil : .text(authorization.code))
            case .cancelled(let failure), .failed(let failure): .failure(failure)
            }
        }
    }

    /// Signs the user in, or returns the current session.
    ///
    /// - Parameters:
    ///   - scopes: The names of the scopes to request.
    ///   - delegate: The delegate to notify, without a result.
    @available(*, deprecated, message: "Use AMZNAuthorizationManager.shared().authorize(_:withHandler:).")
    public class func authorizeUser(forScopes scopes: [Any]!, delegate: (any AMZNLWAAuthenticationDelegate)!) {
        authorizeUser(forScopes: scopes, delegate: delegate, options: [:])
    }

    /// Returns an access token without user interaction.
    ///
    /// - Parameters:
    ///   - scopes: The names of the scopes that the token must have.
    ///   - overrideParams: With `"YES"` for ``kAMZNLWAForceRefresh``, a new token even if the current one is still
    ///     valid.
    ///   - delegate: The delegate to notify, with the token as a string, or ``kAMZNLWAApplicationNotAuthorized``
    ///     without a session.
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
        perform(.getAccessToken, to: delegate) { app in
            switch requested {
            case .failure(let failure): .failure(failure)
            case .success(let requested):
                await app.accessToken(for: requested.scopes, isFresh: isFresh).map(DelegateResult.text)
            }
        }
    }

    /// Signs the user out on this device only.
    ///
    /// The tokens are not revoked, and the browser stays signed in.
    ///
    /// - Parameter delegate: The delegate to notify, without a result.
    @available(
        *,
        deprecated,
        message: "Use AMZNAuthorizationManager.shared().signOut(_:), which also ends the sign-in at the server."
    )
    public class func clearAuthorizationState(_ delegate: (any AMZNLWAAuthenticationDelegate)!) {
        perform(.clearAuthorizationState, to: delegate) { app in
            await app.signOutOnDevice().map { .failure($0) } ?? .success(nil)
        }
    }

    /// Fetches the profile of the signed-in user.
    ///
    /// - Parameters:
    ///   - delegate: The delegate to notify, with a dictionary as in ``AMZNUser/profileData``.
    ///   - options: Ignored; no options exist.
    @available(
        *,
        deprecated,
        message: "Use AMZNUser.fetch(_:), or the user in the result of authorize(_:withHandler:)."
    )
    public class func getProfile(
        _ delegate: (any AMZNLWAAuthenticationDelegate)!,
        withOptions options: [AnyHashable: Any]! = [:]
    ) {
        perform(.getProfile, to: delegate) { await $0.profile().map(DelegateResult.profile) }
    }

    /// Fetches the profile of the signed-in user.
    ///
    /// - Parameter delegate: The delegate to notify, with a dictionary as in ``AMZNUser/profileData``.
    @available(
        *,
        deprecated,
        message: "Use AMZNUser.fetch(_:), or the user in the result of authorize(_:withHandler:)."
    )
    public class func getProfile(_ delegate: (any AMZNLWAAuthenticationDelegate)!) {
        getProfile(delegate, withOptions: [:])
    }

    /// Completes the sign-in that a redirect URL belongs to.
    ///
    /// - Parameters:
    ///   - url: The URL that opened the app.
    ///   - sourceApplication: The app that opened the URL. Ignored.
    /// - Returns: `true` if the URL completes the current sign-in.
    @available(*, deprecated, message: "Use AMZNAuthorizationManager.handleOpen(_:sourceApplication:).")
    public class func handleOpen(_ url: URL!, sourceApplication: String!) -> Bool {
        url.map { AMZNAuthorizationManager.handleOpen($0, sourceApplication: sourceApplication) } ?? false
    }

    /// Returns the client identifier with which a code is redeemed.
    ///
    /// - Returns: The client identifier in the API key; `nil` without a key.
    @available(*, deprecated, message: "Use clientId of the result of authorize(_:withHandler:).")
    public class func getClientId() -> String! {
        try? AmazonClient.current.client().key.clientID
    }

    /// Returns the redirect URI with which a code is redeemed.
    ///
    /// - Returns: The redirect URI of the last authorization code; before the first, that of the bundle in the API key;
    ///   `nil` without a key.
    @available(*, deprecated, message: "Use redirectUri of the result of authorize(_:withHandler:).")
    public class func getRedirectUri() -> String! {
        try? AmazonClient.current.redirectURI()
    }

    private class func perform(
        _ api: API,
        to delegate: (any AMZNLWAAuthenticationDelegate)!,
        _ body: @escaping @Sendable (AmazonClient) async -> Result<DelegateResult?, LoginFailure>
    ) {
        AmazonClient.current.run(body) { outcome in
            switch outcome {
            case .success(let result):
                let succeed: ((APIResult?) -> Void)? = delegate?.requestDidSucceed
                succeed?(APIResult(resultFor: api, andResult: result?.object))
            case .failure(let failure):
                let fail: ((APIError?) -> Void)? = delegate?.requestDidFail
                fail?(APIError(errorFor: api, andError: AMZNLWAError(failure)))
            }
        }
    }
}

/// The name in versions 2 and 3.0.
public typealias AIMobileLib = AMZNLWAMobileLib

/// The name of ``AMZNLWAMobileLib`` in Amazon's guides.
public typealias AMZNMobileLib = AMZNLWAMobileLib
