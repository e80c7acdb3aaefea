public import GatehouseWire

/// Hints for the server's sign-in pages.
public struct SignInOptions: Sendable, Hashable {
    /// The email address or username that the user will probably sign in with.
    public var loginHint: String?
    /// The languages for the pages, most preferred first, such as `de` or `zh-Hans` (BCP 47).
    public var languages: [String]
    /// The maximum time since the user authenticated at the server; after it, the user must sign in again.
    public var maxAge: Duration?
    /// The authentication context classes, most preferred first.
    public var acrValues: [ACR]
    /// The identifiers of the APIs that the app calls with tokens of their own (RFC 8707).
    ///
    /// ``Session/accessToken(forResource:replacing:)`` returns these tokens; the session's own token remains one for
    /// the server. Request the scopes of the APIs with the others.
    ///
    /// If the scopes are those of an API that is not named here, the session's own token may be for that API, and
    /// ``Session/user()`` and the account API fail.
    public var resources: [String]
    /// The authentication context classes of which the sign-in must reach one; empty if any class suffices.
    package var requiredACRValues: [ACR] = []
    /// The only account accepted: the tokens of another one are revoked, and nothing is changed.
    package var accountID: String?
    /// The ID token that identifies the account that must sign in (OpenID Connect Core §3.1.2.1).
    package var idTokenHint: Secret?
    /// The `prompt` values to send; `nil` for those of the ``Interaction``.
    package var prompt: [Prompt]?
    /// Additional parameters of the authorization request; those of the protocol cannot be replaced.
    package var extraParameters: [String: String] = [:]
    /// Whether to use a browser session without shared cookies, if the user agent supports it.
    package var prefersEphemeralSession = false

    /// Creates hints for the server's sign-in pages.
    ///
    /// - Parameters:
    ///   - loginHint: The email address or username that the user will probably sign in with.
    ///   - languages: The languages for the pages, most preferred first.
    ///   - maxAge: The maximum time since the user authenticated at the server, in whole seconds.
    ///   - acrValues: The authentication context classes, most preferred first.
    ///   - resources: The identifiers of the APIs that the app calls with tokens of their own.
    public init(
        loginHint: String? = nil,
        languages: [String] = [],
        maxAge: Duration? = nil,
        acrValues: [ACR] = [],
        resources: [String] = []
    ) {
        self.loginHint = loginHint
        self.languages = languages
        self.maxAge = maxAge
        self.acrValues = acrValues
        self.resources = resources
    }
}

/// A policy for showing the sign-in page.
public enum Interaction: Sendable, Hashable {
    /// Shows the page only if no stored session satisfies the request.
    case ifNeeded
    /// Removes the stored sessions of this client, then shows the page.
    case always
    /// Never shows the page; throws ``AuthErrorCode/interactionRequired`` instead.
    case never
    /// Shows the page to add an account; stored sessions are kept.
    case addAccount
}

extension Interaction {
    /// The `prompt` values that keep the server from reusing the browser's session.
    var prompt: [Prompt] {
        switch self {
        case .ifNeeded, .never: []
        case .always: [.login]
        case .addAccount: [.selectAccount]
        }
    }
}

/// The result of a sign-out on the device, at the server and in the browser.
public struct SignOutResult: Sendable, Hashable {
    /// The result on the device.
    public enum Device: Sendable, Hashable {
        /// The session and its tokens were removed.
        case removed
        /// There was no session to remove.
        case noSession
    }

    /// The result at the server.
    public enum Server: Sendable, Hashable {
        /// The server revoked the tokens, or does not support revocation.
        case revoked
        /// The tokens could not be revoked for this reason; revocation is retried.
        case pending(AuthError)
        /// There was nothing to revoke.
        case notNeeded
    }

    /// The result for the browser's session with the server.
    public enum Browser: Sendable, Hashable {
        /// Ending it was not requested.
        case notRequested
        /// The server ended it.
        case ended
        /// The sign-out page was shown; the outcome is unknown.
        case unconfirmed
        /// The page could not be shown for this reason.
        case failed(AuthError)
    }

    /// The result on the device.
    public internal(set) var device = Device.noSession
    /// The result at the server.
    public internal(set) var server = Server.notNeeded
    /// The result for the browser's session with the server.
    public internal(set) var browser = Browser.notRequested
}
