package import GatehouseStore
package import GatehouseWire

/// Tells who is signed in in a browser, and signs them out.
package struct BrowserSessions: Sendable {
    let core: ServerCore

    package init(core: ServerCore) {
        self.core = core
    }

    /// A value for the binding cookie of a browser that has none.
    package func newBinding() -> Secret {
        OpaqueToken(random: core.environment.random).secret
    }

    /// The live sign-in whose cookie carries this secret.
    package func resolve(_ secret: Secret?) async throws(StoreError) -> BrowserSession? {
        guard let secret else { return nil }
        guard let session = try await core.store.browserSession(secretHash: OpaqueToken.hash(of: secret.reveal())),
            session.endedAt == nil, session.expiresAt > core.now
        else { return nil }
        return session
    }

    /// Signs a browser out: its sign-in, and every session that is not meant to outlive it.
    package func end(_ session: BrowserSession, client: Client.ID?, context: RequestContext) async throws(StoreError) {
        try await core.store.commit(
            changes(ending: session.id, of: session.accountID, client: client, context: context)
        )
    }

    /// What signing a browser out consists of, to be committed with what goes along with it.
    func changes(
        ending session: BrowserSession.ID,
        of account: Account.ID,
        client: Client.ID?,
        context: RequestContext
    ) -> [Change] {
        [
            .browserSession(.end(session, at: core.now)),
            .session(.endOnline(browserSession: session, reason: .signedOut, at: core.now)),
            core.audit(.signedOut, context, account: account, client: client),
        ]
    }
}
