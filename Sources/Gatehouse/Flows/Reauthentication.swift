import Foundation
import GatehouseConcurrency
import GatehouseWire

extension AuthorizationCodeFlow {
    /// Asks the user of a session to sign in again; the session continues with the new tokens.
    ///
    /// The sign-in is not resumed after a restart of the app's process: the operation that required it is gone.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - challenge: The required sign-in; if the browser's sign-in satisfies it, no page is shown.
    /// - Returns: The session.
    /// - Throws: ``AuthError`` as ``run(scopes:interaction:options:)``; `requestRejected` if another user signs in.
    func reauthenticate(
        _ id: String,
        answering challenge: AuthenticationChallenge
    ) async throws(AuthError) -> StoredSession {
        let storedSession = try await manager.session(id)
        var options = SignInOptions(loginHint: storedSession.account.email, maxAge: challenge.maxAge)
        options.requiredACRValues = challenge.acrValues
        options.accountID = storedSession.account.id
        options.idTokenHint = storedSession.idToken
        options.resources = storedSession.resources?.identifiers ?? []
        let request = SignInRequest(
            scopes: adapter.requiredScopes.union(storedSession.scopesOfSignIn),
            options: options
        )
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

/// Signs users in again on the server's page; the callers with the same requirement share one sign-in.
final class PageReauthenticator: Reauthenticator {
    private typealias Outcome = Result<StoredSession, AuthError>

    /// A sign-in in progress, with the callers that wait for it.
    private struct RepeatedSignIn {
        /// The number of the caller that started it.
        let number: Int
        let task: Task<Void, Never>
        var waiters: [Int: Promise<Outcome>] = [:]
    }

    /// The sign-ins that callers share: one with fewer factors does not serve a caller that requires more.
    private struct Key: Hashable {
        let sessionID: String
        let acrValues: [ACR]
    }

    private struct State {
        var lastNumber = 0
        var signIns: [Key: RepeatedSignIn] = [:]
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
        answering challenge: AuthenticationChallenge,
        in manager: SessionManager
    ) async throws(AuthError) -> StoredSession {
        let waiter = Promise<Outcome>()
        let key = Key(sessionID: id, acrValues: challenge.acrValues)
        let number = join(key, waiter) { [flow] () async -> Outcome in
            do throws(AuthError) {
                return .success(try await flow(manager).reauthenticate(id, answering: challenge))
            } catch {
                return .failure(error)
            }
        }
        guard let outcome = await waiter.value else {
            leave(key, number)
            throw .cancelled()
        }
        return try outcome.get()
    }

    /// Joins the sign-in in progress, or starts one.
    private func join(
        _ key: Key,
        _ waiter: Promise<Outcome>,
        orStart body: @escaping @Sendable () async -> Outcome
    ) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            if state.signIns[key] == nil {
                let task = Task(name: "gatehouse reauthentication") { [self] in
                    let outcome = await body()
                    for waiter in finish(key, number) { waiter.resolve(outcome) }
                }
                state.signIns[key] = RepeatedSignIn(number: number, task: task)
            }
            state.signIns[key]?.waiters[number] = waiter
            return number
        }
    }

    /// Removes a completed sign-in, and returns its callers.
    private func finish(_ key: Key, _ number: Int) -> [Promise<Outcome>] {
        state.withLock { state in
            guard let signIn = state.signIns[key], signIn.number == number else { return [] }
            state.signIns[key] = nil
            return Array(signIn.waiters.values)
        }
    }

    /// Removes a cancelled caller; without callers, the page closes.
    private func leave(_ key: Key, _ number: Int) {
        state.withLock { state in
            state.signIns[key]?.waiters[number] = nil
            guard let signIn = state.signIns[key], signIn.waiters.isEmpty else { return }
            signIn.task.cancel()
            // A later caller starts anew.
            state.signIns[key] = nil
        }
    }
}
