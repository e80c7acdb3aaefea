public import Foundation
import Gatehouse
import GatehouseWire

/// An error in Kii's terms, before its conversion to an `NSError`.
struct KiiFailure: Error, Sendable, Hashable {
    var code: ErrorCode
    /// A description for developers.
    var text: String
    var serverCode: String?
    var serverMessage: String?
    var httpStatus: Int?
    var retryAfter: Duration?

    init(_ code: ErrorCode, _ text: String? = nil) {
        self.code = code
        self.text = text ?? code.text
    }

    /// The error for apps: an `NSError`, because on Linux the casts that they write terminate the process for any other
    /// type.
    var error: NSError {
        var userInfo: [String: Any] = [UserInfoKey.description: text]
        userInfo[UserInfoKey.serverCode] = serverCode
        userInfo[UserInfoKey.serverMessage] = serverMessage
        userInfo[UserInfoKey.httpStatus] = httpStatus.map { NSNumber(value: $0) }
        userInfo[UserInfoKey.retryAfter] = retryAfter.map { NSNumber(value: $0.components.seconds) }
        return NSError(kii: code.rawValue, userInfo)
    }
}

extension KiiFailure {
    /// Creates the facade's error from an error of the core.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - errorMapping: The meaning of the server's error codes for the call.
    init(_ error: AuthError, _ errorMapping: ErrorMapping = .standard) {
        self.init(Self.code(of: error, errorMapping), error.serverText ?? error.message)
        serverCode = error.response?.error
        serverMessage = error.serverText
        httpStatus = error.response?.httpStatus
        if case .retry(after: let pause?) = error.recovery { retryAfter = pause }
    }

    private static func code(of error: AuthError, _ errorMapping: ErrorMapping) -> ErrorCode {
        if let kiiCode = error.response?.error.map(KiiErrorCode.init) {
            if let code = errorMapping.codes[kiiCode] ?? ErrorMapping.standard.codes[kiiCode] { return code }
        }
        return switch error.code {
        // The server did not respond, so nothing is known.
        case .network, .untrustedServer, .cancelled: .unableToConnect
        case .invalidResponse: .unableToParseResponse
        // A malformed success response does not come from the server.
        case .serverUnavailable where 200..<300 ~= error.response?.httpStatus ?? 0: .unableToParseResponse
        // A captive portal between the device and the server.
        case .misconfigured where error.response?.httpStatus != nil: .unableToParseResponse
        case .misconfigured: .invalidApplication
        case .signedOut: .notLoggedIn
        case .interactionRequired: .invalidAccessToken
        case .requestRejected: errorMapping.fallback
        case .storeLocked, .storeDenied: .storeDenied
        case .storeCorrupt: .storeDamaged
        case .storeUnavailable: .storeUnavailable
        default: .undefined
        }
    }
}

extension NSError {
    /// Returns the server's error code, such as `WRONG_TOKEN`.
    ///
    /// - Returns: The error code; `nil` if the error was not sent by the server.
    public func kiiErrorSummary() -> String? { userInfo[UserInfoKey.serverCode] as? String }

    /// Returns the server's error message.
    ///
    /// - Returns: The message; `nil` if the error was not sent by the server.
    public func kiiErrorMessage() -> String? { userInfo[UserInfoKey.serverMessage] as? String }

    /// Returns the HTTP status code of the response.
    ///
    /// - Returns: The status code; 0 if the error was not sent by the server.
    public func kiiHttpStatus() -> Int { (userInfo[UserInfoKey.httpStatus] as? NSNumber)?.intValue ?? 0 }

    /// Creates an error, whose `description` is always a string.
    convenience init(kii code: Int, _ userInfo: [String: Any]) {
        var userInfo = userInfo
        let text = userInfo[UserInfoKey.description] as? String ?? ErrorCode(rawValue: code)?.text ?? "Error \(code)."
        userInfo[UserInfoKey.description] = text
        if userInfo[NSLocalizedDescriptionKey] == nil { userInfo[NSLocalizedDescriptionKey] = text }
        self.init(domain: KiiError.errorDomain, code: code, userInfo: userInfo)
    }
}

/// The `userInfo` keys that apps read.
enum UserInfoKey {
    static let description = "description"
    static let serverCode = "server_code"
    static let serverMessage = "server_message"
    static let httpStatus = "http_status"
    /// The number of seconds to wait before the next attempt.
    ///
    /// An addition to Kii's keys.
    static let retryAfter = ProblemDetails.Body.CodingKeys.retryAfter.stringValue
}
