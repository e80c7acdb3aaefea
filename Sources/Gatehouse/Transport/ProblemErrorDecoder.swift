import Foundation
import GatehouseWire
import HTTPTypes

/// The errors of the server's JSON APIs: problem details (RFC 9457).
struct ProblemErrorDecoder: ResponseErrorDecoder {
    func error(for response: EndpointClient.Response) -> AuthError {
        let (status, fields) = (response.head.status, response.head.headerFields)
        var error = OAuthErrorDecoder().error(for: response)
        let problem = try? ProblemDetails(status: status, fields: fields, body: response.body)
        guard let problem, ProblemType.all.contains(problem.type) || status.kind != .clientError else {
            // Another server, or one without the API, has responded.
            guard status == .notFound || status == .methodNotAllowed else { return error }
            error = .misconfigured("The server has no account API. Check the issuer URL and the server’s version.")
            error.requestID = response.requestID
            error.response = AuthError.ServerResponse(httpStatus: status.code)
            return error
        }
        if status.kind == .clientError, status != .tooManyRequests {
            error = Self.error(for: problem)
            error.requestID = response.requestID
        }
        error.response = AuthError.ServerResponse(httpStatus: status.code, error: problem.type.name)
        error.response?.suberror = problem.reason?.rawValue
        error.serverText = problem.detail
        error.isTokenRejected = status == .unauthorized
        return error
    }

    /// Returns the error for a session without a required scope.
    static func insufficientScope(_ scope: Scope?, _ cause: AuthError? = nil) -> AuthError {
        let name = scope.map { " \($0)" } ?? ""
        var error = AuthError(
            .insufficientScope,
            "The session lacks the scope\(name). Register the client for it, and request it at the sign-in.",
            recovery: .signInAgain,
            response: cause?.response
        )
        error.requestID = cause?.requestID
        return error
    }

    /// Returns the error for a problem of a request.
    private static func error(for problem: ProblemDetails) -> AuthError {
        switch problem.type {
        case .insufficientUserAuthentication:
            var error = AuthError(
                .reauthenticationRequired,
                "The user must sign in again for this operation.",
                recovery: .signInAgain
            )
            error.maxAge = problem.maxAge.map { .seconds(max(0, $0)) }
            error.acrValues = problem.acrValues ?? []
            return error
        case .insufficientScope: return insufficientScope(.account)
        case .invalidToken:
            return AuthError(
                .requestRejected,
                "The server rejected the access token, and a new one as well. Sign in again.",
                recovery: .signInAgain
            )
        case .passwordRejected:
            return AuthError(.passwordRejected, "The server rejected the new password\(reason(of: problem)).")
        case .invalidValue:
            return problem.field == AddAddressRequest.CodingKeys.value.stringValue
                ? AuthError(.invalidAddress, "The address is not an email address or phone number in E.164 format.")
                : rejectedAttribute(problem)
        default:
            guard let (code, text) = texts[problem.type] else {
                return AuthError(
                    .requestRejected,
                    problem.detail ?? "The server rejected the request: \(problem.type.name)."
                )
            }
            return AuthError(code, text)
        }
    }

    private static func rejectedAttribute(_ problem: ProblemDetails) -> AuthError {
        var error = AuthError(.attributesRejected, problem.detail ?? "The server rejected the value of an attribute.")
        error.invalidAttributes = problem.field.map { [$0] } ?? []
        return error
    }

    private static func reason(of problem: ProblemDetails) -> String {
        problem.reason.map { ": \($0.rawValue.replacing("_", with: " "))" } ?? ""
    }

    /// The codes and messages of problems that need no details.
    private static let texts: [ProblemType: (AuthError.Code, String)] = [
        .preconditionFailed: (.conflict, "The account has changed since it was read. Read it again."),
        .notFound: (.notFound, "It does not exist, or was removed meanwhile."),
        .lastSignInMethod: (.lastSignInMethod, "It is the last way to sign in. Add another one first."),
        .lastAddress: (.lastAddress, "It is the last verified address. Add another one first."),
        .addressClaimed: (.addressInUse, "Another account uses the address, or is verifying it at the moment."),
        .addressPresent: (.addressAlreadyAdded, "The account has the address already."),
        .addressUnverified: (.addressNotVerified, "The address must be verified first."),
        .addressRequired: (.addressRequired, "A password requires a verified address. Add one first."),
        .tooManyAddresses: (.tooManyAddresses, "The account has too many addresses. Remove one first."),
        .tooManyCredentials: (.tooManyCredentials, "The account has too many of them. Remove one first."),
        .secondFactorMissing: (.secondFactorMissing, "Add a passkey or an authenticator app first."),
        .wrongCode: (.wrongCode, "The code is incorrect."),
        .codeExpired: (.wrongCode, "The code has expired. Request a new one."),
        .textMessagesUnavailable: (.textMessagesUnavailable, "The server does not send text messages."),
    ]
}
