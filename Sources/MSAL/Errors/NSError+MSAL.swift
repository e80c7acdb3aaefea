import Foundation
import Gatehouse
import GatehouseWire

extension NSError {
    convenience init(_ code: MSALError, _ message: String, _ more: [String: Any] = [:]) {
        var userInfo = more
        userInfo[MSALErrorDescriptionKey] = message
        userInfo[NSLocalizedDescriptionKey] = message
        self.init(domain: MSALErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// What an error of the core becomes for a completion block.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - correlationID: Tells the call in the logs, unless the error does.
    convenience init(_ error: AuthError, _ correlationID: UUID? = nil) {
        var more: [String: Any] = [:]
        more[MSALOAuthErrorKey] = error.serverCode
        more[MSALOAuthSubErrorKey] = error.suberror
        more[MSALHTTPResponseCodeKey] = error.httpStatus.map(String.init)
        more[MSALCorrelationIDKey] = (error.correlationID ?? correlationID)?.uuidString ?? error.requestID
        if !error.serverNumbers.isEmpty { more[MSALSTSErrorCodesKey] = error.serverNumbers }
        self.init(MSALError(error), error.serverText ?? error.message, more)
    }
}

extension MSALError {
    fileprivate init(_ error: AuthError) {
        self =
            switch error.code {
            case .cancelled: .userCanceled
            case .interactionRequired, .signedOut, .browserRequired, .secondFactorRequired, .registrationRequired:
                .interactionRequired
            case .refused where error.serverCode == OAuthErrorCode.invalidGrant.rawValue: .interactionRequired
            case .serverUnavailable, .rateLimited: .serverError
            default: .internal
            }
    }
}
