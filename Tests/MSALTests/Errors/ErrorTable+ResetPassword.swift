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
            + rows(place, at: .resetChallenge, method, text: nil, for: ["a password": .passwordWanted])
            + rows(place, at: .resetStart, method, for: others)
            + rows(place, at: .resetChallenge, method, for: others)
            + rows(place, at: .resetChallenge, method, for: expired)
    }()

    private static let resetResend: [Row] = {
        let (place, method) = (Place.resetResend, "onResetPasswordResendCodeError")
        return rows(place, at: .resetChallenge, method, for: others)
            + rows(place, at: .resetChallenge, method, for: expired)
            + rows(place, at: .resetChallenge, method, ["isBrowserRequired"], text: "Because.", for: browser)
            + rows(place, at: .resetChallenge, method, text: nil, for: ["a password": .passwordWanted])
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
            method
        )
        let submit = rows(place, at: .resetSubmit, method, ["isInvalidPassword"], .same, for: passwords)
        let poll = rows(place, at: .resetPoll, method, ["isInvalidPassword"], .same, for: passwords)
        return [neverDone] + submit + poll
            + rows(place, at: .resetSubmit, method, for: others)
            + rows(place, at: .resetPoll, method, for: others)
            + rows(place, at: .resetSubmit, method, for: expired)
            + rows(place, at: .resetPoll, method, text: nil, for: ["failed": .pollFailed])
            + rows(place, at: .resetSubmit, method, ["isBrowserRequired"], text: "Because.", for: browser)
    }()
}
