import GatehouseTesting
import GatehouseWire

extension ErrorTable {
    static let reset = resetStart + resetResend + resetCode + resetPassword

    private static let expired: Responses = ["expired": .expiredToken]
    private static let browser: Responses = ["browser": .redirect(reason: "Because.")]

    private static let resetStart: [Row] = {
        let (site, method) = (CallSite.resetStart, "onResetPasswordStartError")
        return rows(site, at: .resetStart, method, ["isUserNotFound"], for: ["unknown user": .userNotFound])
            + rows(
                site,
                at: .resetStart,
                method,
                ["isUserDoesNotHavePassword"],
                for: ["no password": .passwordNotSet]
            )
            + rows(site, at: .resetStart, method, ["isBrowserRequired"], text: "Because.", for: browser)
            + rows(site, at: .resetChallenge, method, text: unexpectedChallenge, for: ["a password": .passwordRequired])
            + rows(site, at: .resetStart, method, for: otherErrors)
            + rows(site, at: .resetChallenge, method, for: otherErrors)
            + rows(site, at: .resetChallenge, method, for: expired)
    }()

    private static let resetResend: [Row] = {
        let (site, method) = (CallSite.resetResend, "onResetPasswordResendCodeError")
        return rows(site, at: .resetChallenge, method, for: otherErrors)
            + rows(site, at: .resetChallenge, method, for: expired)
            + rows(site, at: .resetChallenge, method, ["isBrowserRequired"], text: "Because.", for: browser)
            + rows(site, at: .resetChallenge, method, text: unexpectedChallenge, for: ["a password": .passwordRequired])
    }()

    private static let resetCode: [Row] = {
        let (site, method) = (CallSite.resetCode, "onResetPasswordVerifyCodeError")
        return rows(site, at: .resetContinue, method, for: otherErrors)
            + rows(site, at: .resetContinue, method, for: expired)
            + rows(site, at: .resetContinue, method, ["isInvalidCode"], .same, for: ["wrong code": .invalidCode])
            + rows(
                site,
                at: .resetContinue,
                method,
                for: ["unverified": .failure(.verificationRequired), "invalid grant": .invalidGrant]
            )
            + rows(site, at: .resetContinue, method, ["isBrowserRequired"], text: "Because.", for: browser)
    }()

    private static let resetPassword: [Row] = {
        let (site, method) = (CallSite.resetPassword, "onResetPasswordRequiredError")
        let pollLimitReached = Row(
            site,
            "poll limit reached",
            Array(repeating: (NativeEndpoint.resetPoll, StubResponse.pollInProgress), count: 6),
            method,
            text: "The server takes too long to change the password."
        )
        let submit = rows(site, at: .resetSubmit, method, ["isInvalidPassword"], .same, for: passwords)
        // The server has accepted the password and issued a new continuation token, so the state is new.
        let next = Row.State.new("ResetPasswordRequiredState")
        let poll = rows(site, at: .resetPoll, method, ["isInvalidPassword"], next, for: passwords)
        return [pollLimitReached] + submit + poll
            + rows(site, at: .resetSubmit, method, for: otherErrors)
            + rows(site, at: .resetPoll, method, for: otherErrors)
            + rows(site, at: .resetSubmit, method, for: expired)
            + rows(
                site,
                at: .resetPoll,
                method,
                text: "The server could not change the password.",
                for: ["failed": .pollFailed]
            )
            + rows(site, at: .resetSubmit, method, ["isBrowserRequired"], text: "Because.", for: browser)
    }()
}
