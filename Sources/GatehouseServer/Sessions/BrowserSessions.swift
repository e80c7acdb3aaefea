import Foundation
package import GatehouseStore
package import GatehouseWire
import Logging

/// Resolves, starts and ends browser sessions.
package struct BrowserSessions: Sendable {
    let records: RecordLookup
    let audit: AuditLog
    let environment: ServerEnvironment
    let masterKey: MasterKey
    let buckets: AccountBuckets
    let lifetimes: Lifetimes

    /// Returns a new value for the binding cookie.
    package func newBinding() -> Secret {
        OpaqueToken(random: environment.random).secret
    }

    /// Returns the live browser session with a cookie secret.
    package func resolve(_ secret: Secret?) async throws(OAuthError) -> BrowserSession? {
        guard let secret else { return nil }
        guard let session = try await records.browserSession(secretHash: OpaqueToken.hash(of: secret.reveal())),
            isLive(session)
        else { return nil }
        return session
    }

    /// Returns the live browser sessions with cookie secrets, by slot: one read for each cookie.
    ///
    /// Of two sessions of one account, the first is used.
    package func resolve(_ secrets: [Int: Secret]) async throws(OAuthError) -> BrowserSlots {
        var entries: [Int: BrowserSlots.Entry] = [:]
        var stale: Set<Int> = []
        for (slot, secret) in secrets.sorted(by: { $0.key < $1.key }) {
            if let session = try await resolve(secret),
                !entries.values.contains(where: { $0.session.accountID == session.accountID })
            {
                entries[slot] = BrowserSlots.Entry(secret: secret, session: session)
            } else {
                stale.insert(slot)
            }
        }
        return BrowserSlots(entries, stale: stale)
    }

    /// Returns whether a session has neither ended nor expired.
    func isLive(_ session: BrowserSession) -> Bool {
        session.endedAt == nil && session.expiresAt > environment.now
    }

    /// Returns an ID for a browser session of an account; `nil` if there is none for the number.
    ///
    /// It is the same for all sign-ins to the account in this browser within an hour. The second of two concurrent ones
    /// therefore finds the session of the first and renews it, although the browser has no cookie of it yet. An ID
    /// is not used again after its record was deleted, because the hour is over by then.
    func id(of account: Account.ID, in browser: BrowserContext, number: Int) -> BrowserSession.ID? {
        let hour = Int(environment.now.timeIntervalSince1970 / 3_600)
        let text = masterKey.fingerprint(
            .browserSessions,
            browser.bindingHash,
            account.rawValue,
            "\(hour)",
            "\(number)"
        )
        // As for all IDs: a command line would parse a leading hyphen as an option.
        return text.hasPrefix("-") ? nil : BrowserSession.ID(String(text.prefix(22)))
    }

    /// Returns the browser session of a sign-in, which becomes that of the browser's current account.
    ///
    /// A new secret on every sign-in prevents session fixation. A renewed session keeps its ID, and with it other tabs
    /// and client sessions. The sessions of the browser's other accounts continue, except one that finds no free slot.
    func start(_ signIn: NewBrowserSession) -> StartedBrowserSession {
        let now = environment.now
        let token = buckets.newSecret(of: signIn.accountID)
        let lifetime = signIn.endsWithBrowser ? lifetimes.sharedBrowserSession : lifetimes.browserSession
        let session = BrowserSession(
            id: signIn.id,
            secretHash: token.hash,
            accountID: signIn.accountID,
            authentication: signIn.accepted.authentication,
            device: signIn.device,
            endsWithBrowser: signIn.endsWithBrowser,
            createdAt: now,
            expiresAt: now.addingTimeInterval(lifetime)
        )
        let write =
            signIn.isRenewal
            // Another tab may have ended the session since.
            ? ConditionalWrite(.browserSession(.renew(session)), onConflict: .stale)
            : ConditionalWrite(.browserSession(.insert(session)))
        let (change, dropped) = signIn.browser.slots.inserting(
            BrowserSlots.Entry(secret: token.secret, session: session)
        )
        return StartedBrowserSession(
            id: session.id,
            change: change,
            writes: [write] + (dropped.map { ending($0, at: now) } ?? [])
        )
    }

    private func ending(_ session: BrowserSession, at now: Date) -> [ConditionalWrite] {
        [
            ConditionalWrite(.browserSession(.end(session.id, at: now))),
            ConditionalWrite(.session(.endBrowserBound(browserSession: session.id, reason: .signedOut, at: now))),
        ]
    }

    /// Returns the writes that record a use of the session, at most once in ``BrowserSession/useInterval``.
    ///
    /// They never conflict, and add no flush to a commit.
    func writesRecordingUse(of session: BrowserSession, _ context: RequestMetadata) -> [ConditionalWrite] {
        let now = environment.now
        guard now.timeIntervalSince(session.lastUsedAt) >= BrowserSession.useInterval else { return [] }
        return [ConditionalWrite(.browserSession(.touch(session.id, context.device, at: now)))]
    }

    /// Records a use of the session on a page that commits nothing else.
    ///
    /// A failure is only logged: the page does not depend on it.
    package func recordUse(of session: BrowserSession, context: RequestMetadata) async {
        let writes = writesRecordingUse(of: session, context)
        guard !writes.isEmpty else { return }
        do throws(OAuthError) {
            try await records.commit(writes.map(\.change))
        } catch {
            environment.logger.warning(
                "use of browser session not recorded",
                metadata: ["error": "\(error.code.rawValue)", "request": "\(context.requestID)"]
            )
        }
    }

    /// Ends a browser session and the client sessions that are bound to it.
    package func end(_ session: BrowserSession, client: Client.ID?, context: RequestMetadata) async throws(OAuthError) {
        try await end([session], client: client, context: context)
    }

    /// Ends browser sessions and the client sessions that are bound to them, in one commit.
    package func end(
        _ sessions: [BrowserSession],
        client: Client.ID?,
        context: RequestMetadata
    ) async throws(OAuthError) {
        guard !sessions.isEmpty else { return }
        try await records.commit(
            sessions.flatMap { changes(ending: $0.id, of: $0.accountID, client: client, context: context) }
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
            .browserSession(.end(session, at: environment.now)),
            .session(.endBrowserBound(browserSession: session, reason: .signedOut, at: environment.now)),
            audit.event(.signedOut, context, account: account, client: client),
        ]
    }
}

/// A sign-in in a browser, for which a browser session starts.
struct NewBrowserSession: Sendable {
    let id: BrowserSession.ID
    /// Whether the session exists and is renewed.
    let isRenewal: Bool
    let accountID: Account.ID
    let accepted: AcceptedAuthentication
    let browser: BrowserContext
    let device: DeviceDescription
    /// Whether the user does not own the computer.
    let endsWithBrowser: Bool
}

/// A browser session to insert or renew.
struct StartedBrowserSession: Sendable {
    let id: BrowserSession.ID
    /// The cookies of the browser after the sign-in.
    var change: BrowserChange
    /// The writes that insert or renew the session, and end a dropped one.
    var writes: [ConditionalWrite]
}
