import Foundation
import GatehouseWire
import HTTPTypes

/// The errors of Kii's API.
struct KiiErrorDecoder: ResponseErrorDecoder {
    func error(for response: EndpointClient.Response) -> AuthError {
        let head = response.head
        let body = try? KiiWireError(status: head.status, fields: head.headerFields, body: response.body)
        guard head.status.kind == .clientError, head.status != .tooManyRequests, let body else {
            return unknownError(for: response, body)
        }
        let code = body.code.authErrorCode
        // The server's text may contain personal data.
        var error = AuthError(
            code ?? .requestRejected,
            "The server rejected the request: \(body.code).",
            recovery: body.code.isOver || code == .flowExpired ? .signInAgain : .none,
            response: AuthError.ServerResponse(httpStatus: head.status.code, error: body.code.rawValue)
        )
        error.requestID = response.requestID
        error.serverText = body.message
        error.isTokenRejected = head.status == .unauthorized || Self.isTokenRejected(error)
        return error
    }

    /// Returns the error for a response that does not name one of the API's errors.
    private func unknownError(for response: EndpointClient.Response, _ body: KiiWireError?) -> AuthError {
        var error = OAuthErrorDecoder().error(for: response)
        error.response?.error = body?.code.rawValue
        error.serverText = body?.message
        if response.head.status.kind == .clientError, error.code == .serverUnavailable {
            error.code = .invalidResponse
            error.message = "The response does not come from a Kii API. Check the server’s URL."
        }
        return error
    }

    /// Returns whether the server rejected the access token, and not only its permissions.
    static func isTokenRejected(_ error: AuthError) -> Bool {
        error.response?.error == KiiErrorCode.wrongToken.rawValue
    }

    /// Returns whether a rejected refresh ends the session.
    static func endsSession(_ error: AuthError) -> Bool {
        error.response?.error == KiiErrorCode.wrongRefreshToken.rawValue
            || error.response?.error == KiiErrorCode.invalidGrant.rawValue
    }
}

extension KiiErrorCode {
    /// Whether the user must log in again.
    fileprivate var isOver: Bool {
        self == .wrongToken || self == .wrongRefreshToken || self == .unauthorized
    }

    /// The code of the SDK; `nil` for other errors.
    fileprivate var authErrorCode: AuthError.Code? {
        switch self {
        case .invalidGrant, .wrongPassword: .wrongPassword
        case .userAlreadyExists: .userAlreadyExists
        case .userNotFound, .userAddressNotFound: .userNotFound
        case .passwordTooShort: .passwordRejected
        case .invalidVerificationCode: .wrongCode
        case .pinCodeExpired, .phoneVerificationCodeExpired, .verificationCodeNotFound: .flowExpired
        case .operationNotAllowed: .passwordNotSet
        case .appNotFound: .misconfigured
        default: nil
        }
    }
}
