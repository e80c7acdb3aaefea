import Foundation
package import GatehouseStore
package import GatehouseWire

/// Exports everything that is stored about the user of an account (GDPR articles 15 and 20).
package struct AccountExporter: Sendable {
    /// The number of audit events per read.
    private static let batchSize = 500

    let issuer: String
    let store: any AccountReader & SessionReader & ConsentReader
    let overview: AccountOverview
    let credentials: CredentialEditor
    let projection: AccountProjection
    let committer: AccountCommitter
    let notifier: any AccountNotifying
    let environment: ServerEnvironment
    /// The maximum age, in seconds, of a sign-in that may export the account.
    let freshSignIn: TimeInterval

    /// Returns everything that is stored about the user, and records the export.
    ///
    /// - Throws: ``AccountError/signInRequired(within:acr:)``.
    package func export(_ account: Account, _ call: AccountRequest) async throws(AccountError) -> AccountExport {
        try call.requireFreshSignIn(to: account, within: freshSignIn, at: environment.now)
        let methods = try await overview.signInMethods(of: account)
        let enrolled = try await credentials.credentials(of: account)
        let activity = try await activity(of: account)
        let event = committer.auditEvent(.accountExported, call, account: account.id)
        let notice = try AccountError.wrapping(try notifier.notify(of: .dataExported, account, call))
        guard try await committer.commit([event], notice: notice) else { throw .overloaded(retryAfter: 1) }
        do {
            return AccountExport(
                issuer: issuer,
                exportedAt: Timestamp(environment.now),
                account: describe(account, for: call.client),
                signInMethods: methods.map { projection.method($0, account.id) },
                credentials: projection.credentials(enrolled, of: account),
                sessions: try await sessions(of: account, call),
                consents: try await store.consents(of: account.id).map(describe),
                appData: try await store.customFields(of: account.id).map {
                    ExportedAppData(clientID: $0.clientID.rawValue, values: $0.values)
                },
                browsers: try await store.knownBrowsers(of: account.id).map {
                    ExportedBrowser(firstSeenAt: Timestamp($0.firstSeenAt), lastSeenAt: Timestamp($0.lastSeenAt))
                },
                activity: activity
            )
        } catch {
            throw AccountError(committer.failures.record(error))
        }
    }

    private func describe(_ account: Account, for client: Client) -> ExportedAccount {
        ExportedAccount(
            subject: projection.subject(of: account, for: client),
            createdAt: Timestamp(account.createdAt),
            updatedAt: Timestamp(account.updatedAt),
            username: account.identifier(.username)?.spelling,
            addresses: projection.addresses(of: account),
            pendingAddresses: account.pending.compactMap { projection.pending($0, code: nil, account) },
            attributes: account.attributes,
            registeredBy: account.registeredBy?.rawValue,
            disabledAt: account.disabledAt.map { Timestamp($0) },
            deletionDueAt: account.deletion.map { Timestamp($0.dueAt) }
        )
    }

    private func describe(_ consent: Consent) -> ExportedConsent {
        ExportedConsent(
            clientID: consent.clientID.rawValue,
            scopes: consent.scopes.scopes,
            declinedScopes: consent.declined.scopes,
            claims: consent.claims,
            grantedAt: Timestamp(consent.grantedAt)
        )
    }

    /// Returns the sessions of browsers and apps that have not ended, newest first.
    private func sessions(of account: Account, _ call: AccountRequest) async throws(StoreError) -> [ExportedSession] {
        let browsers = try await store.browserSessions(of: account.id).map { session in
            ExportedSession(
                session: projection.session(AccountSession(session, of: call), clientName: nil),
                scopes: [],
                authenticationMethods: session.authentication.factors.map(\.method),
                authenticatedAt: Timestamp(session.authentication.authenticatedAt),
                expiresAt: Timestamp(session.expiresAt)
            )
        }
        let apps = try await store.sessions(of: account.id).map { session in
            ExportedSession(
                session: projection.session(AccountSession(session, of: call), clientName: nil),
                scopes: session.scopes.scopes,
                authenticationMethods: session.authentication.factors.map(\.method),
                authenticatedAt: Timestamp(session.authentication.authenticatedAt),
                expiresAt: Timestamp(session.expiresAt)
            )
        }
        return browsers + apps
    }

    private func activity(of account: Account) async throws(AccountError) -> [AccountActivity] {
        var entries: [AccountActivity] = []
        var last: AuditEvent.ID?
        repeat {
            let page = try await overview.activity(of: account, before: last, limit: Self.batchSize)
            entries += page.entries.map(projection.activity)
            last = page.next
        } while last != nil
        return entries
    }
}
