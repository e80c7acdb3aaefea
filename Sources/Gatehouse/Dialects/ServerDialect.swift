import Foundation
import GatehouseWire

/// What a client and its server say to each other: all that differs between OpenID Connect and a vendor's own protocol.
///
/// When to ask a person, what is stored, and that one refresh at a time is under way are the same whatever is spoken.
protocol ServerDialect: Sendable {
    /// What carries the requests.
    var connection: ServerConnection { get }

    /// The scopes that every sign-in asks for, whatever the app wants.
    var ownScopes: ScopeSet { get }

    /// What becomes of the sessions on the device when a person signs in.
    var sessionRule: SessionRule { get }

    /// Whether what the server says about the person is stored with the session from its beginning.
    var keepsProfiles: Bool { get }

    /// Whether what was granted answers a request for these scopes.
    func covers(_ scopes: ScopeSet, granted: ScopeSet) -> Bool

    /// The page on which a person signs in, and what its answer is good for.
    ///
    /// - Throws: ``AuthError`` when the server has no such page, or does not say where.
    func signInPage(for request: SignInRequest) async throws(AuthError) -> SignInPage

    /// The code in a redirect that answers a page.
    ///
    /// - Throws: ``AuthError`` unless the redirect comes from this very server and brings a code.
    func code(of pending: PendingSignIn, in redirect: URL) async throws(AuthError) -> Secret

    /// Makes a session of the code in a redirect that answers a page, not stored yet.
    ///
    /// - Throws: ``AuthError`` as ``code(of:in:)``, and when the server does not redeem the code.
    func redeem(_ pending: PendingSignIn, _ redirect: URL) async throws(AuthError) -> StoredGrant

    /// Gets a code that a person types in on another device.
    ///
    /// - Throws: ``AuthError`` when the server gives none.
    func deviceCode(for request: SignInRequest) async throws(AuthError) -> DeviceCode

    /// Asks for all that a refresh needs beside its one request, so that the new tokens are waited for alone.
    ///
    /// - Parameter grant: The session.
    /// - Throws: ``AuthError`` when the request could not be sent.
    func prepareRefresh(of grant: StoredGrant) async throws(AuthError)

    /// Trades a refresh token for new tokens.
    ///
    /// - Parameters:
    ///   - grant: The session.
    ///   - wish: What the tokens are to be for.
    /// - Returns: The tokens, or why there are none.
    func refresh(_ grant: StoredGrant, for wish: TokenWish) async -> RefreshOutcome

    /// Revokes a token.
    ///
    /// - Returns: `nil` when the server has taken note, or refused in the words of OAuth and so never will; else the
    ///   failure: what answered may not have been the server.
    func revoke(_ revocation: PendingRevocation) async -> AuthError?

    /// What the server says about the person now.
    ///
    /// - Throws: ``AuthError`` with the status 401 or the code ``AuthError/Code/refused`` when the token is not accepted.
    func profile(with token: Secret) async throws(AuthError) -> User

    /// Whose a token is that comes from outside, once the server accepts it from this very app.
    ///
    /// - Throws: ``AuthError`` as ``profile(with:)``.
    func owner(of token: Secret) async throws(AuthError) -> User

    /// Asks the server anything, to find out whether it answers.
    ///
    /// - Throws: ``AuthError`` when it does not.
    func reach() async throws(AuthError)

    /// The page that ends the session which the browser has with the server.
    ///
    /// - Throws: ``AuthError`` when the server has none.
    func signOutPage(for request: SignOutRequest) async throws(AuthError) -> @Sendable (_ redirectURI: URL?) -> URL
}

extension ServerDialect {
    func reach() async throws(AuthError) {}

    func prepareRefresh(of grant: StoredGrant) async throws(AuthError) {}

    var keepsProfiles: Bool { false }

    func owner(of token: Secret) async throws(AuthError) -> User {
        try await profile(with: token)
    }

    /// Has the server forget the tokens of a sign-in that has come to nothing; who is cancelled does not wait for it.
    func giveBack(_ tokens: PendingRevocation) async {
        let done = OneShot<Void>()
        Task(name: "gatehouse revocation", executorPreference: connection.executor) {
            _ = await revoke(tokens)
            done.resolve(())
        }
        await done.value
    }
}
