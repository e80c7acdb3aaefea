import GatehouseWire

extension AuthError {
    /// What happened; an open set, so that a later version can name more without breaking an app.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code, stable between versions.
        public let rawValue: String

        /// Names a code.
        ///
        /// - Parameter rawValue: The name of the code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}

extension AuthError.Code {
    /// The person closed the browser or refused consent, the task was cancelled, or a newer sign-in took the place of
    /// this one: not a failure.
    public static let cancelled = Self(rawValue: "cancelled")
    /// Nothing stored answers the request, and asking the person was not allowed.
    public static let interactionRequired = Self(rawValue: OAuthErrorCode.interactionRequired.rawValue)
    /// The session has ended, on this device or at the server.
    public static let signedOut = Self(rawValue: "signedOut")
    /// The person took longer than allowed, made too many mistakes, or what was begun is over: begin again.
    public static let expired = Self(rawValue: "expired")

    /// The server could not be reached.
    public static let network = Self(rawValue: "network")
    /// The server answers with a failure of its own (5xx) or with something that is not its protocol.
    public static let serverUnavailable = Self(rawValue: "serverUnavailable")
    /// The server asks for a pause (429).
    public static let rateLimited = Self(rawValue: "rateLimited")
    /// Another process has been refreshing the same session for too long.
    public static let busy = Self(rawValue: "busy")
    /// The server refused the request with an error code: see ``AuthError/serverCode``.
    public static let refused = Self(rawValue: "refused")
    /// An answer does not fit the request it claims to answer, or its ID token is not valid: it was not used.
    public static let invalidAnswer = Self(rawValue: "invalidAnswer")
    /// The clock of this device or of the server is wrong.
    public static let clockSkew = Self(rawValue: "clockSkew")

    /// The stored sessions cannot be read until the device is unlocked.
    public static let storeLocked = Self(rawValue: "storeLocked")
    /// The stored sessions are damaged, or were written by a newer version.
    public static let storeCorrupt = Self(rawValue: "storeCorrupt")
    /// This process may not read or write the stored sessions.
    public static let storeDenied = Self(rawValue: "storeDenied")
    /// The store could not be used for another reason, such as a full disk.
    public static let storeUnavailable = Self(rawValue: "storeUnavailable")

    /// The client, the issuer or a redirect URI is not set up as it must be.
    public static let misconfigured = Self(rawValue: "misconfigured")
    /// No browser could be opened.
    public static let noBrowser = Self(rawValue: "noBrowser")
}

/// What a native flow can answer; after a mistake of the person the step can be used again.
extension AuthError.Code {
    /// The flow cannot go on in the app: ``GatehouseClient/signIn(scopes:interaction:options:)`` shows the server's pages.
    public static let browserRequired = Self(rawValue: "browserRequired")
    /// That is no address to sign up or in with.
    public static let invalidUsername = Self(rawValue: "invalidUsername")
    /// The address has an account already.
    public static let userAlreadyExists = Self(rawValue: "userAlreadyExists")
    /// The address has no account.
    public static let userNotFound = Self(rawValue: "userNotFound")
    /// The account has no password that could be reset.
    public static let userHasNoPassword = Self(rawValue: "userHasNoPassword")
    /// The code is not right, or has expired.
    public static let wrongCode = Self(rawValue: "wrongCode")
    /// The password is not right; where the server does not tell, perhaps there is no such account.
    public static let wrongPassword = Self(rawValue: "wrongPassword")
    /// The server does not take the new password, for the reason in ``AuthError/suberror``.
    public static let passwordRefused = Self(rawValue: "passwordRefused")
    /// The server does not take the attributes in ``AuthError/attributeNames``.
    public static let attributesRefused = Self(rawValue: "attributesRefused")
    /// The server asks for another proof than the step has a place for, such as a password where a code is due.
    public static let unexpectedChallenge = Self(rawValue: "unexpectedChallenge")
    /// The server gave nothing to sign the person in with after this flow: begin an ordinary sign-in.
    public static let signInUnavailable = Self(rawValue: "signInUnavailable")
    /// The server wants a second factor, which this library does not ask for yet.
    public static let secondFactorRequired = Self(rawValue: "secondFactorRequired")
    /// The server wants a second factor to be registered, which this library does not do yet.
    public static let registrationRequired = Self(rawValue: "registrationRequired")
}
