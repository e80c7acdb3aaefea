public import Dispatch
public import Foundation

/// Called once with the outcome of an authorization: a result, that the person cancelled, or an error, and never two of them.
public typealias AMZNAuthorizationRequestHandler = (AMZNAuthorizeResult?, Bool, (any Error)?) -> Void

/// Called once when a sign-out is over, with an error when the device could not forget the session.
public typealias AMZNSignOutRequestHandler = ((any Error)?) -> Void

/// Signs people in with Amazon, or with the Gatehouse server that the API key names.
///
/// Handlers are called on the main queue unless ``callbackQueue`` says otherwise.
public final class AMZNAuthorizationManager: NSObject, Sendable {
    private static let instance = AMZNAuthorizationManager()

    let app = AmazonApp.current

    private override init() {
        super.init()
    }

    /// The manager of this app.
    ///
    /// - Returns: Always the same object.
    public class func shared() -> AMZNAuthorizationManager { instance }

    /// Whether profiles come from Amazon's sandbox; a server of your own has none.
    ///
    /// `false` by default.
    public var isSandboxMode: Bool {
        get { app.settings.isSandbox }
        set { app.change { $0.isSandbox = newValue } }
    }

    /// Which of Amazon's hosts to ask.
    ///
    /// ``AMZNRegion/auto`` by default.
    public var region: AMZNRegion {
        get { app.settings.region }
        set { app.change { $0.region = newValue } }
    }

    /// Where every handler and delegate of this module is called.
    ///
    /// The main queue by default, which a program without an app around it has to run itself (`dispatchMain()`), or set another one.
    public var callbackQueue: DispatchQueue {
        get { app.settings.callbackQueue }
        set { app.change { $0.callbackQueue = newValue } }
    }

    /// Signs somebody in, or finds out who is signed in.
    ///
    /// The outcome is exactly one of three: a result; `true`, when the person closed the page, did not agree or never came back
    /// from the browser, or when a newer call took this one's place; an error. Two calls that both have to ask do not show two pages:
    /// the newer one asks.
    ///
    /// - Parameters:
    ///   - request: What the app needs, and whether the person may be asked.
    ///   - handler: Called once with the outcome.
    public func authorize(
        _ request: AMZNAuthorizeRequest,
        withHandler handler: @escaping AMZNAuthorizationRequestHandler
    ) {
        let wish = AuthorizationWish.reading(request)
        app.run {
            await $0.authorize(wish)
        } then: { outcome in
            switch outcome {
            case .authorized(let authorization): handler(AMZNAuthorizeResult(authorization), false, nil)
            case .cancelled: handler(nil, true, nil)
            case .failed(let failure): handler(nil, false, failure.error)
            }
        }
    }

    /// Signs the person out: on this device, and at the server, with the sign-in of the browser.
    ///
    /// Without a network the device is signed out all the same, without an error, and the server hears of it when it can be
    /// reached again. Amazon's own servers offer apps no way to hear of it.
    ///
    /// - Parameter handler: Called once; with an error only when the device could not forget the session. This process acts as signed out
    ///   even then, unless it was not able to read what is stored since it began: nobody is signed out then.
    public func signOut(_ handler: @escaping AMZNSignOutRequestHandler) {
        app.run {
            await $0.signOut()
        } then: { failure in
            handler(failure?.error)
        }
    }

    /// Hands in a URL that the app was opened with.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - sourceApplication: Who opened it; not looked at, because apps pass all kinds of things.
    /// - Returns: `true` when it is the redirect of the sign-in under way, whose handler hears of the outcome, or of one whose app has been closed
    ///   and opened in between: no handler hears of that, and the app's next question finds the person signed in. `false` for any other
    ///   URL, such as the same one again or one of another sign-in, and where what was under way cannot be read at once.
    public class func handleOpen(_ url: URL, sourceApplication: String?) -> Bool {
        AmazonApp.current.handleOpen(url)
    }
}
