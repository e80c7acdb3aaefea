import Foundation
import Gatehouse
import GatehouseWire

/// Why something did not work, in the vendor's terms, before it becomes the object that an app gets.
struct LoginFailure: Error, Sendable, Hashable {
    /// One of the constants that begin with `kAMZNLWA`.
    var code: UInt
    var message: String
    /// How long the server wants to be left alone.
    var retryAfter: Duration?

    init(_ code: UInt, _ message: String, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    static func invalidInput(_ message: String) -> LoginFailure {
        LoginFailure(kAMZNLWAInvalidInput, message)
    }

    /// The object that handlers get.
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

    /// Under this key apps look for the message; the vendor exports no constant for it.
    private static let descriptionKey = "AMZNLWAErrorNonLocalizedDescription"

    /// The name of the code, for logs.
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
    /// What an error of the core is called here.
    init(_ error: AuthError) {
        self.init(Self.code(of: error), error.message)
        if let requestID = error.requestID { message += " [request \(requestID)]" }
        if case .retry(after: let pause) = error.recovery, code == kAMZNLWAServerError { retryAfter = pause }
    }

    private static func code(of error: AuthError) -> UInt {
        switch error.code {
        case .cancelled:
            error.serverCode == OAuthErrorCode.accessDenied.rawValue
                ? kAMZNLWAAccessDenied : kAMZNLWAErrorUserInterrupted
        case .interactionRequired, .signedOut, .expired: kAMZNLWAApplicationNotAuthorized
        case .network: kAMZNLWANetworkError
        case .serverUnavailable, .rateLimited, .invalidAnswer: kAMZNLWAServerError
        case .storeLocked, .storeCorrupt, .storeDenied, .storeUnavailable: kAMZNLWADeviceError
        case .refused: code(ofRefusal: error.serverCode.map(OAuthErrorCode.init))
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
