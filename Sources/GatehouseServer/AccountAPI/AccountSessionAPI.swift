import Foundation
import GatehouseStore
package import GatehouseWire

/// The operations of the account API on sessions, apps and activity.
package struct AccountSessionAPI: Sendable {
    let accounts: AccountOperations
    let records: RecordLookup
    let resources: ResourceDirectory
    let settings: ServerSettings
    let projection: AccountProjection

    /// Returns a page of the sessions, newest first.
    package func sessions(
        _ page: PageRequest,
        _ caller: AccountAPICaller
    ) async throws(ProblemDetails) -> Page<SessionDetails> {
        let sessions: [AccountSession]
        do { sessions = try await accounts.sessions.sessions(of: caller.account, caller.request) } catch {
            throw ProblemDetails(error, for: caller)
        }
        var names: [Client.ID: String] = [:]
        for id in Set(sessions.compactMap(\.clientID)) {
            do { names[id] = try await records.cachedClient(id)?.name } catch { throw ProblemDetails(error) }
        }
        let described = sessions.map { projection.session($0, clientName: $0.clientID.flatMap { names[$0] }) }
        return try Page(of: described, page, isDescending: true) { ($0.createdAt.text, $0.id) }
    }

    /// Ends a session.
    package func endSession(_ id: String, _ caller: AccountAPICaller) async throws(ProblemDetails) {
        guard let id = AccountSession.ID(id) else { throw ProblemDetails(.notFound) }
        do { try await accounts.sessions.end(id, of: caller.account, caller.request) } catch {
            throw ProblemDetails(error, for: caller)
        }
    }

    /// Ends all sessions but those of the request.
    package func endOtherSessions(_ caller: AccountAPICaller) async throws(ProblemDetails) {
        do { try await accounts.sessions.endOthers(of: caller.account, caller.request) } catch {
            throw ProblemDetails(error, for: caller)
        }
    }

    /// Returns a page of the apps, in the order of their names.
    package func apps(
        _ page: PageRequest,
        _ caller: AccountAPICaller
    ) async throws(ProblemDetails) -> Page<AccountApp> {
        let apps: [AuthorizedApp]
        do { apps = try await accounts.apps.apps(of: caller.account) } catch {
            throw ProblemDetails(error, for: caller)
        }
        let catalog: ResourceCatalog
        do { catalog = try await resources.catalog() } catch { throw ProblemDetails(error) }
        let texts = ScopeTexts(settings, catalog, in: caller.request.language)
        return try Page(of: apps.map { projection.app($0, texts: texts) }, page) { ($0.name, $0.clientID) }
    }

    /// Withdraws the access of an app.
    package func withdraw(_ id: String, _ caller: AccountAPICaller) async throws(ProblemDetails) {
        do { try await accounts.apps.withdraw(Client.ID(id), from: caller.account, caller.request) } catch {
            throw ProblemDetails(error, for: caller)
        }
    }

    /// Returns a page of the events, newest first.
    package func activity(
        _ page: PageRequest,
        _ caller: AccountAPICaller
    ) async throws(ProblemDetails) -> Page<AccountActivity> {
        let cursor = try page.cursor.map { text throws(ProblemDetails) in try PageCursor(text, count: 1).key[0] }
        do {
            let (entries, next) = try await accounts.overview.activity(
                of: caller.account,
                before: cursor.map { AuditEvent.ID($0) },
                limit: page.limit
            )
            return Page(
                items: entries.map(projection.activity),
                nextCursor: next.map { PageCursor([$0.rawValue]).text }
            )
        } catch {
            throw ProblemDetails(error, for: caller)
        }
    }
}
