import Foundation
import GatehouseWire
import HTTPTypes

extension AuthError {
    /// Creates the error for an unsuccessful response of Kii's API.
    init(kii response: EndpointClient.Response) {
        let head = response.head
        let error = try? KiiWireError(status: head.status, fields: head.headerFields, body: response.body)
        guard head.status.kind == .clientError, head.status != .tooManyRequests, let error else {
            self.init(response: response)
            self.response?.error = error?.code.rawValue
            serverText = error?.message
            if head.status.kind == .clientError, code == .serverUnavailable {
                code = .invalidResponse
                message = "The response does not come from a Kii API. Check the server’s URL."
            }
            return
        }
        let code = Code(error.code)
        // The server's text may contain personal data.
        self.init(
            code ?? .requestRejected,
            "The server rejected the request: \(error.code).",
            recovery: error.code.isOver || code == .flowExpired ? .signInAgain : .none,
            response: ServerResponse(httpStatus: head.status.code, error: error.code.rawValue)
        )
        requestID = response.requestID
        serverText = error.message
    }

    /// Whether the server rejected the access token, and not only its permissions.
    var isKiiTokenRejected: Bool {
        response?.error == KiiErrorCode.wrongToken.rawValue
    }

    /// Whether a rejected refresh ends the session.
    var endsKiiSession: Bool {
        response?.error == KiiErrorCode.wrongRefreshToken.rawValue
            || response?.error == KiiErrorCode.invalidGrant.rawValue
    }
}

extension KiiErrorCode {
    /// Whether the user must log in again.
    fileprivate var isOver: Bool {
        self == .wrongToken || self == .wrongRefreshToken || self == .unauthorized
    }
}

extension AuthError.Code {
    /// Creates the code for an error of Kii's API; `nil` for other errors.
    fileprivate init?(_ code: KiiErrorCode) {
        switch code {
        case .invalidGrant, .wrongPassword: self = .wrongPassword
        case .userAlreadyExists: self = .userAlreadyExists
        case .userNotFound, .userAddressNotFound: self = .userNotFound
        case .passwordTooShort: self = .passwordRejected
        case .invalidVerificationCode: self = .wrongCode
        case .pinCodeExpired, .phoneVerificationCodeExpired, .verificationCodeNotFound: self = .flowExpired
        case .operationNotAllowed: self = .passwordNotSet
        case .appNotFound: self = .misconfigured
        default: return nil
        }
    }
}
