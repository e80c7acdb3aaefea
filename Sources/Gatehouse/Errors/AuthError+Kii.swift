import Foundation
import GatehouseWire
import HTTPTypes

extension AuthError {
    /// An answer of a server of Kii's protocol that is not a success.
    init(kii answer: ServerConnection.Answer) {
        let response = answer.response
        let refusal = try? KiiError(status: response.status, fields: response.headerFields, body: answer.body)
        guard response.status.kind == .clientError, response.status != .tooManyRequests, let refusal else {
            self.init(refusal: answer)
            serverCode = refusal?.code.rawValue
            serverText = refusal?.message
            if response.status.kind == .clientError, code == .serverUnavailable {
                code = .invalidAnswer
                message = "Something else than a server of Kii's kind answers. Check the URL, or try again elsewhere."
            }
            return
        }
        let code = Code(refusal.code)
        // The server's own words can name the person.
        self.init(
            code ?? .refused,
            "The server refused with \(refusal.code).",
            recovery: refusal.code.isOver || code == .expired ? .interact : .none,
            requestID: answer.requestID,
            httpStatus: response.status.code,
            serverCode: refusal.code.rawValue
        )
        serverText = refusal.message
    }

    /// Whether the server did not accept the access token, and not that it does not suffice.
    var isKiiTokenRefused: Bool {
        serverCode == KiiErrorCode.wrongToken.rawValue
    }

    /// Whether a refused refresh means that the session is over.
    var endsKiiSession: Bool {
        serverCode == KiiErrorCode.wrongRefreshToken.rawValue || serverCode == KiiErrorCode.invalidGrant.rawValue
    }
}

extension KiiErrorCode {
    /// Whether nothing helps but to log in again.
    fileprivate var isOver: Bool {
        self == .wrongToken || self == .wrongRefreshToken || self == .unauthorized
    }
}

extension AuthError.Code {
    /// What a refusal means, where that is something of its own.
    fileprivate init?(_ code: KiiErrorCode) {
        switch code {
        case .invalidGrant, .wrongPassword: self = .wrongPassword
        case .userAlreadyExists: self = .userAlreadyExists
        case .userNotFound, .userAddressNotFound: self = .userNotFound
        case .passwordTooShort: self = .passwordRefused
        case .invalidVerificationCode: self = .wrongCode
        case .pinCodeExpired, .phoneVerificationCodeExpired, .verificationCodeNotFound: self = .expired
        case .operationNotAllowed: self = .userHasNoPassword
        case .appNotFound: self = .misconfigured
        default: return nil
        }
    }
}
