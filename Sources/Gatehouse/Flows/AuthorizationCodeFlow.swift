package import Foundation
import GatehouseWire

/// Sign-in through the server's page: the authorization code flow (RFC 6749 §4.1, RFC 8252).
package struct AuthorizationCodeFlow: Sendable {
    /// A pending request and the redirect that matches it.
    struct Response: Sendable {
        let pending: PendingAuthorization
        let redirect: URL
    }

    /// The server; a copy of the flow may have one with other options.
    var adapter: any ProtocolAdapter
    let manager: SessionManager
    let gate: InteractionGate
    /// The user agent; `nil` if the app shows no pages.
    let agent: (any UserAgent)?
    let activeRequests: ActiveUserAgentRequests
    let redirectURI: URL?

    var committer: SessionCommitter { SessionCommitter(manager: manager) }
    private var pendingFlows: PendingFlows { PendingFlows(manager: manager) }

    /// The user agent.
    ///
    /// - Throws: `misconfigured` if the app shows no pages.
    var requiredAgent: any UserAgent {
        get throws(AuthError) {
            guard let agent else {
                throw .missingUserAgent
            }
            return agent
        }
    }

    /// Signs a user in, without a page if a stored session suffices.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes.
    ///   - interaction: The policy for showing the page.
    ///   - options: Hints for the page.
    /// - Returns: The session, which is current.
    /// - Throws: ``AuthError`` as the public method does.
    func run(
        scopes: ScopeSet,
        interaction: Interaction,
        options: SignInOptions
    ) async throws(AuthError) -> StoredSession {
        var (requestedScopes, options) = (scopes, options)
        switch interaction {
        case .ifNeeded, .never:
            let stored = try await manager.sessions().currentSession
            if let stored, adapter.isSatisfied(scopes, granted: stored.scopesOfSignIn),
                stored.authorizes(options.resources),
                let usable = try await usableSession(stored, isUrgent: interaction == .ifNeeded)
            {
                return usable
            }
            guard interaction == .ifNeeded else { throw .interactionRequired }
            // Keeps the scopes and APIs that the app already had.
            requestedScopes = scopes.union(stored?.scopesOfSignIn ?? [])
            options.resources = options.resources.adding(stored?.resources?.identifiers ?? [])
        case .addAccount:
            _ = try await manager.sessions()
        case .always:
            break
        }
        let request = SignInRequest(
            scopes: adapter.requiredScopes.union(requestedScopes),
            prompt: options.prompt ?? interaction.prompt,
            options: options
        )
        return try await authorize(request, interaction) { [committer, adapter] response throws(AuthError) in
            try await committer.redeem(response.pending, response.redirect, from: adapter)
        }
    }

    /// Returns a stored session with a valid token.
    ///
    /// - Parameters:
    ///   - stored: The session.
    ///   - isUrgent: Whether a user is waiting, so that the backoff is skipped.
    /// - Returns: The session; `nil` if the server no longer accepts it.
    /// - Throws: ``AuthError`` if the session could not be refreshed for another reason.
    private func usableSession(_ stored: StoredSession, isUrgent: Bool) async throws(AuthError) -> StoredSession? {
        do throws(AuthError) {
            return try await manager.validSession(stored.id, isUrgent: isUrgent)
        } catch {
            guard error.code == .signedOut || error.code == .interactionRequired else { throw error }
            return nil
        }
    }

    /// Signs the user in for another party that redeems the code; nothing is stored.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes.
    ///   - interaction: The policy for showing the page.
    ///   - options: Hints for the page.
    /// - Returns: The code, and the redirect URI for redeeming it.
    /// - Throws: ``AuthError`` as ``run(scopes:interaction:options:)``; `interactionRequired` for
    ///   ``Interaction/never``.
    func code(
        scopes: ScopeSet,
        interaction: Interaction,
        options: SignInOptions
    ) async throws(AuthError) -> (code: Secret, redirectURI: URL?) {
        guard interaction != .never else { throw .interactionRequired }
        let request = SignInRequest(scopes: scopes, options: options, isRedeemedElsewhere: true)
        return try await authorize(request, interaction, isResumable: false) { [adapter] response throws(AuthError) in
            let code = try await adapter.code(of: response.pending, in: response.redirect)
            return (code, response.pending.redirectURI.flatMap(URL.init))
        }
    }

    /// Shows the sign-in page when no other sign-in is in progress, and processes its response before another one may
    /// start.
    func authorize<Value: Sendable>(
        _ request: SignInRequest,
        _ interaction: Interaction,
        isResumable: Bool = true,
        then finish: @escaping @Sendable (Response) async throws(AuthError) -> Value
    ) async throws(AuthError) -> Value {
        let agent = try requiredAgent
        return try await gate.run { () throws(AuthError) in
            // Checks the store first: the user must not sign in for a session that cannot be stored.
            try await manager.persistence.checkWritable()
            do throws(AuthError) {
                let response = try await showPage(request, through: agent) { pending throws(AuthError) in
                    if interaction == .always {
                        try await committer.endAllSessions()
                        // Without sessions, the store applies the configured protection: checks again.
                        try await manager.persistence.checkWritable()
                    }
                    // A server that treats a revocation as the end of the browser's sign-in must receive it before the
                    // next sign-in.
                    if adapter.accountPolicy == .singleAccountSharedWithBrowser { await manager.sendRevocations() }
                    if isResumable, pending.redirectURI != nil { try await pendingFlows.store(pending) }
                }
                return try await finish(response)
            } catch {
                await pendingFlows.discardSignIn(ifStarted: activeRequests.hasStarted)
                throw error
            }
        }
    }

    /// Shows the sign-in page and waits for its redirect.
    ///
    /// - Parameters:
    ///   - request: The authorization request.
    ///   - agent: The user agent.
    ///   - ready: Called before the page is shown.
    /// - Returns: The redirect, not validated yet.
    /// - Throws: ``AuthError`` if the page cannot be shown or is closed, and every error of `ready`.
    private func showPage(
        _ request: SignInRequest,
        through agent: any UserAgent,
        whenReady ready: (PendingAuthorization) async throws(AuthError) -> Void
    ) async throws(AuthError) -> Response {
        let page = try await adapter.signInPage(for: request)
        var pending = page.pending
        pending.redirectURI = redirectURI?.absoluteString
        try await ready(pending)
        let completed = try await activeRequests.run(
            UserAgentPage(
                purpose: .signIn,
                redirectURI: redirectURI,
                expectsRedirect: true,
                prefersEphemeralSession: request.options.prefersEphemeralSession,
                state: pending.state.reveal(),
                url: page.url
            ),
            through: agent
        )
        guard case .redirected(let redirect) = completed.result else {
            throw .cancelled("The sign-in page was closed.")
        }
        pending.redirectURI = completed.redirectURI?.absoluteString
        return Response(pending: pending, redirect: redirect)
    }
}

