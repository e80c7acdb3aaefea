import Foundation
import GatehouseConcurrency
import GatehouseWire

/// The tokens of a server's protocol: refresh, revocation and the rules for sessions.
///
/// Storage and refresh scheduling are the same for all protocols.
protocol TokenService: Sendable {
    /// The client for the server's endpoints.
    var connection: EndpointClient { get }

    /// The scopes that every sign-in requests.
    var requiredScopes: ScopeSet { get }

    /// The handling of existing sessions when an account signs in.
    var accountPolicy: AccountPolicy { get }

    /// Returns whether the granted scopes satisfy a request for these scopes.
    func isSatisfied(_ scopes: ScopeSet, granted: ScopeSet) -> Bool

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

    /// Checks whether the server responds.
    ///
    /// - Throws: ``AuthError`` if it does not.
    func checkReachable() async throws(AuthError)
}

extension TokenService {
    func checkReachable() async throws(AuthError) {}

    func prepareRefresh(of session: StoredSession) async throws(AuthError) {}

    /// Revokes the tokens of a failed sign-in; a cancelled caller does not wait for it.
    func revokeUnused(_ tokens: PendingRevocation) async {
        let done = Promise<Void>()
        connection.executor.task(name: "gatehouse revocation") {
            _ = await revoke(tokens)
            done.resolve(())
        }
        await done.value
    }
}

/// The user's claims at a server.
protocol UserInfoService: Sendable {
    /// Whether the user's profile is stored with the session from the start.
    var storesProfiles: Bool { get }

    /// Fetches the user's claims.
    ///
    /// - Throws: ``AuthError`` with the status 401 or the code ``AuthErrorCode/requestRejected`` if the token is not
    ///   accepted.
    func profile(with token: Secret) async throws(AuthError) -> User

    /// Fetches the claims of a session's user with its access token, proving the key that the token is bound to.
    ///
    /// - Throws: ``AuthError`` as ``profile(with:)``.
    func profile(of session: StoredSession) async throws(AuthError) -> User

    /// Returns the user of an imported token, after verifying that it was issued to this client.
    ///
    /// - Throws: ``AuthError`` as ``profile(with:)``.
    func owner(of token: Secret) async throws(AuthError) -> User
}

extension UserInfoService {
    var storesProfiles: Bool { false }

    func profile(of session: StoredSession) async throws(AuthError) -> User {
        try await profile(with: session.accessToken)
    }

    func owner(of token: Secret) async throws(AuthError) -> User {
        try await profile(with: token)
    }
}

/// The account API and the account page of a server.
protocol AccountService: Sendable {
    /// The scopes to request for the account API; empty if a refresh cannot request scopes, so that the session's own
    /// token must have the scope.
    var accountScopes: ScopeSet { get }

    /// Returns the URL below which the server has its account API and its account page.
    ///
    /// - Throws: ``AuthError`` if the server is unknown or has none.
    func accountServer() async throws(AuthError) -> URL
}

/// The protocol of a server as far as sessions use it.
typealias SessionService = TokenService & UserInfoService & AccountService

/// Asks users to sign in again, for operations that require a recent sign-in or further factors.
protocol Reauthenticator: Sendable {
    /// Asks the user of a session to sign in again; the session continues with the new tokens.
    ///
    /// Concurrent calls for one session and the same factors show one page.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - challenge: The required sign-in; if the browser's sign-in satisfies it, no page is shown.
    ///   - manager: The sessions of the client.
    /// - Returns: The session.
    /// - Throws: ``AuthError`` if the user does not sign in again, or another user does. Nothing has changed then.
    func reauthenticate(
        _ id: String,
        answering challenge: AuthenticationChallenge,
        in manager: SessionManager
    ) async throws(AuthError) -> StoredSession
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

    /// Returns the change that stores the session of a sign-in; replaced sessions are revoked if there is a time.
    func signIn(_ session: StoredSession, revocationTime: Date?) -> StoreMutation {
        switch self {
        case .multipleAccounts: .add(session, revocationTime: revocationTime)
        case .singleAccount, .singleAccountSharedWithBrowser, .singleAccountLocalOnly:
            .replaceAll(session, revocationTime: revocationTime)
        }
    }

    /// Whether replaced sessions are revoked at the server.
    var revokesReplacedSessions: Bool { self == .multipleAccounts || self == .singleAccount }

    /// Whether sessions that the app ends are revoked at the server.
    var revokesEndedSessions: Bool { self != .singleAccountLocalOnly }
}
