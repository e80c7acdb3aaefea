import Foundation
import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The mailbox of development mode: what the server would have mailed, as pages and as JSON.
struct MailboxRoutes: Sendable {
    static let path = "/dev/mail"

    let mailbox: DevelopmentMailbox
    let pages: PageDesk

    var routes: [Route] {
        routesForAnyHost.map { route in
            Route(route.methods, route.path, for: route.audience) { call throws(OAuthError) in
                try checkHost(call)
                return try await route.handle(call)
            }
        }
    }

    /// Only under the server's own name, so that no other site's name can be pointed at this machine to read mail.
    private func checkHost(_ call: HTTPCall) throws(OAuthError) {
        let host = RedirectURI(rawValue: "http://\(call.request.authority ?? "")/")?.host
        guard let host, [pages.host, "localhost", "127.0.0.1", "[::1]"].contains(host) else {
            throw OAuthError(
                .accessDenied,
                "The mailbox is shown under the server's own name alone.",
                status: .forbidden
            )
        }
    }

    private var routesForAnyHost: [Route] {
        [
            Route([.get], "/", for: .person) { _ throws(OAuthError) in .redirect(to: pages.basePath + Self.path) },
            Route([.get], Self.path, for: .person) { call throws(OAuthError) in
                let accept = call.request.headerFields[.accept] ?? ""
                return accept.contains("application/json") ? json() : list(call)
            },
            Route([.get], Self.path + ".json", for: .program) { _ throws(OAuthError) in json() },
            Route([.get], Self.path + "/{id}", for: .person) { call throws(OAuthError) in
                try show(try message(call), call)
            },
            Route([.get], Self.path + "/{id}/html", for: .person) { call throws(OAuthError) in
                html(try message(call))
            },
        ]
    }

    private func list(_ call: HTTPCall) -> HTTPAnswer {
        let items = mailbox.all.map { message in
            MailboxPage.Item(
                address: address(of: message),
                to: message.to,
                subject: message.subject,
                received: Self.shown(message.date)
            )
        }
        return pages.render(
            MailboxPage(mails: items),
            call: call,
            language: pages.language(of: call),
            selfAddress: pages.basePath + Self.path
        )
    }

    private func show(_ message: MailMessage, _ call: HTTPCall) throws(OAuthError) -> HTTPAnswer {
        let page = MailPage(
            from: message.from,
            to: message.to,
            subject: message.subject,
            received: Self.shown(message.date),
            body: message.text,
            htmlAddress: address(of: message) + "/html",
            mailboxAddress: pages.basePath + Self.path
        )
        return pages.render(page, call: call, language: pages.language(of: call), selfAddress: address(of: message))
    }

    /// The HTML part as a mail program shows it: styles of its own, no script, nothing loaded.
    private func html(_ message: MailMessage) -> HTTPAnswer {
        HTTPAnswer(
            fields: [
                .contentType: "text/html; charset=utf-8",
                .cacheControl: "no-store",
                .contentSecurityPolicy:
                    "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
                .xContentTypeOptions: "nosniff",
            ],
            body: Data(message.html.utf8)
        )
    }

    private func json() -> HTTPAnswer {
        let items = mailbox.all.map { message -> JSONValue in
            [
                "id": .string(id(of: message)), "from": .string(message.from), "to": .string(message.to),
                "subject": .string(message.subject), "text": .string(message.text), "html": .string(message.html),
                "date": .string(Self.time(message.date)),
            ]
        }
        return HTTPAnswer(fields: .uncachedJSON, body: WireJSON.encode(JSONValue.array(items)))
    }

    private func message(_ call: HTTPCall) throws(OAuthError) -> MailMessage {
        guard let message = mailbox.all.first(where: { id(of: $0) == call.segments["id"] }) else {
            throw OAuthError(
                .invalidRequest,
                "There is no such mail; the mailbox is emptied when the server stops.",
                status: .notFound
            )
        }
        return message
    }

    private func id(of message: MailMessage) -> String { String(message.messageID.prefix { $0 != "@" }) }

    private func address(of message: MailMessage) -> String { "\(pages.basePath)\(Self.path)/\(id(of: message))" }

    private static func time(_ date: Date) -> String { date.formatted(.iso8601) }

    /// The same for people.
    private static func shown(_ date: Date) -> String { date.formatted(.iso8601.dateTimeSeparator(.space)) }
}
