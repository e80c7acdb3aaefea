import GatehouseWire

/// An action of an app with a continuation token.
enum EntraAction: String, CaseIterable, Sendable {
    case signUpChallenge, signUpCode, signUpPassword, signUpAttributes
    case signInChallenge, tokenForCode, tokenForPassword, tokenForSecondFactor, tokenAfterFlow
    case resetChallenge, resetCode, resetSubmit, resetPoll

    func attempt(on entra: EntraFixture, _ token: String?) async throws -> EntraTestResponse {
        switch self {
        case .signUpChallenge: try await entra.challenge("signup", token)
        case .signUpCode: try await entra.resume(token, code: "12345678")
        case .signUpPassword: try await entra.resume(token, .password, with: [.password: EntraFixture.otherPassword])
        case .signUpAttributes: try await entra.resume(token, attributes: #"{"country":"Ireland"}"#)
        case .signInChallenge: try await entra.challenge("oauth2", token)
        case .tokenForCode: try await entra.token(token, .oob, with: [.oob: "12345678"])
        case .tokenForPassword: try await entra.token(token, .password, with: [.password: EntraFixture.otherPassword])
        case .tokenForSecondFactor: try await entra.token(token, .secondFactorOOB, with: [.oob: "12345678"])
        case .tokenAfterFlow: try await entra.token(token, .continuationToken)
        case .resetChallenge: try await entra.challenge("resetpassword", token, challengeType: "oob redirect")
        case .resetCode: try await entra.resetResume(token, code: "12345678")
        case .resetSubmit: try await entra.resetSubmit(token, password: EntraFixture.otherPassword)
        case .resetPoll: try await entra.resetPoll(token)
        }
    }

    /// The summary of the error for an invalid or used token.
    var invalidTokenSummary: String {
        switch self {
        case .signUpChallenge, .signInChallenge, .tokenForCode, .tokenForPassword, .tokenForSecondFactor,
            .tokenAfterFlow:
            "invalid_grant 55200"
        default: "invalid_request 55200"
        }
    }
}
