import Foundation
import GatehouseWire

/// The protocol of a server: everything that differs between OpenID Connect and the vendors' protocols.
///
/// Interaction, storage and refresh scheduling are the same for all protocols.
protocol ProtocolAdapter: Sendable {
    /// The client for the server's endpoints.
    var connection: EndpointClient { get }

    /// The scopes that every sign-in requests.
    var requiredScopes: ScopeSet { get }

    /// The handling of existing sessions when an account signs in.
    var accountPolicy: AccountPolicy { get }

    /// Whether the user's profile is stored with the session from the start.
    var storesProfiles: Bool { get }

    /// Returns whether the granted scopes satisfy a request for these scopes.
    func isSatisfied(_ scopes: ScopeSet, granted: ScopeSet) -> Bool

    /// Returns the sign-in page and the data for redeeming its response.
    ///
    /// - Throws: ``AuthError`` if the server has no sign-in page or does not announce it.
    func signInPage(for request: SignInRequest) async throws(AuthError) -> AuthorizationPage

    /// Returns the code in the redirect of a sign-in page.
    ///
    /// - Throws: ``AuthError`` unless the redirect comes from this server and contains a code.
    func code(of pending: PendingAuthorization, in redirect: URL) async throws(AuthError) -> Secret

    /// Redeems the code in the redirect of a sign-in page for a session, which is not stored yet.
    ///
    /// - Throws: ``AuthError`` as ``code(of:in:)``, and if the server does not redeem the code.
    func redeem(_ pending: PendingAuthorization, _ redirect: URL) async throws(AuthError) -> StoredSession

    /// Requests a code for sign-in on another device.
    ///
    /// - Throws: ``AuthError`` if the server issues none.
    func deviceCode(for request: SignInRequest) async throws(AuthError) -> DeviceCodeGrant

    /// Fetches everything that a refresh needs beside its one request, so that nothing else delays storing the tokens.
    ///
    /// - Parameter session: The session.
    /// - Throws: ``AuthError`` if the request could not be sent.
    func prepareRefresh(of session: StoredSession) async throws(AuthError)

    /// Exchanges a refresh token for new tokens.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - tokenRequest: The requested scopes and claims.
    /// - Returns: The tokens or the failure.
    func refresh(_ session: StoredSession, for tokenRequest: AccessTokenRequest) async -> RefreshOutcome

    /// Revokes a token.
    ///
    /// - Returns: `nil` if the server revoked the token or permanently rejected the request with an OAuth error;
    ///   otherwise the failure, which may not come from the server.
    func revoke(_ revocation: PendingRevocation) async -> AuthError?

    /// Fetches the user's claims.
    ///
    /// - Throws: ``AuthError`` with the status 401 or the code ``AuthError/Code/requestRejected`` if the token is not
    ///   accepted.
    func profile(with token: Secret) async throws(AuthError) -> User

    /// Returns the user of an imported token, after verifying that it was issued to this client.
    ///
    /// - Throws: ``AuthError`` as ``profile(with:)``.
    func owner(of token: Secret) async throws(AuthError) -> User

    /// Checks whether the server responds.
    ///
    /// - Throws: ``AuthError`` if it does not.
    func checkReachable() async throws(AuthError)

    /// Returns the page that ends the browser's session with the server.
    ///
    /// - Throws: ``AuthError`` if the server has none.
    func signOutPage(for request: SignOutRequest) async throws(AuthError) -> @Sendable (_ redirectURI: URL?) -> URL
}

extension ProtocolAdapter {
    func checkReachable() async throws(AuthError) {}

    func prepareRefresh(of session: StoredSession) async throws(AuthError) {}

    var storesProfiles: Bool { false }

    func owner(of token: Secret) async throws(AuthError) -> User {
        try await profile(with: token)
    }

    /// Revokes the tokens of a failed sign-in; a cancelled caller does not wait for it.
    func revokeUnused(_ tokens: PendingRevocation) async {
        let done = Promise<Void>()
        Task(name: "gatehouse revocation", executorPreference: connection.executor) {
            _ = await revoke(tokens)
            done.resolve(())
        }
        await done.value
    }
}

/// A policy for the existing sessions when an account signs in.
enum AccountPolicy: Sendable {
    /// Keeps them, except for a session of the same account.
    case multipleAccounts
    /// Ends them.
    case singleAccount
    /// Replaces them without revocation, because the server treats a revocation as the end of the browser's sign-in.
    case singleAccountSharedWithBrowser
    /// Removes them without revocation: they stay valid at the server, because the app may have kept their tokens.
    case singleAccountLocalOnly

    /// Whether replaced sessions are revoked at the server.
    var revokesReplacedSessions: Bool { self == .multipleAccounts || self == .singleAccount }
}
