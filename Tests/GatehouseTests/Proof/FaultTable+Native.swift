extension FaultTable {
    /// What an app with screens of its own calls for somebody else than the two who are signed in.
    enum NativeCall: String, CaseIterable, Sendable {
        case signUp, signUpCode, signUpEnd
        case signIn
        case reset, resetCode, resetPassword, resetEnd

        /// Whether it ends with a session.
        var signsIn: Bool { [.signUpEnd, .signIn, .resetEnd].contains(self) }

        /// Whether nothing is begun whose session could not be kept.
        var asksStore: Bool { self == .signUp || signsIn }
    }

    /// The table of those calls: nothing that goes wrong with one person's sign-in says anything about another person's session.
    static func expected(_ call: NativeCall, under fault: Fault) -> String {
        guard let code = fault.code, call.asksStore || !fault.isOfStore else { return "ok in" }
        return "\(code) in"
    }

    /// Who is signed in once the fault is over.
    static func peopleLeft(after outcome: String, of call: NativeCall, under fault: Fault) -> [String] {
        let left = fault == .revoked ? ["ada"] : ["ada", "bob"]
        guard call.signsIn, outcome.hasPrefix("ok") else { return left }
        return left + [call == .signUpEnd ? "dora" : "carol"]
    }
}
