import Foundation
import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The mailbox of development mode: what the server would have mailed and texted, as pages and as JSON.
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
                .invalidRequest,
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
                show(try message(call), call)
            },
            Route([.get], Self.path + "/{id}/html", for: .person) { call throws(OAuthError) in
                guard case .mail(let mail) = try message(call) else { throw Self.unknown }
                return html(mail)
            },
        ]
    }

    private func list(_ call: HTTPCall) -> HTTPAnswer {
        let items = mailbox.all.map { message in
            MailboxPage.Item(
                address: address(of: message),
                to: message.to,
                subject: message.summary,
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

    private func show(_ message: OutgoingMessage, _ call: HTTPCall) -> HTTPAnswer {
        var page = MailPage(
            to: message.to,
            received: Self.shown(message.date),
            body: "",
            mailboxAddress: pages.basePath + Self.path
        )
        switch message {
        case .mail(let mail):
            page.from = mail.from
            page.subject = mail.subject
            page.body = mail.text
            page.htmlAddress = address(of: message) + "/html"
        case .sms(let sms): page.body = sms.text
        }
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
            ],
            body: Data(message.html.utf8)
        )
    }

    private func json() -> HTTPAnswer {
        let items = mailbox.all.map { message -> JSONValue in
            switch message {
            case .mail(let mail):
                [
                    "id": .string(id(of: message)), "from": .string(mail.from), "to": .string(mail.to),
                    "subject": .string(mail.subject), "text": .string(mail.text), "html": .string(mail.html),
                    "date": .string(Self.time(mail.date)),
                ]
            case .sms(let sms):
                [
                    "id": .string(sms.id), "to": .string(sms.to), "text": .string(sms.text),
                    "date": .string(Self.time(sms.date)),
                ]
            }
        }
        return HTTPAnswer(fields: .uncachedJSON, body: WireJSON.encode(JSONValue.array(items)))
    }

    private func message(_ call: HTTPCall) throws(OAuthError) -> OutgoingMessage {
        guard let message = mailbox.all.first(where: { id(of: $0) == call.segments["id"] }) else {
            throw Self.unknown
        }
        return message
    }

    private static var unknown: OAuthError {
        OAuthError(
            .invalidRequest,
            "There is no such mail; the mailbox is emptied when the server stops.",
            status: .notFound
        )
    }

    private func id(of message: OutgoingMessage) -> String {
        switch message {
        case .mail(let mail): String(mail.messageID.prefix { $0 != "@" })
        case .sms(let sms): sms.id
        }
    }

    private func address(of message: OutgoingMessage) -> String { "\(pages.basePath)\(Self.path)/\(id(of: message))" }

    private static func time(_ date: Date) -> String { date.formatted(.iso8601) }

    /// The same for people.
    private static func shown(_ date: Date) -> String { date.formatted(.iso8601.dateTimeSeparator(.space)) }
}
