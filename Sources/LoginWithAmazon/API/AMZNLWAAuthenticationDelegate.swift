public import Foundation

#if canImport(ObjectiveC)
/// The delegate of a version 2 call.
///
/// One of its two methods is called, once.
///
/// Each method may be declared with or without the `!`, as the vendor's protocol allows. In the Swift 6 language mode a
/// class of the main actor, such as a view controller, conforms with `@preconcurrency` before the name.
@objc(AMZNLWAAuthenticationDelegate)
public protocol AMZNLWAAuthenticationDelegate: NSObjectProtocol {
    /// Tells the delegate that the call succeeded.
    ///
    /// - Parameter apiResult: The result of the call.
    @objc(requestDidSucceed:)
    func requestDidSucceed(_ apiResult: APIResult!)
    /// Tells the delegate that the call failed.
    ///
    /// - Parameter errorResponse: The error of the call.
    @objc(requestDidFail:)
    func requestDidFail(_ errorResponse: APIError!)
}
#else
/// The delegate of a version 2 call.
///
/// One of its two methods is called, once.
///
/// Each method may be declared with or without the `!`, as the vendor's Objective-C protocol allows. One spelling is
/// enough. In the Swift 6 language mode a class of the main actor, such as a view controller, conforms with
/// `@preconcurrency` before the name.
public protocol AMZNLWAAuthenticationDelegate: NSObjectProtocol {
    /// Tells the delegate that the call succeeded.
    ///
    /// - Parameter apiResult: The result of the call.
    func requestDidSucceed(_ apiResult: APIResult!)
    /// Tells the delegate that the call succeeded.
    ///
    /// - Parameter apiResult: The result of the call.
    func requestDidSucceed(_ apiResult: APIResult)
    /// Tells the delegate that the call failed.
    ///
    /// - Parameter errorResponse: The error of the call.
    func requestDidFail(_ errorResponse: APIError!)
    /// Tells the delegate that the call failed.
    ///
    /// - Parameter errorResponse: The error of the call.
    func requestDidFail(_ errorResponse: APIError)
}

extension AMZNLWAAuthenticationDelegate {
    /// Calls the other spelling.
    ///
    /// - Parameter apiResult: The result of the call.
    public func requestDidSucceed(_ apiResult: APIResult!) {
        guard let apiResult else { return }
        let other: (APIResult) -> Void = requestDidSucceed
        Spelling.once(for: self) { other(apiResult) }
    }

    /// Calls the other spelling.
    ///
    /// - Parameter apiResult: The result of the call.
    public func requestDidSucceed(_ apiResult: APIResult) {
        let other: (APIResult?) -> Void = requestDidSucceed
        Spelling.once(for: self) { other(apiResult) }
    }

    /// Calls the other spelling.
    ///
    /// - Parameter errorResponse: The error of the call.
    public func requestDidFail(_ errorResponse: APIError!) {
        guard let errorResponse else { return }
        let other: (APIError) -> Void = requestDidFail
        Spelling.once(for: self) { other(errorResponse) }
    }

    /// Calls the other spelling.
    ///
    /// - Parameter errorResponse: The error of the call.
    public func requestDidFail(_ errorResponse: APIError) {
        let other: (APIError?) -> Void = requestDidFail
        Spelling.once(for: self) { other(errorResponse) }
    }
}
#endif

/// The name in versions 2 and 3.0.
public typealias AIAuthenticationDelegate = AMZNLWAAuthenticationDelegate

/// The version 2 call that a result or an error belongs to.
#if canImport(ObjectiveC)
@objc(API)
#endif
public enum API: UInt, Sendable {
    /// `authorizeUser(forScopes:delegate:options:)`.
    #if canImport(ObjectiveC)
    @objc(kAPIAuthorizeUser)
    #endif
    case authorizeUser = 1
    /// `getAccessToken(forScopes:withOverrideParams:delegate:)`.
    #if canImport(ObjectiveC)
    @objc(kAPIGetAccessToken)
    #endif
    case getAccessToken = 2
    /// `clearAuthorizationState(_:)`.
    #if canImport(ObjectiveC)
    @objc(kAPIClearAuthorizationState)
    #endif
    case clearAuthorizationState = 3
    /// `getProfile(_:withOptions:)`.
    #if canImport(ObjectiveC)
    @objc(kAPIGetProfile)
    #endif
    case getProfile = 4
    /// `authorizeUser(forScopes:delegate:options:)` that requests an authorization code.
    #if canImport(ObjectiveC)
    @objc(kAPIGetAuthorizationCode)
    #endif
    case getAuthorizationCode = 5
    /// A code for another device.
    ///
    /// Never reported by a version 2 call of this module.
    #if canImport(ObjectiveC)
    @objc(kAPIGetCodePair)
    #endif
    case getCodePair = 6
    /// The token for such a code.
    ///
    /// Never reported by a version 2 call of this module.
    #if canImport(ObjectiveC)
    @objc(kAPIGetTokenForCodePair)
    #endif
    case getTokenForCodePair = 7
}

/// The error of a version 2 call.
public final class APIError: NSObject {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The error.
    public var error: AMZNLWAError!
    /// The call that the value belongs to.
    public var api: API

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Creates an error.
    ///
    /// Never `nil`, although the vendor's declaration allows it.
    ///
    /// - Parameters:
    ///   - api: The call that failed.
    ///   - error: The error, an ``AMZNLWAError``.
    public init!(errorFor api: API, andError error: Any!) {
        self.api = api
        self.error = error as? AMZNLWAError
        super.init()
    }
}

/// The result of a version 2 call.
public final class APIResult: NSObject {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// A string for an access token or a code, a dictionary for a profile, otherwise `nil`.
    public var result: Any!
    /// The call that the value belongs to.
    public var api: API

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Creates a result.
    ///
    /// Never `nil`, although the vendor's declaration allows it.
    ///
    /// - Parameters:
    ///   - api: The call that failed.
    ///   - result: The value that the call returned.
    public init!(resultFor api: API, andResult result: Any!) {
        self.api = api
        self.result = result
        super.init()
    }
}

/// The result of a version 2 call before its conversion to the delegate's object.
enum DelegateResult: Sendable {
    case text(String)
    case profile(AMZNUser)

    var object: Any {
        switch self {
        case .text(let text): text
        case .profile(let user): user.profileData
        }
    }
}
