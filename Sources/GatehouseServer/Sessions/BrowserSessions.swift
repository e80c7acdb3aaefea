import Foundation
package import GatehouseStore
package import GatehouseWire

/// Resolves and ends browser sessions.
package struct BrowserSessions: Sendable {
    let core: ServerCore

    package init(core: ServerCore) {
        self.core = core
    }

    /// Returns a new value for the binding cookie.
    package func newBinding() -> Secret {
        OpaqueToken(random: core.environment.random).secret
    }

    /// Returns the live browser session with a cookie secret.
    package func resolve(_ secret: Secret?) async throws(StoreError) -> BrowserSession? {
        guard let secret else { return nil }
        guard let session = try await core.store.browserSession(secretHash: OpaqueToken.hash(of: secret.reveal())),
            session.endedAt == nil, session.expiresAt > core.now
        else { return nil }
        return session
    }

    /// Returns a new browser session of a sign-in.
    ///
    /// A new secret on every sign-in prevents session fixation. The same user keeps the session, and with it other tabs
    /// and client sessions; another user's session ends.
    func start(
        for account: Account.ID,
        _ accepted: AcceptedAuthentication,
        replacing old: BrowserSession?,
        at now: Date
    ) -> StartedBrowserSession {
        let token = OpaqueToken(random: core.environment.random)
        let kept = old.flatMap { $0.accountID == account ? $0 : nil }
        let session = BrowserSession(
            id: kept?.id ?? core.newID(),
            secretHash: token.hash,
            accountID: account,
            authentication: accepted.authentication,
            createdAt: now,
            expiresAt: now.addingTimeInterval(core.settings.lifetimes.browserSession)
        )
        let changes: [ConditionalWrite] =
            if kept != nil {
                // Another tab may have ended the session since.
                [ConditionalWrite(.browserSession(.renew(session)), onConflict: .stale)]
            } else {
                [ConditionalWrite(.browserSession(.insert(session)))] + ending(old, at: now)
            }
        return StartedBrowserSession(id: session.id, secret: token.secret, changes: changes)
    }

    private func ending(_ old: BrowserSession?, at now: Date) -> [ConditionalWrite] {
        guard let old else { return [] }
        return [
            ConditionalWrite(.browserSession(.end(old.id, at: now))),
            ConditionalWrite(.session(.endBrowserBound(browserSession: old.id, reason: .signedOut, at: now))),
        ]
    }

    /// Ends a browser session and the client sessions that are bound to it.
    package func end(_ session: BrowserSession, client: Client.ID?, context: RequestMetadata) async throws(StoreError) {
        try await core.store.commit(
            changes(ending: session.id, of: session.accountID, client: client, context: context)
        )
    }

    /// Returns the changes that end a browser session and its client sessions.
    func changes(
        ending session: BrowserSession.ID,
        of account: Account.ID,
        client: Client.ID?,
        context: RequestMetadata
    ) -> [Change] {
        [
            .browserSession(.end(session, at: core.now)),
            .session(.endBrowserBound(browserSession: session, reason: .signedOut, at: core.now)),
            core.audit(.signedOut, context, account: account, client: client),
        ]
    }
}

/// The browser that sent a request, identified by its cookies.
package struct BrowserContext: Sendable {
    /// A random value in a session cookie that binds flows to the browser in which they started.
    package let binding: Secret
    /// The live browser session, if any.
    package let session: BrowserSession?

    package init(binding: Secret, session: BrowserSession?) {
        self.binding = binding
        self.session = session
    }

    package var bindingHash: String { OpaqueToken.hash(of: binding.reveal()) }
}

/// A browser session to insert, with the secret for its cookie.
struct StartedBrowserSession: Sendable {
    let id: BrowserSession.ID
    let secret: Secret
    /// The changes that insert or renew the session, and end the replaced one.
    let changes: [ConditionalWrite]
}
