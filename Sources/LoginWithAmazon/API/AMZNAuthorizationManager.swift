public import Dispatch
public import Foundation
public import Gatehouse

/// A closure that is called once with exactly one outcome: a result, a cancellation or an error.
public typealias AMZNAuthorizationRequestHandler = (AMZNAuthorizeResult?, Bool, (any Error)?) -> Void

/// A closure that is called once the sign-out has finished, with an error if the session could not be removed from the
/// device.
public typealias AMZNSignOutRequestHandler = ((any Error)?) -> Void

/// Signs users in with Amazon, or with the Gatehouse server named in the API key.
///
/// Handlers are called on the main queue unless ``callbackQueue`` is set.
public final class AMZNAuthorizationManager: NSObject, Sendable {
    private static let instance = AMZNAuthorizationManager()

    let app = AmazonClient.current

    private override init() {
        super.init()
    }

    /// Returns the manager of this app.
    ///
    /// - Returns: The shared manager.
    public class func shared() -> AMZNAuthorizationManager { instance }

    /// A Boolean value that indicates whether profiles come from Amazon's sandbox.
    ///
    /// A Gatehouse server has no sandbox.
    ///
    /// The default is `false`.
    public var isSandboxMode: Bool {
        get { app.settings.isSandbox }
        set { app.change { $0.isSandbox = newValue } }
    }

    /// The region whose Amazon hosts are used.
    ///
    /// The default is ``AMZNRegion/auto``.
    public var region: AMZNRegion {
        get { app.settings.region }
        set { app.change { $0.region = newValue } }
    }

    /// The queue on which every handler and delegate of this module is called.
    ///
    /// The default is the main queue. A command-line program must run it with `dispatchMain()`, or set another queue.
    public var callbackQueue: DispatchQueue {
        get { app.settings.callbackQueue }
        set { app.change { $0.callbackQueue = newValue } }
    }

    /// Signs the user in, or returns the current session.
    ///
    /// Exactly one of three outcomes is reported: a result; `true` if the user closed the page, denied the request or
    /// did not return from the browser, or if a newer call took over; or an error. Only one page is shown at a time: a
    /// newer call cancels the older one.
    ///
    /// - Parameters:
    ///   - request: The scopes to request, and whether the sign-in page may be shown.
    ///   - handler: The closure that is called once with the outcome.
    public func authorize(
        _ request: AMZNAuthorizeRequest,
        withHandler handler: @escaping AMZNAuthorizationRequestHandler
    ) {
        let parameters = AuthorizationParameters.reading(request)
        app.run {
            await $0.authorize(parameters)
        } then: { outcome in
            switch outcome {
            case .authorized(let authorization): handler(AMZNAuthorizeResult(authorization), false, nil)
            case .cancelled: handler(nil, true, nil)
            case .failed(let failure): handler(nil, false, failure.error)
            }
        }
    }

    /// Signs the user out on this device, at the server and in the browser.
    ///
    /// Without a network connection the user is signed out on the device without an error, and the tokens are revoked
    /// at the next opportunity. Amazon's own servers have no revocation endpoint for apps.
    ///
    /// - Parameter handler: The closure that is called once, with an error only if the session could not be removed
    ///   from the device. The session has ended for this process even then, unless its stored data was never readable:
    ///   in that case nothing was signed out.
    public func signOut(_ handler: @escaping AMZNSignOutRequestHandler) {
        app.run {
            await $0.signOut()
        } then: { failure in
            handler(failure?.error)
        }
    }

    /// Completes the sign-in that a redirect URL belongs to.
    ///
    /// - Parameters:
    ///   - url: The URL that opened the app.
    ///   - sourceApplication: The app that opened the URL. Ignored.
    /// - Returns: `true` if the URL completes the current sign-in, whose handler is then called, or a sign-in from
    ///   before the app was relaunched. In that case no handler is called, and the next call finds the session. `false`
    ///   for any other URL, for a URL that was handled already, and if the pending sign-in cannot be read immediately.
    public class func handleOpen(_ url: URL, sourceApplication: String?) -> Bool {
        AmazonClient.current.handleOpen(url)
    }
}

extension AMZNAuthorizationManager {
    /// Signs the user in, or returns the current session.
    ///
    /// - Parameter request: The scopes to request, and whether the sign-in page may be shown.
    /// - Returns: The result of the sign-in.
    /// - Throws: An `NSError` of the domain ``kAMZNLWAErrorDomain``: ``kAMZNLWAErrorUserInterrupted`` if the user
    ///   closed the page or did not return from the browser, ``kAMZNLWAAccessDenied`` if the user denied the request.
    public func authorize(_ request: AMZNAuthorizeRequest) async throws -> AMZNAuthorizeResult {
        switch await app.authorize(AuthorizationParameters.reading(request)) {
        case .authorized(let authorization): return AMZNAuthorizeResult(authorization)
        case .cancelled(let failure), .failed(let failure): throw failure.error
        }
    }

    /// Signs the user out on this device, and at the server as soon as it is reachable.
    ///
    /// - Throws: An `NSError` of the domain ``kAMZNLWAErrorDomain`` if the session could not be removed from the
    ///   device.
    public func signOut() async throws {
        if let failure = await app.signOut() { throw failure.error }
    }
}

extension AMZNAuthorizationManager {
    /// Sets the app's API key, where no `Info.plist` contains it (as on Linux) or to override it.
    ///
    /// Call this method once, before any other of this module. On Apple platforms the default is the value of `APIKey`
    /// in `Info.plist`.
    ///
    /// ```swift
    /// AMZNAuthorizationManager.configure(apiKey: "eyJhbGci…")
    /// ```
    ///
    /// Another call replaces the key and clears the state in memory. Stored sessions are kept.
    ///
    /// - Parameters:
    ///   - apiKey: The key as printed by `gatehouse client create --amazon` or shown in Amazon's developer console.
    ///     With a malformed key, or the key of another bundle, every call fails with ``kAMZNLWAUnauthorizedClient``.
    ///   - bundleIdentifier: The bundle identifier that the key must have been issued for. `nil` accepts any.
    ///   - adjust: A closure that changes the token store, the user agent or the transport.
    public class func configure(
        apiKey: String,
        bundleIdentifier: String? = Bundle.main.bundleIdentifier,
        adjust: (inout GatehouseClient.Configuration) -> Void = { _ in }
    ) {
        AmazonClient.current.configure(apiKey: apiKey, bundleIdentifier: bundleIdentifier, adjust: adjust)
    }
}

/// The result of a sign-in.
public final class AMZNAuthorizeResult: NSObject {
    /// The access token.
    ///
    /// Empty if an authorization code was requested.
    public var token: String = ""
    /// The authorization code for the app's server.
    ///
    /// Empty if a token was requested.
    public var authorizationCode: String = ""
    /// The client identifier with which the code is redeemed.
    public var clientId: String = ""
    /// The redirect URI with which the code is redeemed.
    public var redirectUri: String = ""
    /// The signed-in user, if a profile scope was granted.
    public var user: AMZNUser?

    /// Creates an empty result.
    public override init() {
        super.init()
    }

    convenience init(_ authorization: Authorization) {
        self.init()
        token = authorization.token
        authorizationCode = authorization.code
        clientId = authorization.clientID
        redirectUri = authorization.redirectURI
        user = authorization.user
    }
}
