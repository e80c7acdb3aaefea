import Foundation
import Gatehouse
import GatehouseWire

/// The codes of an `NSError` with the domain ``MSALErrorDomain``, reported by calls with a completion block.
#if canImport(ObjectiveC)
@objc(MSALError)
#endif
public enum MSALError: Int, Sendable {
    /// An error that the app cannot recover from.
    ///
    /// The description contains the cause.
    #if canImport(ObjectiveC)
    @objc(MSALErrorInternal)
    #endif
    case `internal` = -50000
    /// The device must be registered.
    ///
    /// Never reported by this module.
    #if canImport(ObjectiveC)
    @objc(MSALErrorWorkplaceJoinRequired)
    #endif
    case workplaceJoinRequired = -50001
    /// User interaction is required: call ``MSALPublicClientApplication/acquireToken(with:completionBlock:)``.
    #if canImport(ObjectiveC)
    @objc(MSALErrorInteractionRequired)
    #endif
    case interactionRequired = -50002
    /// Some scopes were not granted.
    ///
    /// Never reported by this module.
    #if canImport(ObjectiveC)
    @objc(MSALErrorServerDeclinedScopes)
    #endif
    case serverDeclinedScopes = -50003
    /// An app protection policy is required.
    ///
    /// Never reported by this module.
    #if canImport(ObjectiveC)
    @objc(MSALErrorServerProtectionPoliciesRequired)
    #endif
    case serverProtectionPoliciesRequired = -50004
    /// The user closed the page or denied the request.
    #if canImport(ObjectiveC)
    @objc(MSALErrorUserCanceled)
    #endif
    case userCanceled = -50005
    /// The server failed.
    #if canImport(ObjectiveC)
    @objc(MSALErrorServerError)
    #endif
    case serverError = -50006
    /// The registration of the device must be renewed.
    ///
    /// Never reported by this module.
    #if canImport(ObjectiveC)
    @objc(MSALErrorInsufficientDeviceStrength)
    #endif
    case insufficientDeviceStrength = -50007
    /// The device was enrolled in device management, and the request must be repeated.
    ///
    /// Never reported by this module.
    #if canImport(ObjectiveC)
    @objc(MSALErrorMDMEnrollmentCompletedNeedsRetry)
    #endif
    case mdmEnrollmentCompletedNeedsRetry = -50008
    /// The user must change the password.
    #if canImport(ObjectiveC)
    @objc(MSALErrorServerInvalidRequestResetPasswordRequired)
    #endif
    case serverInvalidRequestResetPasswordRequired = -50142
}

/// The domain of every `NSError` of this module.
public let MSALErrorDomain: String = "MSALErrorDomain"
/// The `userInfo` key for the description, for developers.
public let MSALErrorDescriptionKey: String = "MSALErrorDescriptionKey"
/// The `userInfo` key for the server's error code.
public let MSALOAuthErrorKey: String = "MSALOAuthErrorKey"
/// The `userInfo` key for the server's suberror code.
public let MSALOAuthSubErrorKey: String = "MSALOAuthSubErrorKey"
/// The `userInfo` key for the HTTP status code.
public let MSALHTTPResponseCodeKey: String = "MSALHTTPResponseCodeKey"
/// The `userInfo` key for the correlation ID.
public let MSALCorrelationIDKey: String = "MSALCorrelationIDKey"
/// The `userInfo` key for the server's error numbers.
public let MSALSTSErrorCodesKey: String = "MSALSTSErrorCodesKey"

extension NSError {
    convenience init(_ code: MSALError, _ message: String, _ more: [String: Any] = [:]) {
        var userInfo = more
        userInfo[MSALErrorDescriptionKey] = message
        userInfo[NSLocalizedDescriptionKey] = message
        self.init(domain: MSALErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Creates the error for a completion block from an error of the core.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - correlationID: The correlation ID if the error has none.
    convenience init(_ error: AuthError, _ correlationID: UUID? = nil) {
        var more: [String: Any] = [:]
        more[MSALOAuthErrorKey] = error.response?.error
        more[MSALOAuthSubErrorKey] = error.response?.suberror
        more[MSALHTTPResponseCodeKey] = error.response?.httpStatus.map(String.init)
        more[MSALCorrelationIDKey] = (error.correlationID ?? correlationID)?.uuidString ?? error.requestID
        if let numbers = error.response?.errorNumbers, !numbers.isEmpty { more[MSALSTSErrorCodesKey] = numbers }
        self.init(MSALError(error), error.serverText ?? error.message, more)
    }
}

extension MSALError {
    fileprivate init(_ error: AuthError) {
        self =
            switch error.code {
            case .cancelled: .userCanceled
            case .requestRejected
            where error.response?.error == OAuthErrorCode.invalidRequest.rawValue
                && error.response?.errorNumbers.contains(EntraErrorNumber.passwordResetRequired) == true:
                .serverInvalidRequestResetPasswordRequired
            case .interactionRequired, .signedOut, .browserRequired, .secondFactorRequired,
                .secondFactorEnrollmentRequired:
                .interactionRequired
            case .requestRejected where error.response?.error == OAuthErrorCode.invalidGrant.rawValue:
                .interactionRequired
            case .serverUnavailable, .rateLimited: .serverError
            default: .internal
            }
    }
}
