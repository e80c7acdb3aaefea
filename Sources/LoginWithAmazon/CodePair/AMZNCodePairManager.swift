public import Foundation
import Gatehouse

/// Called once with the code to show, or with an error.
public typealias AMZNCreateCodePairRequestHandler = (AMZNCreateCodePairResult?, (any Error)?) -> Void

/// Called once with the access token, or with an error.
public typealias AMZNGetTokenRequestHandler = (AMZNGetTokenResult?, (any Error)?) -> Void

/// Signs people in on a device without a browser: it shows a code, which they type in on another one.
///
/// The session is stored like that of any other sign-in: ``AMZNAuthorizationManager/authorize(_:withHandler:)`` finds it.
public final class AMZNCodePairManager: NSObject, Sendable {
    private static let instance = AMZNCodePairManager()

    private let app = AmazonApp.current

    private override init() {
        super.init()
    }

    /// The manager of this app.
    ///
    /// - Returns: Always the same object.
    public class func shared() -> AMZNCodePairManager { instance }

    /// Which of Amazon's hosts to ask for codes.
    ///
    /// With ``AMZNRegion/auto``, the default, those of ``AMZNAuthorizationManager/region``.
    public var region: AMZNRegion {
        get { app.settings.codePairRegion }
        set { app.change { $0.codePairRegion = newValue } }
    }

    /// Gets a code to show.
    ///
    /// - Parameters:
    ///   - request: What the app needs.
    ///   - handler: Called once with the code, or with an error.
    public func createCodePair(
        _ request: AMZNCreateCodePairRequest,
        handler: @escaping AMZNCreateCodePairRequestHandler
    ) {
        let scopes = request.scopes ?? []
        let requested = Result { () throws(LoginFailure) in try RequestedScopes(scopes) }
        app.run {
            await $0.createCodePair(requested)
        } then: { result in
            switch result {
            case .success(let prompt): handler(AMZNCreateCodePairResult(prompt), nil)
            case .failure(let failure): handler(nil, failure.error)
            }
        }
    }

    /// Waits until the person has typed the code in and decided, as long as the code lasts.
    ///
    /// - Parameters:
    ///   - request: The scopes that the code was created with.
    ///   - handler: Called once with the access token, or with an error: ``kAMZNLWAAccessDenied`` when the person did not agree,
    ///     ``kAMZNLWAApplicationNotAuthorized`` when the code expired, or there is none for these scopes.
    public func getToken(_ request: AMZNGetTokenRequest, handler: @escaping AMZNGetTokenRequestHandler) {
        let scopes = request.scopes ?? []
        let requested = Result { () throws(LoginFailure) in try RequestedScopes(scopes) }
        app.run {
            await $0.token(ofCodePair: requested)
        } then: { result in
            switch result {
            case .success(let token): handler(AMZNGetTokenResult(accessToken: token), nil)
            case .failure(let failure): handler(nil, failure.error)
            }
        }
    }

    /// Gets a code to show, as ``createCodePair(_:handler:)`` does.
    ///
    /// - Parameter request: What the app needs.
    /// - Returns: The code.
    /// - Throws: `NSError` of the domain ``kAMZNLWAErrorDomain``.
    public func createCodePair(_ request: AMZNCreateCodePairRequest) async throws -> AMZNCreateCodePairResult {
        let scopes = request.scopes ?? []
        switch await app.createCodePair(Result { () throws(LoginFailure) in try RequestedScopes(scopes) }) {
        case .success(let prompt): return AMZNCreateCodePairResult(prompt)
        case .failure(let failure): throw failure.error
        }
    }

    /// Waits until the person has typed the code in and decided, as ``getToken(_:handler:)`` does.
    ///
    /// - Parameter request: The scopes that the code was created with.
    /// - Returns: The access token.
    /// - Throws: `NSError` of the domain ``kAMZNLWAErrorDomain``.
    public func getToken(_ request: AMZNGetTokenRequest) async throws -> AMZNGetTokenResult {
        let scopes = request.scopes ?? []
        switch await app.token(ofCodePair: Result { () throws(LoginFailure) in try RequestedScopes(scopes) }) {
        case .success(let token): return AMZNGetTokenResult(accessToken: token)
        case .failure(let failure): throw failure.error
        }
    }
}

extension AMZNCreateCodePairResult {
    fileprivate convenience init(_ prompt: DeviceAuthorizationPrompt) {
        self.init(userCode: prompt.userCode, verificationUri: prompt.verificationURI)
    }
}