// MARK: - Redirects

extension AuthorizationCodeFlow {
    /// Completes the user agent request in progress that a URL belongs to.
    ///
    /// - Parameter url: The URL.
    /// - Returns: Whether there was one.
    package func handle(_ url: URL) -> Bool {
        activeRequests.handle(url)
    }

    /// Ends every user agent request as if the user had closed its page.
    ///
    /// - Returns: Whether a page was open.
    package func dismiss() -> Bool {
        activeRequests.close()
    }

    /// Completes a sign-in that was in progress when the app's process ended.
    ///
    /// - Parameter url: The URL that the app was opened with.
    /// - Returns: The session, which is current; `nil` if the URL does not belong to such a sign-in, or another process
    ///   has completed it.
    /// - Throws: ``AuthError`` as ``run(scopes:interaction:options:)``.
    func complete(from url: URL) async throws(AuthError) -> StoredSession? {
        guard let pending = try await pendingFlows.signIn, isResumable(pending, by: url) else { return nil }
        return try await gate.run { () throws(AuthError) -> StoredSession? in
            guard try await pendingFlows.consume(pending) else { return nil }
            do throws(AuthError) {
                return try await committer.redeem(pending, url, from: adapter)
            } catch {
                if error.isTransient { try await pendingFlows.store(pending) }
                throw error
            }
        }
    }

    /// Completes the sign-in of an earlier process in the background.
    ///
    /// - Returns: Whether the URL belongs to one; `false` if the store cannot be read synchronously.
    package func completeInBackground(from url: URL) -> Bool {
        let stored = try? SynchronousSessions(manager: manager).stored()
        guard let pending = stored?.pendingSignIn, isResumable(pending, by: url) else { return false }
        manager.tasks.start("gatehouse resume", isWaitedFor: false) { _ = try? await complete(from: url) }
        return true
    }

    /// Returns whether a redirect completes a sign-in that another process has started.
    ///
    /// A sign-in of this process is completed by its own task.
    private func isResumable(_ pending: PendingAuthorization, by url: URL) -> Bool {
        !activeRequests.hasStarted(pending.state.reveal()) && pending.matches(url, at: manager.clock.now)
    }
}

extension [String] {
    /// Returns the strings followed by those of the others that are not among them.
    fileprivate func adding(_ others: [String]) -> [String] { self + others.filter { !contains($0) } }
}

extension PendingAuthorization {
    /// Returns whether a URL is the response to this request.
    ///
    /// - Parameters:
    ///   - url: A received URL.
    ///   - now: The time, by the server's clock.
    /// - Returns: Whether it matches the redirect URI and the state before the deadline.
    func matches(_ url: URL, at now: Date) -> Bool {
        guard now < deadline, let redirectURI = redirectURI.flatMap(URL.init) else { return false }
        return RedirectMatcher(redirectURI: redirectURI, state: state.reveal()).matches(url)
    }

    /// The code verifier.
    ///
    /// - Throws: ``AuthError`` if the stored value is invalid.
    var codeVerifier: CodeVerifier {
        get throws(AuthError) {
            guard let verifier = CodeVerifier(verifier.reveal()) else {
                throw .invalidResponse("The stored sign-in data is corrupt. Sign in again.")
            }
            return verifier
        }
    }
}
