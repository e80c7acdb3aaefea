import Foundation
import GatehouseWire

extension GatehouseClient {
    /// Signs a person out, on this device first, then at the server.
    ///
    /// When the server cannot be reached, it hears of the sign-out later: the next time this client is made, somebody signs in or out, tokens
    /// are refreshed, or the app calls ``reconnect()``.
    ///
    /// A store that cannot be read, and could not be since this client was made, leaves nothing to end: nobody knows whose session is in it.
    /// Then this throws and remembers nothing, and the session is there again once the store can be read. Call it again when ``states``
    /// says something else than ``SessionState/unknown(_:)``, or tell the person that the device has to be unlocked first. A store that is
    /// damaged is cleared instead.
    ///
    /// - Parameters:
    ///   - account: Whom to sign out; by default the current account.
    ///   - endBrowserSession: Whether to end the session that the browser has with the server too, which shows a page.
    /// - Returns: What happened in each place.
    /// - Throws: ``AuthError`` with a `store…` code when the device could not read or forget the session. When this process has read it
    ///   before, it has ended all the same, and server and browser are told: until the process ends it acts as signed out and tries again to
    ///   forget. When it has not, nothing has ended.
    @discardableResult
    public func signOut(
        _ account: Account? = nil,
        endBrowserSession: Bool = false
    ) async throws(AuthError) -> SignOutResult {
        try await signOut(account, on: endBrowserSession ? SignOutPage() : nil)
    }

    /// The options of the server's page on which the browser's session ends.
    package struct SignOutPage: Sendable {
        /// Further parameters of the page.
        package var extraParameters: [String: String]
        /// Whether the browser shares no cookies with other visits, where the user agent supports it.
        package var prefersEphemeralSession: Bool

        /// Creates the options.
        package init(extraParameters: [String: String] = [:], prefersEphemeralSession: Bool = false) {
            self.extraParameters = extraParameters
            self.prefersEphemeralSession = prefersEphemeralSession
        }
    }

    /// Signs a user out as ``signOut(_:endBrowserSession:)`` does, with options of the page; `nil` shows none.
    package func signOut(_ account: Account?, on page: SignOutPage?) async throws(AuthError) -> SignOutResult {
        var result = SignOutResult()
        let (ended, failure) = await forget(account)
        guard let grant = ended else {
            if let failure { throw failure }
            return result
        }
        result.device = .forgotten
        let failures = await keeper.deliver()
        result.server = failures[grant.id].map(SignOutResult.Server.later) ?? .told
        if let page { result.browser = await endSession(of: grant, on: page) }
        if let failure { throw failure }
        return result
    }

    /// Ends the session in this process in any case; the failure says why the device may still have it.
    private func forget(_ account: Account?) async -> (ended: StoredGrant?, failure: AuthError?) {
        var failure: AuthError?
        do throws(AuthError) {
            _ = try await keeper.sessions()
        } catch {
            failure = error
        }
        let known = await keeper.known
        let grant = account.map { account in known.grants.first { $0.account.id == account.id } } ?? known.currentGrant
        if failure?.code == .storeCorrupt {
            do throws(AuthError) {
                try await keeper.discard()
                return (grant, nil)
            } catch {
                failure = error
            }
        }
        guard let grant else { return (nil, failure) }
        do throws(AuthError) {
            try await keeper.end([grant.id], because: .requested)
        } catch {
            failure = error
        }
        return (grant, failure)
    }

    /// Shows the server's page that ends its session with the browser (OpenID Connect RP-Initiated Logout §2).
    private func endSession(of grant: StoredGrant, on options: SignOutPage) async -> SignOutResult.Browser {
        do throws(AuthError) {
            let redirectURI = configuration.postLogoutRedirectURI
            let state = Base64URL.encode(configuration.environment.randomBytes(32))
            let page = try await dialect.signOutPage(
                for: SignOutRequest(
                    grant: grant,
                    state: redirectURI == nil ? nil : state,
                    extraParameters: options.extraParameters
                )
            )
            let visit = try await visits.run(
                .signOut,
                redirectURI: redirectURI ?? configuration.redirectURI,
                expectsRedirect: redirectURI != nil,
                prefersEphemeralSession: options.prefersEphemeralSession,
                state: state,
                through: configuration.userAgent,
                page: page
            )
            return if case .redirect = visit.answer { .ended } else { .shown }
        } catch {
            return .failed(error)
        }
    }
}
