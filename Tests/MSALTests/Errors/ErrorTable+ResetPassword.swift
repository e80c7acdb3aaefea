import GatehouseTesting
import GatehouseWire

extension ErrorTable {
    static let reset = resetStart + resetResend + resetCode + resetPassword

    private static let expired: Answers = ["expired": .expiredToken]
    private static let browser: Answers = ["browser": .redirect(reason: "Because.")]

    private static let resetStart: [Row] = {
        let (place, method) = (Place.resetStart, "onResetPasswordStartError")
        return rows(place, at: .resetStart, method, ["isUserNotFound"], for: ["nobody": .userNotFound])
            + rows(
                place,
                at: .resetStart,
                method,
                ["isUserDoesNotHavePassword"],
                for: ["no password": .userHasNoPassword]
            )
            + rows(place, at: .resetStart, method, ["isBrowserRequired"], text: "Because.", for: browser)
            + rows(place, at: .resetChallenge, method, text: unexpected, for: ["a password": .passwordWanted])
            + rows(place, at: .resetStart, method, for: others)
            + rows(place, at: .resetChallenge, method, for: others)
            + rows(place, at: .resetChallenge, method, for: expired)
    }()

    private static let resetResend: [Row] = {
        let (place, method) = (Place.resetResend, "onResetPasswordResendCodeError")
        return rows(place, at: .resetChallenge, method, for: others)
            + rows(place, at: .resetChallenge, method, for: expired)
            + rows(place, at: .resetChallenge, method, ["isBrowserRequired"], text: "Because.", for: browser)
            + rows(place, at: .resetChallenge, method, text: unexpected, for: ["a password": .passwordWanted])
    }()

    private static let resetCode: [Row] = {
        let (place, method) = (Place.resetCode, "onResetPasswordVerifyCodeError")
        return rows(place, at: .resetContinue, method, for: others)
            + rows(place, at: .resetContinue, method, for: expired)
            + rows(place, at: .resetContinue, method, ["isInvalidCode"], .same, for: ["wrong code": .invalidCode])
            + rows(
                place,
                at: .resetContinue,
                method,
                for: ["unverified": .refusal(.verificationRequired), "invalid grant": .invalidGrant]
            )
            + rows(place, at: .resetContinue, method, ["isBrowserRequired"], text: "Because.", for: browser)
    }()

    private static let resetPassword: [Row] = {
        let (place, method) = (Place.resetPassword, "onResetPasswordRequiredError")
        let neverDone = Row(
            place,
            "never done",
            Array(repeating: (NativeEndpoint.resetPoll, CannedAnswer.pollInProgress), count: 6),
            method,
            text: "The server takes too long to change the password."
        )
        let submit = rows(place, at: .resetSubmit, method, ["isInvalidPassword"], .same, for: passwords)
        // The server has taken the password and named the step anew, so that the state is another one.
        let next = Row.State.new("ResetPasswordRequiredState")
        let poll = rows(place, at: .resetPoll, method, ["isInvalidPassword"], next, for: passwords)
        return [neverDone] + submit + poll
            + rows(place, at: .resetSubmit, method, for: others)
            + rows(place, at: .resetPoll, method, for: others)
            + rows(place, at: .resetSubmit, method, for: expired)
            + rows(
                place,
                at: .resetPoll,
                method,
                text: "The server could not change the password.",
                for: ["failed": .pollFailed]
            )
            + rows(place, at: .resetSubmit, method, ["isBrowserRequired"], text: "Because.", for: browser)
    }()
}
