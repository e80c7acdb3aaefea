public import Foundation
import Gatehouse

/// A closure that is called once with the code to show, or with an error.
public typealias AMZNCreateCodePairRequestHandler = (AMZNCreateCodePairResult?, (any Error)?) -> Void

/// A closure that is called once with the access token, or with an error.
public typealias AMZNGetTokenRequestHandler = (AMZNGetTokenResult?, (any Error)?) -> Void

/// Signs users in on a device without a browser.
///
/// The device shows a code that the user enters on another device.
///
/// The session is stored like any other: ``AMZNAuthorizationManager/authorize(_:withHandler:)`` finds it.
public final class AMZNCodePairManager: NSObject, Sendable {
    private static let instance = AMZNCodePairManager()

    private let app = AmazonClient.current

    private override init() {
        super.init()
    }

    /// Returns the manager of this app.
    ///
    /// - Returns: The shared manager.
    public class func shared() -> AMZNCodePairManager { instance }

    /// The region whose Amazon hosts issue the codes.
    ///
    /// The default, ``AMZNRegion/auto``, uses ``AMZNAuthorizationManager/region``.
    public var region: AMZNRegion {
        get { app.settings.codePairRegion }
        set { app.change { $0.codePairRegion = newValue } }
    }

    /// Requests a code to show to the user.
    ///
    /// - Parameters:
    ///   - request: The scopes to request.
    ///   - handler: The closure that is called once with the code, or with an error.
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

    /// Waits until the user has entered the code and decided, or the code has expired.
    ///
    /// - Parameters:
    ///   - request: The scopes that the code was created with.
    ///   - handler: The closure that is called once with the access token, or with an error: ``kAMZNLWAAccessDenied``
    ///     if the user denied the request, ``kAMZNLWAApplicationNotAuthorized`` if the code has expired or no code
    ///     exists for these scopes.
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

    /// Requests a code to show to the user, as ``createCodePair(_:handler:)`` does.
    ///
    /// - Parameter request: The scopes to request.
    /// - Returns: The code.
    /// - Throws: An `NSError` of the domain ``kAMZNLWAErrorDomain``.
    public func createCodePair(_ request: AMZNCreateCodePairRequest) async throws -> AMZNCreateCodePairResult {
        let scopes = request.scopes ?? []
        switch await app.createCodePair(Result { () throws(LoginFailure) in try RequestedScopes(scopes) }) {
        case .success(let prompt): return AMZNCreateCodePairResult(prompt)
        case .failure(let failure): throw failure.error
        }
    }

    /// Waits until the user has entered the code and decided, as ``getToken(_:handler:)`` does.
    ///
    /// - Parameter request: The scopes that the code was created with.
    /// - Returns: The access token.
    /// - Throws: An `NSError` of the domain ``kAMZNLWAErrorDomain``.
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
