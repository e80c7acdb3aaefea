import GatehouseServer
import GatehouseStore
import GatehouseWire

/// `/account/sessions` and `/account/apps`: the browsers and apps that use the account.
struct AccountAccessRoutes: Sendable {
    let server: IdentityServer
    let responder: AccountPageResponder

    var routes: [Route] {
        [
            responder.route(AccountSection.sessions.path, in: .sessions) { visit, errors throws(AccountError) in
                try await showSessions(visit, errors)
            } submit: { visit, form throws(AccountError) in
                responder.redirect(to: visit.path, showing: try await endSessions(form, of: visit), for: visit)
            },
            responder.route(AccountSection.apps.path, in: .apps) { visit, errors throws(AccountError) in
                try await showApps(visit, errors)
            } submit: { visit, form throws(AccountError) in
                try await server.accounts.apps.withdraw(
                    Client.ID(form.page(.item) ?? ""),
                    from: visit.account,
                    visit.call
                )
                return responder.redirect(to: visit.path, showing: .accessWithdrawn, for: visit)
            },
        ]
    }

    private func showSessions(
        _ visit: AccountVisit,
        _ errors: FormErrors
    ) async throws(AccountError) -> ServerResponse {
        let sessions = try await server.accounts.sessions.sessions(of: visit.account, visit.call)
        let names = try await names(of: Set(sessions.compactMap(\.clientID)))
        let rows = sessions.map { session in
            AccountSessionsPage.Session(
                id: session.id.text,
                app: session.clientID.map { names[$0] ?? $0.rawValue },
                userAgent: session.device.userAgent,
                address: session.device.address,
                createdAt: session.createdAt,
                lastUsedAt: session.lastUsedAt,
                isCurrent: session.isCurrent
            )
        }
        let page = AccountSessionsPage(
            form: visit.form,
            frame: visit.frame,
            sessions: rows.filter(\.isCurrent) + rows.filter { !$0.isCurrent },
            alert: errors.alert,
            notice: visit.state.notice
        )
        return responder.render(page, for: visit, errors)
    }

    private func endSessions(_ form: Parameters, of visit: AccountVisit) async throws(AccountError) -> PageMessage {
        let sessions = server.accounts.sessions
        guard form.page(.action) != PageAction.endOthers.rawValue else {
            try await sessions.endOthers(of: visit.account, visit.call)
            return .otherSessionsEnded
        }
        guard let id = AccountSession.ID(form.page(.item) ?? "") else { throw .itemNotFound }
        try await sessions.end(id, of: visit.account, visit.call)
        return .sessionEnded
    }

    private func names(of ids: Set<Client.ID>) async throws(AccountError) -> [Client.ID: String] {
        var names: [Client.ID: String] = [:]
        for id in ids {
            do throws(OAuthError) { names[id] = try await server.records.client(id)?.name } catch {
                throw .overloaded(retryAfter: 5)
            }
        }
        return names
    }

    private func showApps(_ visit: AccountVisit, _ errors: FormErrors) async throws(AccountError) -> ServerResponse {
        let apps = try await server.accounts.apps.apps(of: visit.account)
        let catalog: ResourceCatalog
        do throws(OAuthError) { catalog = try await server.resources.catalog() } catch {
            throw .overloaded(retryAfter: 5)
        }
        let texts = ScopeTexts(server.settings, catalog, in: visit.language)
        let page = AccountAppsPage(
            form: visit.form,
            frame: visit.frame,
            apps: apps.map { app in
                .init(
                    id: app.client.id.rawValue,
                    name: app.client.name,
                    items: ConsentItem.items(of: app, texts: texts),
                    since: app.since,
                    lastUsedAt: app.lastUsedAt,
                    hasConsent: app.hasConsent
                )
            },
            alert: errors.alert,
            notice: visit.state.notice
        )
        return responder.render(page, for: visit, errors)
    }
}

extension ConsentItem {
    /// Returns the items of an app that may use the account.
    fileprivate static func items(of app: AuthorizedApp, texts: ScopeTexts) -> [ConsentItem] {
        let items = app.scopes.map { scope in
            ConsentItem(
                name: scope.rawValue,
                description: texts.text(for: scope),
                api: texts.resourceName(of: scope)
            )
        }
        let claims = app.claims.map { name in
            Claim(name: name.rawValue, label: app.client.attributes.first { $0.name == name.rawValue }?.label)
        }
        return claims.isEmpty ? items : items + [ConsentItem(claims: claims)]
    }
}
