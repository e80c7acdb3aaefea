import GatehouseWire

extension AuthError {
    /// The person, the task or a newer sign-in ended this one.
    ///
    /// - Parameter message: Who cancelled what.
    /// - Returns: An error with the code ``Code/cancelled``.
    public static func cancelled(_ message: String = "The sign-in was cancelled.") -> AuthError {
        AuthError(.cancelled, message)
    }

    /// A person would have to be asked, and that was not allowed.
    static let nothingStored = AuthError(
        .interactionRequired,
        "Nothing stored answers this request. Let the person sign in.",
        recovery: .interact
    )

    /// Somebody else signed in than the app wanted.
    static let anotherPerson = AuthError(
        .refused,
        "Another person signed in than the one that was asked for. Nothing was changed.",
        recovery: .interact
    )

    /// A developer has something to mend.
    static func misconfigured(_ message: String) -> AuthError {
        AuthError(.misconfigured, message, recovery: .fixConfiguration)
    }

    /// An answer that cannot be trusted.
    static func invalidAnswer(_ message: String, underlying: String? = nil) -> AuthError {
        AuthError(.invalidAnswer, message, recovery: .interact, underlying: underlying)
    }

    /// The session a handle stands for has ended.
    static func signedOut(_ reason: SignedOutReason) -> AuthError {
        var error = AuthError(.signedOut, "The session has ended. Sign in again.", recovery: .interact)
        if case .refused(let code) = reason {
            error.message = "The server has ended the session. Sign in again."
            error.serverCode = code
        }
        if reason == .interruptedRefresh {
            error.message = "A refresh was interrupted and its new tokens were lost. Sign in again."
        }
        error.signedOutReason = reason
        return error
    }

    /// Another process has the turn to refresh and does not give it back.
    static let turnTaken = AuthError(
        .busy,
        "Another process has been refreshing this session for too long. Try again.",
        recovery: .retry(after: nil)
    )

    /// A refusal that may come from the loss of an answer rather than from the server's will.
    var afterInterruption: AuthError {
        var error = self
        error.signedOutReason = .interruptedRefresh
        return error
    }

    /// Why a session ends whose refresh was refused like this.
    var endOfSession: SignedOutReason {
        signedOutReason ?? .refused(serverCode ?? code.rawValue)
    }

    /// How long the server asked to wait.
    var retryAfter: Duration? {
        if case .retry(after: let duration) = recovery { duration } else { nil }
    }

    /// The clock of this device differs from the server's.
    ///
    /// - Parameter difference: How far it is ahead; negative when it is behind.
    /// - Returns: An error with the code ``Code/clockSkew`` and the recovery ``Recovery/fixClock``.
    public static func clockSkew(by difference: Duration) -> AuthError {
        let seconds = difference.components.seconds
        var error = AuthError(
            .clockSkew,
            "The clock of this device is \(seconds.magnitude) seconds \(seconds > 0 ? "ahead" : "behind"). Set it and try again.",
            recovery: .fixClock
        )
        error.clockSkew = difference
        return error
    }

    /// Whether the failure says nothing about the session: the same request may succeed later.
    var isTransient: Bool {
        code == .network || code == .serverUnavailable || code == .rateLimited || code == .busy
    }

    /// Whether the server did not accept the access token; Amazon and Kii say so with another status.
    var isTokenRefused: Bool {
        httpStatus == 401 || serverCode == OAuthErrorCode.invalidToken.rawValue || isKiiTokenRefused
    }

    /// Whether the server refused in the words of OAuth, so that the same request will never succeed.
    var isRefusal: Bool {
        serverCode != nil && 400..<500 ~= httpStatus ?? 0 && !isTransient
    }

    /// What a store's answer means for the app.
    init(_ error: TokenStoreError) {
        switch error.kind {
        case .locked:
            self.init(
                .storeLocked,
                "The stored sessions cannot be read until the device is unlocked.",
                recovery: .unlock,
                underlying: error.detail
            )
        case .corrupt:
            self.init(
                .storeCorrupt,
                "The stored sessions are damaged. Nothing was deleted; signing out clears them.",
                recovery: .interact,
                underlying: error.detail
            )
        case .denied:
            self.init(
                .storeDenied,
                "This process may not use the stored sessions. Check the owner, the permissions or the entitlements.",
                recovery: .fixConfiguration,
                underlying: error.detail
            )
        case .conflict, .unavailable:
            self.init(
                .storeUnavailable,
                "The stored sessions could not be read or written. Try again.",
                recovery: .retry(after: nil),
                underlying: error.detail
            )
        }
    }
}
