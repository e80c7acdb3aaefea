import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// `/account/activity`, `/account/data` and `/account/delete`.
struct AccountDataRoutes: Sendable {
    let server: IdentityServer
    let responder: AccountPageResponder

    private static let eventsPerPage = 25
    private static let fileName = "account-data.json"
    private static let requestedPath = AccountDeletionPage.path + "/requested"
    private static let donePath = AccountDeletionPage.path + "/done"

    var routes: [Route] {
        [
            responder.route(AccountSection.activity.path, in: .activity) { visit, _ throws(AccountError) in
                try await showActivity(visit)
            },
            responder.route(AccountSection.data.path, in: .data) { visit, errors throws(AccountError) in
                let page = AccountDataPage(
                    form: visit.form,
                    frame: visit.frame,
                    alert: errors.alert,
                    notice: visit.state.notice
                )
                return responder.render(page, for: visit, errors)
            } submit: { visit, _ throws(AccountError) in
                try await download(visit)
            },
            responder.route(AccountDeletionPage.path, in: .data, requiresFreshSignIn: true) {
                visit,
                errors throws(AccountError) in
                showDeletion(visit, errors)
            } submit: { visit, form throws(AccountError) in
                try await delete(form, visit)
            },
            resultRoute(Self.requestedPath, days: Self.days(server.settings.lifetimes.accountDeletion)),
            resultRoute(Self.donePath, days: nil),
        ]
    }

    private func showActivity(_ visit: AccountVisit) async throws(AccountError) -> ServerResponse {
        let after = ((try? visit.browserRequest.call.query()) ?? Parameters()).page(.after)
        let (entries, next) = try await server.accounts.overview.activity(
            of: visit.account,
            before: after.map { AuditEvent.ID($0) },
            limit: Self.eventsPerPage
        )
        let address = responder.pages.basePath + visit.path
        let page = AccountActivityPage(
            form: visit.form,
            frame: visit.frame,
            events: entries.map {
                .init(kind: $0.event.kind, date: $0.event.at, app: $0.clientName, address: $0.event.address)
            },
            newestAddress: after == nil ? nil : address,
            olderAddress: next.map {
                address + "?" + Parameters([.init(name: PageInput.after.rawValue, value: $0.rawValue)]).formEncoded
            }
        )
        return responder.render(page, for: visit)
    }

    /// Returns the grace period of a deletion in days, rounded up.
    private static func days(_ seconds: TimeInterval) -> Int { Int((seconds / 86_400).rounded(.up)) }

    private func showDeletion(_ visit: AccountVisit, _ errors: FormErrors) -> ServerResponse {
        let page = AccountDeletionPage(
            form: visit.form,
            frame: visit.frame,
            days: Self.days(server.accounts.status.gracePeriod(of: visit.account)),
            error: errors.field,
            alert: errors.alert
        )
        return responder.render(page, for: visit, errors)
    }

    private func delete(_ form: Parameters, _ visit: AccountVisit) async throws(AccountError) -> ServerResponse {
        guard form.page(.confirmation) == "true" else {
            var errors = FormErrors()
            errors.field = .confirmationMissing
            errors.status = .unprocessableContent
            return showDeletion(visit, errors)
        }
        let dueAt = try await server.accounts.status.requestDeletion(of: visit.account, visit.call)
        let path = dueAt == nil ? Self.donePath : Self.requestedPath
        let change = visit.browserRequest.browser.slots.removing([visit.session])
        return .redirect(to: responder.pages.basePath + path)
            .with(cookies: responder.pages.cookies(of: change))
    }

    /// Returns the route of the page after a deletion, which needs no session and can be reloaded.
    private func resultRoute(_ path: String, days: Int?) -> Route {
        Route([.get], path, for: .page) { call throws(OAuthError) in
            responder.pages.render(
                AccountDeletedPage(days: days),
                call: call,
                language: responder.pages.language(of: call),
                selfAddress: responder.pages.basePath + path
            )
        }
    }

    /// Returns the data as a file.
    private func download(_ visit: AccountVisit) async throws(AccountError) -> ServerResponse {
        let export = try await server.accounts.exporter.export(visit.account, visit.call)
        return ServerResponse(
            fields: [
                .contentType: "application/json", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(Self.fileName)\"",
            ],
            body: JSONCoding.encode(export)
        )
    }
}
