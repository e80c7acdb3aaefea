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
    let changes: [ConditionalWrite]
}

extension Transition {
    /// Adds the start of a browser session, if any, to the transition's commit.
    mutating func add(_ session: StartedBrowserSession?, _ more: [ConditionalWrite]) {
        browserSessionSecret = session?.secret
        changes = (session?.changes ?? []) + changes + more
    }
}
