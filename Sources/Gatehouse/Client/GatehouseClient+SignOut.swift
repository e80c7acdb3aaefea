import Foundation
import GatehouseWire

extension GatehouseClient {
    /// Signs an account out, first on this device, then at the server.
    ///
    /// If the server cannot be reached, revocation is retried later: when this client is next created, at the next
    /// sign-in, sign-out or refresh, or when the app calls ``retryPendingWork()``.
    ///
    /// If the store has never been readable since this client was created, there is no known session to end. This then
    /// throws, and the session is available again once the store can be read. Call it again when ``states`` leaves
    /// ``SessionState/unknown(_:)``, or ask the user to unlock the device first. A corrupt store is cleared instead.
    ///
    /// - Parameters:
    ///   - account: The account to sign out; by default the current one.
    ///   - endingBrowserSession: Whether to end the browser's session with the server as well, which shows a page.
    /// - Returns: The result on the device, at the server and in the browser.
    /// - Throws: ``AuthError`` with a `store…` code if the store could not be read or written. If this process has read
    ///   the session before, it has ended nevertheless, in this process, at the server and in the browser, and the
    ///   store is retried until the process ends. If not, nothing has ended.
    @discardableResult
    public func signOut(
        _ account: Account? = nil,
        endingBrowserSession: Bool = false
    ) async throws(AuthError) -> SignOutResult {
        try await signOut(account, on: endingBrowserSession ? SignOutPage() : nil)
    }

    /// The options of the server's sign-out page.
    package struct SignOutPage: Sendable {
        /// Additional parameters of the page.
        package var extraParameters: [String: String]
        /// Whether to use a browser session without shared cookies, if the user agent supports it.
        package var prefersEphemeralSession: Bool

        /// Creates the options.
        package init(extraParameters: [String: String] = [:], prefersEphemeralSession: Bool = false) {
            self.extraParameters = extraParameters
            self.prefersEphemeralSession = prefersEphemeralSession
        }
    }

    /// Signs an account out as ``signOut(_:endingBrowserSession:)`` does, with options of the page; `nil` shows none.
    package func signOut(_ account: Account?, on page: SignOutPage?) async throws(AuthError) -> SignOutResult {
        var result = SignOutResult()
        let (ended, failure) = await endLocalSession(of: account)
        guard let storedSession = ended else {
            if let failure { throw failure }
            return result
        }
        result.device = .removed
        let failures = await manager.sendRevocations()
        result.server = failures[storedSession.id].map(SignOutResult.Server.pending) ?? .revoked
        if let page { result.browser = await endBrowserSession(of: storedSession, on: page) }
        if let failure { throw failure }
        return result
    }

    /// Ends the session in this process in any case; the failure is that of the store.
    private func endLocalSession(of account: Account?) async -> (ended: StoredSession?, failure: AuthError?) {
        var failure: AuthError?
        do throws(AuthError) {
            _ = try await manager.sessions()
        } catch {
            failure = error
        }
        let known = await manager.knownSessions
        let storedSession =
            account.map { account in known.sessions.first { $0.account.id == account.id } } ?? known.currentSession
        if failure?.code == .storeCorrupt {
            do throws(AuthError) {
                try await manager.discardCorruptStore()
                return (storedSession, nil)
            } catch {
                failure = error
            }
        }
        guard let storedSession else { return (nil, failure) }
        do throws(AuthError) {
            try await manager.end([storedSession.id], because: .requested)
        } catch {
            failure = error
        }
        return (storedSession, failure)
    }

    /// Shows the server's page that ends its session with the browser (OpenID Connect RP-Initiated Logout §2).
    private func endBrowserSession(
        of storedSession: StoredSession,
        on options: SignOutPage
    ) async -> SignOutResult.Browser {
        do throws(AuthError) {
            let redirectURI = configuration.postLogoutRedirectURI
            let state = Base64URL.encode(configuration.environment.randomBytes(32))
            let page = try await adapter.signOutPage(
                for: SignOutRequest(
                    storedSession: storedSession,
                    state: redirectURI == nil ? nil : state,
                    extraParameters: options.extraParameters
                )
            )
            let completed = try await activeRequests.run(
                .signOut,
                redirectURI: redirectURI ?? configuration.redirectURI,
                expectsRedirect: redirectURI != nil,
                prefersEphemeralSession: options.prefersEphemeralSession,
                state: state,
                through: configuration.userAgent,
                page: page
            )
            return if case .redirected = completed.result { .ended } else { .unconfirmed }
        } catch {
            return .failed(error)
        }
    }
}
