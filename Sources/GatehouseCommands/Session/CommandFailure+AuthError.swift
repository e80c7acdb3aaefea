import Gatehouse

extension CommandFailure {
    static let signInNeeded = CommandFailure(
        "Nobody is signed in.",
        advice: "Run 'gatehouse login' first.",
        status: .signInNeeded
    )

    /// What the SDK could not do, with the exit status that a script can act on.
    init(_ error: AuthError) {
        switch error.code {
        case .cancelled:
            self.init(error.message, status: .cancelled)
        case .signedOut, .interactionRequired:
            self.init(error.message, advice: "Run 'gatehouse login'.", status: .signInNeeded)
        default:
            let request = error.code == .network ? nil : error.requestID.map { "The request was \($0)." }
            let advice = [Self.advice(error.recovery), request].compactMap(\.self).joined(separator: " ")
            self.init(error.message, advice: advice.isEmpty ? nil : advice)
        }
    }

    /// What helps, where the error's own message does not say it already.
    private static func advice(_ recovery: AuthError.Recovery) -> String? {
        switch recovery {
        case .retry(let time?): "Wait \(time.components.seconds) seconds."
        case .interact: "Run 'gatehouse login'."
        case .fixConfiguration:
            "Check --issuer and --client-id; 'gatehouse login --help' shows how the client is registered."
        default: nil
        }
    }
}
