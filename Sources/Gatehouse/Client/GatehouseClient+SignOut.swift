import Foundation
import GatehouseWire

extension GatehouseClient {
    /// Signs a person out, on this device first and in any case, then at the server.
    ///
    /// When the server cannot be reached, it hears of the sign-out later: the next time this client is made, or reaches
    /// the server for something else.
    ///
    /// - Parameters:
    ///   - account: Whom to sign out; by default the current account.
    ///   - endBrowserSession: Whether to end the session that the browser has with the server too, which shows a page.
    /// - Returns: What happened in each place.
    /// - Throws: ``AuthError`` with a `store…` code when the device could not forget the session; until this process
    ///   ends it acts as signed out and tries again.
    @discardableResult
    public func signOut(
        _ account: Account? = nil,
        endBrowserSession: Bool = false
    ) async throws(AuthError) -> SignOutResult {
        var result = SignOutResult()
        guard let grant = try await forget(account) else { return result }
        result.device = .forgotten
        let failures = await keeper.deliver()
        result.server = failures[grant.id].map(SignOutResult.Server.later) ?? .told
        if endBrowserSession { result.browser = await endSession(of: grant) }
        return result
    }

    private func forget(_ account: Account?) async throws(AuthError) -> StoredGrant? {
        let stored: StoredSessions
        do throws(AuthError) {
            stored = try await keeper.sessions()
        } catch {
            guard error.code == .storeCorrupt else { throw error }
            try await keeper.clear()
            return nil
        }
        let grant =
            account.map { account in stored.grants.first { $0.account.id == account.id } } ?? stored.currentGrant
        if let grant { try await keeper.end([grant.id], because: .requested) }
        return grant
    }

    /// Shows the server's page that ends its session with the browser (OpenID Connect RP-Initiated Logout §2).
    private func endSession(of grant: StoredGrant) async -> SignOutResult.Browser {
        do throws(AuthError) {
            let endpoint = try await service.directory.current().required(
                \.endSessionEndpoint,
                "ending the browser’s session"
            )
            let redirectURI = configuration.postLogoutRedirectURI
            let state = Base64URL.encode(configuration.environment.randomBytes(32))
            let request = EndSessionRequest(
                idTokenHint: grant.idToken?.reveal(),
                clientID: configuration.clientID,
                state: redirectURI == nil ? nil : state
            )
            let visit = try await visits.run(
                .signOut,
                redirectURI: redirectURI ?? configuration.redirectURI,
                expectsRedirect: redirectURI != nil,
                state: state,
                through: configuration.userAgent
            ) { chosen in
                var request = request
                request.postLogoutRedirectURI = chosen.flatMap { RedirectURI(rawValue: $0.absoluteString) }
                return endpoint.appending(query: request.parameters.formEncoded)
            }
            return if case .redirect = visit.answer { .ended } else { .shown }
        } catch {
            return .failed(error)
        }
    }
}
