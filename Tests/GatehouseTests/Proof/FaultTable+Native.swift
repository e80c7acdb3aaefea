extension FaultTable {
    /// What an app with screens of its own calls for somebody else than the two who are signed in.
    enum NativeCall: String, CaseIterable, Sendable {
        case signUp, signUpResend, signUpCode, signUpPassword, signUpAttributes, signUpEnd, unfinishedSignUp
        case signIn, signInPassword
        /// Of an app whose people have no passwords.
        case signInWithCode, signInResend, signInCode
        case reset, resetResend, resetCode, resetPassword, resetEnd

        /// Whether the app's people sign in with a password.
        var usesPasswords: Bool { ![.signInWithCode, .signInResend, .signInCode].contains(self) }

        /// Whether it ends with a session.
        var signsIn: Bool { [.signUpEnd, .signIn, .signInPassword, .signInCode, .resetEnd].contains(self) }

        /// Whether nothing is begun whose session could not be kept.
        var asksStore: Bool { self == .signUp || self == .signInWithCode || self == .unfinishedSignUp || signsIn }
    }

    /// The table of those calls: nothing that goes wrong with one person's sign-in says anything about another person's session.
    static func expected(_ call: NativeCall, under fault: Fault) -> String {
        guard let code = fault.code, call.asksStore || !fault.isOfStore else { return "ok in" }
        // It is only read.
        if call == .unfinishedSignUp, !fault.isOfStore || fault == .storeFull { return "ok in" }
        return "\(code) in"
    }

    /// Who is signed in once the fault is over.
    static func peopleLeft(after outcome: String, of call: NativeCall, under fault: Fault) -> [String] {
        let left = fault == .revoked ? ["ada"] : ["ada", "bob"]
        guard call.signsIn, outcome.hasPrefix("ok") else { return left }
        return left + [call == .signUpEnd ? "dora" : "carol"]
    }
}
