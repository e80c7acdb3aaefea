package import Foundation
package import GatehouseStore
package import GatehouseWire

/// Lists the apps that may use an account, and withdraws their access.
package struct AuthorizedAppEditor: Sendable {
    let store: any ConsentReader & SessionReader
    let records: RecordLookup
    let committer: AccountCommitter
    let notifier: any AccountNotifying
    let environment: ServerEnvironment

    /// Returns the apps with a consent or a live session, in the order of their names.
    ///
    /// The operator's own apps have no consent; their scopes are those of their sessions.
    package func apps(of account: Account) async throws(AccountError) -> [AuthorizedApp] {
        let now = environment.now
        do {
            let consents = try await store.consents(of: account.id)
            let sessions = try await store.sessions(of: account.id).filter { $0.expiresAt > now }
            let ids = Set(consents.map(\.clientID)).union(sessions.map(\.clientID))
            var apps: [AuthorizedApp] = []
            for id in ids {
                guard let client = try await records.servedClient(id) else { continue }
                let used = sessions.filter { $0.clientID == id }
                apps.append(AuthorizedApp(client, consent: consents.first { $0.clientID == id }, sessions: used))
            }
            return apps.sorted { ($0.client.name, $0.client.id.rawValue) < ($1.client.name, $1.client.id.rawValue) }
        } catch {
            throw AccountError(committer.failures.record(error))
        }
    }

    /// Withdraws the access of an app: its sessions end, its codes and device approvals are deleted, and its next
    /// request needs a new consent.
    ///
    /// - Throws: ``AccountError/itemNotFound`` if the app has neither a consent nor a session.
    package func withdraw(
        _ id: Client.ID,
        from account: Account,
        _ call: AccountRequest
    ) async throws(AccountError) {
        try await committer.retrying { () throws(AccountError) -> Void? in
            guard let app = try await apps(of: account).first(where: { $0.client.id == id }) else {
                throw .itemNotFound
            }
            let now = environment.now
            let reason: SessionEndReason = call.authority == .administrator ? .administrator : .consentWithdrawn
            // A withdrawal conflicts without a consent, so an app that needed none gets one in the same commit.
            let consent = Consent(accountID: account.id, clientID: id, scopes: app.scopes, grantedAt: now)
            let changes: [Change] =
                (app.hasConsent ? [] : [.consent(.put(consent))])
                + [.consent(.withdraw(account.id, id, reason: reason, at: now))]
            let event = committer.audit.event(.consentWithdrawn, call.context, account: account.id, client: id)
            let notice = try AccountError.wrapping(
                try notifier.notify(of: .appWithdrawn, account, detail: app.client.name, call)
            )
            return try await committer.commit(changes + [event], notice: notice) ? () : nil
        }
    }
}

/// An app that may use an account.
package struct AuthorizedApp: Sendable, Equatable {
    package let client: Client
    package let scopes: ScopeSet
    /// The claims beyond the scopes that the user agreed to share.
    package let claims: [ClaimName]
    /// The time of the consent; for an app without one, of its earliest session.
    package let since: Date
    /// The time at which the app last used a session; `nil` without a session.
    package let lastUsedAt: Date?
    /// Whether the user has consented; the operator's own apps need no consent.
    package let hasConsent: Bool

    init(_ client: Client, consent: Consent?, sessions: [Session]) {
        self.client = client
        scopes = sessions.reduce(consent?.scopes ?? []) { $0.union($1.scopes) }
        claims = consent?.claims ?? []
        since = consent?.grantedAt ?? sessions.map(\.createdAt).min() ?? client.createdAt
        lastUsedAt = sessions.map(\.rotatedAt).max()
        hasConsent = consent != nil
    }
}
