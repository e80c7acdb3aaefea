import Foundation
public import GatehouseWire

/// Sign-up, sign-in and password reset on the app's own screens, without a browser.
///
/// The app must be registered for it: `gatehouse client create --native password`. Every step is a value that remains
/// usable after a mistake of the user.
extension GatehouseClient {
    /// Starts a sign-up.
    ///
    /// - Parameters:
    ///   - email: The user's email address, to which a code is sent.
    ///   - password: The password, if the user has chosen one already.
    ///   - attributes: Known attributes of the user, by the names of ``RequiredAttribute``.
    /// - Returns: The next step of the sign-up: on every known server, the code.
    /// - Throws: ``AuthError``: `invalidUsername` if the address is invalid, `passwordRejected`, `attributesRejected`
    ///   with ``AuthError/invalidAttributes``, `userAlreadyExists` if the server discloses it, `browserRequired` if the
    ///   server requires its own pages; `network`, `serverUnavailable` or `rateLimited`.
    public func signUp(
        email: String,
        password: String? = nil,
        attributes: [String: JSONValue] = [:]
    ) async throws(AuthError) -> SignUpStep {
        let step = try await nativeServices.announced.startSignUp(
            email,
            password: password,
            attributes: attributes,
            correlationID: nil
        )
        return .codeRequired(step)
    }

    /// Starts a sign-in on the app's own screens.
    ///
    /// - Parameters:
    ///   - email: The user's email address.
    ///   - password: The password, if the user has entered it already; it is not used if the server requires a code.
    ///   - scopes: The requested scopes. `openid` and `offline_access` are always added.
    /// - Returns: The next step of the sign-in, or the session, which becomes the current one.
    /// - Throws: ``AuthError``: `wrongPassword`; `userNotFound` if the server discloses it; `invalidUsername` if the
    ///   address is invalid; otherwise as ``SignInCodeStep/submit(_:)``.
    public func signIn(
        email: String,
        password: String? = nil,
        scopes: ScopeSet = []
    ) async throws(AuthError) -> SignInStep {
        let tokenRequest = AccessTokenRequest(scopes: scopes)
        return try await nativeServices.announced.startSignIn(
            email,
            password: password,
            for: tokenRequest,
            correlationID: nil
        )
    }

    /// Signs a user in with a passkey that the user chooses, without an address or password.
    ///
    /// The passkey must verify its user, by biometrics or PIN. The server must support OAuth 2.0 for First-Party
    /// Applications, as Gatehouse does.
    ///
    /// - Parameter scopes: The requested scopes. `openid` and `offline_access` are always added.
    /// - Returns: The session, which becomes the current one, or the next step if the server requires more.
    /// - Throws: ``AuthError``: `passkeyUnavailable` without an authenticator or a passkey; `passkeyRejected` if the
    ///   server does not know it; `cancelled`; `browserRequired` if the server has no such sign-in; otherwise as
    ///   ``SignInCodeStep/submit(_:)``.
    public func signInWithPasskey(scopes: ScopeSet = []) async throws(AuthError) -> SignInStep {
        try await nativeServices.signInWithPasskey(for: AccessTokenRequest(scopes: scopes))
    }

    /// Starts a password reset.
    ///
    /// - Parameter email: The user's email address, to which a code is sent.
    /// - Returns: The step that waits for the code.
    /// - Throws: ``AuthError``: `userNotFound` or `passwordNotSet` if the server discloses it; `invalidUsername` if the
    ///   address is invalid; otherwise as ``PasswordResetCodeStep/submit(_:)``.
    public func resetPassword(email: String) async throws(AuthError) -> PasswordResetCodeStep {
        try await nativeServices.announced.startReset(email, correlationID: nil)
    }

    /// Returns the current step of the last sign-up on the app's own screens, including one started by an earlier
    /// process.
    ///
    /// Each step is stored with the sessions for half an hour from its start. A sign-in removes it, and so does the
    /// server's response that the sign-up has expired.
    ///
    /// - Returns: The step; `nil` if there is no pending sign-up.
    /// - Throws: ``AuthError`` with a `store…` code if the store cannot be read; `misconfigured` if the server does not
    ///   support native authentication.
    public func pendingSignUp() async throws(AuthError) -> SignUpStep? {
        try await nativeServices.pendingSignUp()
    }

    /// Discards the pending sign-up, for example to start again; the server lets it expire.
    ///
    /// If the store cannot be written now, this is retried later.
    public func discardPendingSignUp() async {
        _ = try? await manager.sessions()
        await PendingFlows(manager: manager).discardSignUp()
    }

    /// Entra's native authentication, for flows with options; only for OpenID Connect.
    package var native: any NativeAuthenticationService {
        get throws(AuthError) { try nativeServices.entra }
    }

    private var nativeServices: NativeServices {
        NativeServices(configuration: configuration, adapter: services.adapter, manager: manager)
    }
}
