import GatehouseWire

extension AuthError {
    /// Returns the error for a sign-in cancelled by the user, the task or a newer sign-in.
    ///
    /// - Parameter message: A description of the cancellation.
    /// - Returns: An error with the code ``AuthErrorCode/cancelled``.
    package static func cancelled(_ message: String = "The sign-in was cancelled.") -> AuthError {
        AuthError(.cancelled, message)
    }

    /// The error for a request that needs user interaction when none is allowed.
    static let interactionRequired = AuthError(
        .interactionRequired,
        "No stored session satisfies this request. Let the user sign in.",
        recovery: .signInAgain
    )

    /// The error for a sign-in with an account other than the requested one.
    package static let differentUser = AuthError(
        .requestRejected,
        "A different user signed in than the one requested. Nothing was changed.",
        recovery: .signInAgain
    )

    /// The error of a client that cannot show pages.
    static var missingUserAgent: AuthError {
        misconfigured("The client has no user agent. Set one in its configuration to show pages.")
    }

    /// Returns the error for a mistake in the configuration.
    static func misconfigured(_ message: String) -> AuthError {
        AuthError(.misconfigured, message, recovery: .fixConfiguration)
    }

    /// Returns the error for a response that cannot be trusted.
    static func invalidResponse(_ message: String, underlying: String? = nil) -> AuthError {
        AuthError(.invalidResponse, message, recovery: .signInAgain, underlying: underlying)
    }

    /// Returns the error for a session that has ended.
    static func signedOut(_ reason: SignedOutReason) -> AuthError {
        var error = AuthError(.signedOut, reason.message, recovery: .signInAgain)
        if case .endedByServer(let code) = reason { error.response = ServerResponse(error: code) }
        error.signedOutReason = reason
        return error
    }

    /// The error for a refresh lock that another process does not release.
    static let refreshLockTimeout = AuthError(
        .refreshLockTimeout,
        "Another process has been refreshing this session for too long. Try again.",
        recovery: .retry(after: nil)
    )

    /// The error, marked as a rejection that may follow from a lost response unless the server reports another reason.
    var afterInterruption: AuthError {
        var error = self
        error.signedOutReason = error.signedOutReason ?? .interruptedRefresh
        return error
    }

    /// The reason that a session ends when its refresh is rejected with this error.
    var endOfSession: SignedOutReason {
        signedOutReason ?? .endedByServer(errorCode: response?.error ?? code.rawValue)
    }

    /// The sign-in that the server requires; `nil` if signing in again does not suffice.
    var authenticationChallenge: AuthenticationChallenge? {
        guard code == .reauthenticationRequired, maxAge != nil || !acrValues.isEmpty else { return nil }
        return AuthenticationChallenge(maxAge: maxAge, acrValues: acrValues)
    }

    /// The delay that the server requested.
    var retryAfter: Duration? {
        if case .retry(after: let duration) = recovery { duration } else { nil }
    }

    /// Returns the error for a device clock that differs from the server's.
    ///
    /// - Parameter difference: The time by which the device's clock is ahead; negative if it is behind.
    /// - Returns: An error with the code ``AuthErrorCode/clockSkew`` and the recovery ``Recovery/setClock``.
    package static func clockSkew(by difference: Duration) -> AuthError {
        let seconds = difference.components.seconds
        var error = AuthError(
            .clockSkew,
            "The clock of this device is \(seconds.magnitude) seconds \(seconds > 0 ? "ahead" : "behind"). Set it and try again.",
            recovery: .setClock
        )
        error.clockSkew = difference
        return error
    }

    /// Whether there is no connection to the server.
    package var isConnectionFailure: Bool { code == .network || code == .untrustedServer }

    /// Whether the error says nothing about the session: the same request may succeed later.
    var isTransient: Bool {
        isConnectionFailure || code == .serverUnavailable || code == .rateLimited || code == .refreshLockTimeout
    }

    /// Whether the server returned an OAuth error, so that the same request will never succeed.
    var isRejection: Bool {
        response?.error != nil && 400..<500 ~= response?.httpStatus ?? 0 && !isTransient
    }
}

extension TokenStoreError {
    /// The error for the app.
    var authError: AuthError {
        switch code {
        case .locked:
            AuthError(
                .storeLocked,
                "The stored sessions cannot be read until the device is unlocked.",
                recovery: .unlockDevice,
                underlying: detail
            )
        case .corrupt:
            AuthError(
                .storeCorrupt,
                "The stored sessions are corrupt. Nothing was deleted; signing out removes them.",
                recovery: .signInAgain,
                underlying: detail
            )
        case .denied:
            AuthError(
                .storeDenied,
                "This process cannot access the stored sessions. Check the owner, the permissions or the entitlements.",
                recovery: .fixConfiguration,
                underlying: detail
            )
        case .conflict, .unavailable:
            AuthError(
                .storeUnavailable,
                "The stored sessions could not be read or written. Try again.",
                recovery: .retry(after: nil),
                underlying: detail
            )
        }
    }
}
