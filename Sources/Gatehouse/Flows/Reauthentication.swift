import Foundation
import GatehouseWire
import Synchronization

extension AuthorizationCodeFlow {
    /// Asks the user of a session to sign in again; the session continues with the new tokens.
    ///
    /// The sign-in is not resumed after a restart of the app's process: the operation that required it is gone.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - maxAge: The maximum time since the user authenticated at the server; below it, no page is shown.
    /// - Returns: The session.
    /// - Throws: ``AuthError`` as ``run(scopes:interaction:options:)``; `requestRejected` if another user signs in.
    func reauthenticate(_ id: String, within maxAge: Duration) async throws(AuthError) -> StoredSession {
        let storedSession = try await manager.session(id)
        var options = SignInOptions(loginHint: storedSession.account.email, maxAge: maxAge)
        options.accountID = storedSession.account.id
        options.idTokenHint = storedSession.idToken
        let request = SignInRequest(scopes: adapter.requiredScopes.union(storedSession.scopes), options: options)
        do throws(AuthError) {
            return try await authorize(request, .addAccount, isResumable: false) {
                [committer, adapter] response throws(AuthError) in
                try await committer.redeem(response.pending, response.redirect, from: adapter, continuing: id)
            }
        } catch {
            // The response to the hint if another user signs in (OpenID Connect Core §3.1.2.1).
            guard error.response?.error == OAuthErrorCode.loginRequired.rawValue else { throw error }
            throw .differentUser
        }
    }

    /// Shows the server's account page.
    ///
    /// - Parameter state: A random value, which identifies the request.
    /// - Throws: ``AuthError`` if the page cannot be shown.
    func showAccountPage(state: String) async throws(AuthError) {
        let url = try await adapter.accountServer().appending(path: AccountAPI.page)
        _ = try await activeRequests.run(
            UserAgentPage(
                purpose: .account,
                redirectURI: redirectURI,
                expectsRedirect: false,
                prefersEphemeralSession: false,
                state: state,
                url: { _ in url }
            ),
            through: try requiredAgent
        )
    }
}

/// Signs users in again on the server's page, one sign-in per session at a time.
final class PageReauthenticator: Reauthenticator {
    private typealias Outcome = Result<StoredSession, AuthError>

    /// A sign-in in progress, with the callers that wait for it.
    private struct RepeatedSignIn {
        /// The number of the caller that started it.
        let number: Int
        let task: Task<Void, Never>
        var waiters: [Int: Promise<Outcome>] = [:]
    }

    private struct State {
        var lastNumber = 0
        var signIns: [String: RepeatedSignIn] = [:]
    }

    /// Returns the sign-in flow with the sessions of a manager.
    private let flow: @Sendable (SessionManager) -> AuthorizationCodeFlow
    private let state = Mutex(State())

    /// Creates a reauthenticator.
    ///
    /// - Parameter flow: Returns the sign-in flow with the sessions of a manager, which owns the reauthenticator.
    init(flow: @escaping @Sendable (SessionManager) -> AuthorizationCodeFlow) {
        self.flow = flow
    }

    func reauthenticate(
        _ id: String,
        within maxAge: Duration,
        in manager: SessionManager
    ) async throws(AuthError) -> StoredSession {
        let waiter = Promise<Outcome>()
        let number = join(id, waiter) { [flow] () async -> Outcome in
            do throws(AuthError) {
                return .success(try await flow(manager).reauthenticate(id, within: maxAge))
            } catch {
                return .failure(error)
            }
        }
        guard let outcome = await waiter.value else {
            leave(id, number)
            throw .cancelled()
        }
        return try outcome.get()
    }

    /// Joins the sign-in in progress, or starts one.
    private func join(
        _ id: String,
        _ waiter: Promise<Outcome>,
        orStart body: @escaping @Sendable () async -> Outcome
    ) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            if state.signIns[id] == nil {
                let task = Task(name: "gatehouse reauthentication") { [self] in
                    let outcome = await body()
                    for waiter in finish(id, number) { waiter.resolve(outcome) }
                }
                state.signIns[id] = RepeatedSignIn(number: number, task: task)
            }
            state.signIns[id]?.waiters[number] = waiter
            return number
        }
    }

    /// Removes a completed sign-in, and returns its callers.
    private func finish(_ id: String, _ number: Int) -> [Promise<Outcome>] {
        state.withLock { state in
            guard let signIn = state.signIns[id], signIn.number == number else { return [] }
            state.signIns[id] = nil
            return Array(signIn.waiters.values)
        }
    }

    /// Removes a cancelled caller; without callers, the page closes.
    private func leave(_ id: String, _ number: Int) {
        state.withLock { state in
            state.signIns[id]?.waiters[number] = nil
            guard let signIn = state.signIns[id], signIn.waiters.isEmpty else { return }
            signIn.task.cancel()
            // A later caller starts anew.
            state.signIns[id] = nil
        }
    }
}
