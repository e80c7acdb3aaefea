package import Gatehouse
import GatehouseWire

extension CommandError {
    static let signInNeeded = CommandError(
        "You're not signed in.",
        advice: "Run: gatehouse login",
        status: .signInNeeded
    )

    /// Creates the error for a failure of the SDK, with an exit status for scripts.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - clientID: The client, for advice with a command that updates it.
    package init(_ error: AuthError, clientID: String = "ID") {
        switch error.code {
        case .cancelled:
            self.init(error.message, status: .cancelled)
        case .signedOut, .interactionRequired:
            self.init(error.message, advice: "Run: gatehouse login", status: .signInNeeded)
        default:
            self = CommandError(error.message, advice: Self.advice(error, clientID))
                .naming(error.isConnectionFailure ? nil : error.requestID)
        }
    }

    /// Returns how to fix the error, unless its message already says it.
    private static func advice(_ error: AuthError, _ clientID: String) -> String? {
        switch error.recovery {
        case _ where error.code == .storeCorrupt:
            [error.underlying, "Run 'gatehouse logout', then 'gatehouse login'."].compactMap(\.self).joined(
                separator: " "
            )
        // The store's message contains the fix.
        case _ where [.storeLocked, .storeDenied, .storeUnavailable].contains(error.code): error.underlying
        case _ where error.code == .insufficientScope:
            "Add the scope account to the client's --scope with 'gatehouse client update', then run: gatehouse login"
        case _ where error.response?.error == OAuthErrorCode.invalidTarget.rawValue:
            "Name the API, with its scopes: gatehouse login --resource API --scope SCOPES"
        case .retry(let time?): "Wait \(time.components.seconds) seconds."
        case .signInAgain: "Run: gatehouse login"
        case .fixConfiguration where error.code == .untrustedServer:
            """
            To trust your own certificate authority on Debian, copy it to /usr/local/share/ca-certificates/NAME.crt \
            and run 'update-ca-certificates'.
            """
        case .fixConfiguration where error.code == .misconfigured: nil
        case .fixConfiguration where error.response?.error == OAuthErrorCode.invalidScope.rawValue:
            "Use only registered scopes in --scope."
        case .fixConfiguration where error.response?.error == OAuthErrorCode.invalidDPoPProof.rawValue:
            """
            The client requires DPoP, which the command line does not use. \
            Run: gatehouse client update \(clientID) --no-require-dpop
            """
        case .fixConfiguration:
            "Check --issuer and --client-id. To register the client, see: gatehouse login --help"
        default: nil
        }
    }
}
