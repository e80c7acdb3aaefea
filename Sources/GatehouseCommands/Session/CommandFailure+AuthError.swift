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
        case .network:
            self.init(error.message)
        default:
            self.init(error.message, advice: error.requestID.map { "The request was \($0)." })
        }
    }
}
