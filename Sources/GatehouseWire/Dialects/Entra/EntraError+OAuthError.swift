extension EntraError {
    /// A refusal of OAuth with the number that goes with it.
    ///
    /// - Parameters:
    ///   - error: The refusal.
    ///   - invalidGrant: The number for whatever was given in exchange for tokens.
    package init(_ error: OAuthError, invalidGrant: Int = EntraErrorNumber.invalidGrant) {
        let number =
            error.code == .invalidGrant
            ? invalidGrant : Self.numbers[error.code] ?? EntraErrorNumber.invalidParameter
        self.init(
            error.code,
            number,
            text: error.description,
            status: error.status,
            retryAfter: error.retryAfter.map { wait in
                let (seconds, attoseconds) = wait.components
                return Int(max(0, attoseconds > 0 ? seconds + 1 : seconds))
            }
        )
    }

    private static let numbers: [OAuthErrorCode: Int] = [
        .unsupportedChallengeType: EntraErrorNumber.invalidChallengeTypes,
        .invalidClient: EntraErrorNumber.invalidClient,
        .unauthorizedClient: EntraErrorNumber.unauthorizedClient,
        .invalidScope: EntraErrorNumber.invalidScope,
        .unsupportedGrantType: EntraErrorNumber.unsupportedGrantType,
        .authorizationPending: EntraErrorNumber.authorizationPending,
        .slowDown: EntraErrorNumber.authorizationPending,
        .accessDenied: EntraErrorNumber.accessDenied,
        .expiredToken: EntraErrorNumber.expiredDeviceCode,
        .temporarilyUnavailable: EntraErrorNumber.overloaded,
        .serverError: EntraErrorNumber.serverError,
    ]
}
