import Foundation
import GatehouseWire

/// The options of the server's sign-out page.
package struct SignOutPageOptions: Sendable {
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

/// Sign-out on the device, at the server and in the browser.
struct SignOutFlow: Sendable {
    /// The sign-in at the same server, through the same user agent.
    let signIn: AuthorizationCodeFlow
    let postLogoutRedirectURI: URL?
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]

    private var manager: SessionManager { signIn.manager }

    /// Signs an account out, first on this device, then at the server.
    ///
    /// - Parameters:
    ///   - account: The account; `nil` for the current one.
    ///   - page: The options of the server's sign-out page; `nil` shows none.
    /// - Returns: The result in each place.
    /// - Throws: ``AuthError`` as the public method does.
    func run(_ account: Account?, on page: SignOutPageOptions?) async throws(AuthError) -> SignOutResult {
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
                try await SessionCommitter(manager: manager).discardCorruptStore()
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
        on options: SignOutPageOptions
    ) async -> SignOutResult.Browser {
        do throws(AuthError) {
            let state = Base64URL.encode(randomBytes(32))
            let page = try await signIn.adapter.signOutPage(
                for: SignOutRequest(
                    storedSession: storedSession,
                    state: postLogoutRedirectURI == nil ? nil : state,
                    extraParameters: options.extraParameters
                )
            )
            let completed = try await signIn.activeRequests.run(
                UserAgentPage(
                    purpose: .signOut,
                    redirectURI: postLogoutRedirectURI ?? signIn.redirectURI,
                    expectsRedirect: postLogoutRedirectURI != nil,
                    prefersEphemeralSession: options.prefersEphemeralSession,
                    state: state,
                    url: page
                ),
                through: try signIn.requiredAgent
            )
            return if case .redirected = completed.result { .ended } else { .unconfirmed }
        } catch {
            return .failed(error)
        }
    }
}
