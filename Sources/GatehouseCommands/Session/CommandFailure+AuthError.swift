import Gatehouse
import GatehouseWire

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
            let advice = [Self.advice(error), request].compactMap(\.self).joined(separator: " ")
            self.init(error.message, advice: advice.isEmpty ? nil : advice)
        }
    }

    /// What helps, where the error's own message does not say it already.
    private static func advice(_ error: AuthError) -> String? {
        switch error.recovery {
        case _ where error.code == .storeCorrupt:
            [error.underlying, "Run 'gatehouse logout', then 'gatehouse login'."].compactMap(\.self).joined(
                separator: " "
            )
        // What the store reports says what to do about it.
        case _ where [.storeLocked, .storeDenied, .storeUnavailable].contains(error.code): error.underlying
        case .retry(let time?): "Wait \(time.components.seconds) seconds."
        case .interact: "Run 'gatehouse login'."
        case .fixConfiguration where error.code == .network:
            """
            This machine has to trust your own: on Debian, copy its authority to /usr/local/share/ca-certificates/NAME.crt and run \
            'update-ca-certificates'.
            """
        case .fixConfiguration where error.code == .misconfigured: nil
        case .fixConfiguration where error.serverCode == OAuthErrorCode.invalidScope.rawValue:
            "Give --scope what the client may ask for."
        case .fixConfiguration:
            "Check --issuer and --client-id; 'gatehouse login --help' shows how the client is registered."
        default: nil
        }
    }
}
