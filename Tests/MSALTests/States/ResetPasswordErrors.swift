import GatehouseTesting
import GatehouseWire

/// The errors of password reset.
enum ResetPasswordErrors {
    static let all = resetStart + resetResend + resetCode + resetPassword

    private static let expired: ErrorTable.Responses = ["expired": .expiredToken]
    private static let browser: ErrorTable.Responses = ["browser": .redirect(reason: "Because.")]

    private static let resetStart: [Row] = {
        let call = FailingCall(.resetStart, "onResetPasswordStartError")
        return call.rows(at: .resetStart, ["isUserNotFound"], for: ["unknown user": .userNotFound])
            + call.rows(
                at: .resetStart,
                ["isUserDoesNotHavePassword"],
                for: ["no password": .passwordNotSet]
            )
            + call.rows(at: .resetStart, ["isBrowserRequired"], text: "Because.", for: browser)
            + call.rows(
                at: .resetChallenge,
                text: ErrorTable.unexpectedChallenge,
                for: ["a password": .passwordRequired]
            )
            + call.rows(at: .resetStart, for: ErrorTable.otherErrors)
            + call.rows(at: .resetChallenge, for: ErrorTable.otherErrors)
            + call.rows(at: .resetChallenge, for: expired)
    }()

    private static let resetResend: [Row] = {
        let call = FailingCall(.resetResend, "onResetPasswordResendCodeError")
        return call.rows(at: .resetChallenge, for: ErrorTable.otherErrors)
            + call.rows(at: .resetChallenge, for: expired)
            + call.rows(at: .resetChallenge, ["isBrowserRequired"], text: "Because.", for: browser)
            + call.rows(
                at: .resetChallenge,
                text: ErrorTable.unexpectedChallenge,
                for: ["a password": .passwordRequired]
            )
    }()

    private static let resetCode: [Row] = {
        let call = FailingCall(.resetCode, "onResetPasswordVerifyCodeError")
        return call.rows(at: .resetContinue, for: ErrorTable.otherErrors)
            + call.rows(at: .resetContinue, for: expired)
            + call.rows(at: .resetContinue, ["isInvalidCode"], .same, for: ["wrong code": .invalidCode])
            + call.rows(
                at: .resetContinue,
                for: ["unverified": .failure(.verificationRequired), "invalid grant": .invalidGrant]
            )
            + call.rows(at: .resetContinue, ["isBrowserRequired"], text: "Because.", for: browser)
    }()

    private static let resetPassword: [Row] = {
        let call = FailingCall(.resetPassword, "onResetPasswordRequiredError")
        let pollLimitReached = Row(
            call.site,
            "poll limit reached",
            Array(repeating: (NativeEndpoint.resetPoll, StubResponse.pollInProgress), count: 6),
            call.method,
            text: "The server takes too long to change the password."
        )
        let submit = call.rows(at: .resetSubmit, ["isInvalidPassword"], .same, for: ErrorTable.passwords)
        // The server has accepted the password and issued a new continuation token, so the state is new.
        let next = Row.State.new("ResetPasswordRequiredState")
        let poll = call.rows(at: .resetPoll, ["isInvalidPassword"], next, for: ErrorTable.passwords)
        return [pollLimitReached] + submit + poll
            + call.rows(at: .resetSubmit, for: ErrorTable.otherErrors)
            + call.rows(at: .resetPoll, for: ErrorTable.otherErrors)
            + call.rows(at: .resetSubmit, for: expired)
            + call.rows(
                at: .resetPoll,
                text: "The server could not change the password.",
                for: ["failed": .pollFailed]
            )
            + call.rows(at: .resetSubmit, ["isBrowserRequired"], text: "Because.", for: browser)
    }()
}
