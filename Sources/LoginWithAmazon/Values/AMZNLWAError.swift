public import Foundation
import Gatehouse
import GatehouseWire

/// The error object of version 2 delegates.
public final class AMZNLWAError: NSObject {
    /// The error code, one of the constants that begin with `kAMZNLWA`.
    public var code: UInt = kAMZNLWANoError
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The name of the error code, for logs.
    public var errorName: String!
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// A description for developers.
    public var message: String!
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Further information, with the keys of version 3's `NSError`.
    public var userInfo: [AnyHashable: Any]!

    /// Creates an empty error.
    public override init() {
        super.init()
    }

    convenience init(_ failure: LoginFailure) {
        self.init()
        update(failure)
    }

    func update(_ failure: LoginFailure) {
        code = failure.code
        errorName = failure.name
        message = failure.message
        userInfo = failure.userInfo
    }
}

/// The name in versions 2 and 3.0.
public typealias AIError = AMZNLWAError

/// The domain of every `NSError` of this module.
public let kAMZNLWAErrorDomain: String = "AMZNLWAErrorDomain"

/// The `userInfo` key for the number of seconds to wait before the next attempt (`NSNumber`), if the server sent one.
public let kAMZNLWAErrorTimeUntilNextRetryAttempt: String = "AMZNLWAErrorTimeUntilNextRetryAttempt"

/// No error.
public let kAMZNLWANoError: UInt = 0
/// No session has all requested scopes, or it has ended: show the sign-in button.
public let kAMZNLWAApplicationNotAuthorized: UInt = 1
/// The server failed or returned an unusable response: try again later.
public let kAMZNLWAServerError: UInt = 2
/// The user closed the page or did not return from the browser.
public let kAMZNLWAErrorUserInterrupted: UInt = 3
/// The user denied the request.
public let kAMZNLWAAccessDenied: UInt = 4
/// The token store could not be read or written.
public let kAMZNLWADeviceError: UInt = 5
/// The app passed an invalid value.
public let kAMZNLWAInvalidInput: UInt = 6
/// The server could not be reached.
public let kAMZNLWANetworkError: UInt = 7
/// The API key is missing, malformed, issued for another bundle, or rejected by the server.
public let kAMZNLWAUnauthorizedClient: UInt = 8
/// Any other error.
public let kAMZNLWAInternalError: UInt = 9
/// The server does not support this version.
///
/// Never reported by this module.
public let kAMZNLWAVersionDenied: UInt = 10

// Names in versions 2 and 3.0.

/// The domain of every `NSError` of this module.
public let AIErrorDomain: String = kAMZNLWAErrorDomain
/// No error.
public let kAINoError: UInt = kAMZNLWANoError
/// No session has all requested scopes, or it has ended: show the sign-in button.
public let kAIApplicationNotAuthorized: UInt = kAMZNLWAApplicationNotAuthorized
/// The server failed or returned an unusable response: try again later.
public let kAIServerError: UInt = kAMZNLWAServerError
/// The user closed the page or did not return from the browser.
public let kAIErrorUserInterrupted: UInt = kAMZNLWAErrorUserInterrupted
/// The user denied the request.
public let kAIAccessDenied: UInt = kAMZNLWAAccessDenied
/// The token store could not be read or written.
public let kAIDeviceError: UInt = kAMZNLWADeviceError
/// The app passed an invalid value.
public let kAIInvalidInput: UInt = kAMZNLWAInvalidInput
/// The server could not be reached.
public let kAINetworkError: UInt = kAMZNLWANetworkError
/// The API key is missing, malformed, issued for another bundle, or rejected by the server.
public let kAIUnauthorizedClient: UInt = kAMZNLWAUnauthorizedClient
/// Any other error.
public let kAIInternalError: UInt = kAMZNLWAInternalError
/// The server does not support this version.
///
/// Never reported by this module.
public let kAIVersionDenied: UInt = kAMZNLWAVersionDenied

/// An error before its conversion to the app's object.
struct LoginFailure: Error, Sendable, Hashable {
    /// The error code, one of the constants that begin with `kAMZNLWA`.
    var code: UInt
    var message: String
    /// The time to wait before the next attempt.
    var retryAfter: Duration?

    init(_ code: UInt, _ message: String, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    static func invalidInput(_ message: String) -> LoginFailure {
        LoginFailure(kAMZNLWAInvalidInput, message)
    }

    /// The error passed to handlers.
    var error: NSError {
        NSError(domain: kAMZNLWAErrorDomain, code: Int(code), userInfo: userInfo)
    }

    var userInfo: [String: Any] {
        var userInfo: [String: Any] = [
            Self.descriptionKey: message,
            NSLocalizedDescriptionKey: message,
        ]
        if let retryAfter {
            userInfo[kAMZNLWAErrorTimeUntilNextRetryAttempt] = NSNumber(value: retryAfter.components.seconds)
        }
        return userInfo
    }

    /// The key under which apps read the message.
    ///
    /// The vendor exports no constant for it.
    private static let descriptionKey = "AMZNLWAErrorNonLocalizedDescription"

    /// The name of the error code, for logs.
    var name: String {
        switch code {
        case kAMZNLWANoError: "NoError"
        case kAMZNLWAApplicationNotAuthorized: "ApplicationNotAuthorized"
        case kAMZNLWAServerError: "ServerError"
        case kAMZNLWAErrorUserInterrupted: "UserInterrupted"
        case kAMZNLWAAccessDenied: "AccessDenied"
        case kAMZNLWADeviceError: "DeviceError"
        case kAMZNLWAInvalidInput: "InvalidInput"
        case kAMZNLWANetworkError: "NetworkError"
        case kAMZNLWAUnauthorizedClient: "UnauthorizedClient"
        case kAMZNLWAVersionDenied: "VersionDenied"
        default: "InternalError"
        }
    }
}

extension LoginFailure {
    /// Creates the facade's error from an error of the core.
    init(_ error: AuthError) {
        self.init(Self.code(of: error), error.message)
        if let requestID = error.requestID { message += " [request \(requestID)]" }
        if case .retry(after: let pause) = error.recovery, code == kAMZNLWAServerError { retryAfter = pause }
    }

    private static func code(of error: AuthError) -> UInt {
        switch error.code {
        case .cancelled:
            error.response?.error == OAuthErrorCode.accessDenied.rawValue
                ? kAMZNLWAAccessDenied : kAMZNLWAErrorUserInterrupted
        case .interactionRequired, .signedOut, .flowExpired: kAMZNLWAApplicationNotAuthorized
        case .network, .untrustedServer: kAMZNLWANetworkError
        case .serverUnavailable, .rateLimited, .invalidResponse: kAMZNLWAServerError
        case .storeLocked, .storeCorrupt, .storeDenied, .storeUnavailable: kAMZNLWADeviceError
        case .requestRejected: code(ofRefusal: error.response?.error.map(OAuthErrorCode.init))
        default: kAMZNLWAInternalError
        }
    }

    private static func code(ofRefusal code: OAuthErrorCode?) -> UInt {
        switch code {
        case .invalidGrant?, .invalidToken?, .insufficientScope?: kAMZNLWAApplicationNotAuthorized
        case .invalidClient?, .unauthorizedClient?: kAMZNLWAUnauthorizedClient
        case .invalidRequest?, .invalidScope?: kAMZNLWAInvalidInput
        case .amazonServerError?: kAMZNLWAServerError
        default: kAMZNLWAInternalError
        }
    }
}
