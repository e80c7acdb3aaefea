import Foundation
import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The development mailbox: the emails and text messages that would have been sent, as pages and as JSON.
struct MailboxRoutes: Sendable {
    static let path = "/dev/mail"

    let mailbox: DevelopmentMailbox
    let pages: PageResponder

    var routes: [Route] {
        routesForAnyHost.map { route in
            Route(route.methods, route.path, for: route.kind) { call throws(OAuthError) in
                try checkHost(call)
                return try await route.handle(call)
            }
        }
    }

    /// Requires the server's own host name, which protects the mailbox from DNS rebinding.
    private func checkHost(_ call: ServerRequest) throws(OAuthError) {
        let host = RedirectURI(rawValue: "http://\(call.request.authority ?? "")/")?.host
        guard let host, [pages.host, "localhost", "127.0.0.1", "[::1]"].contains(host) else {
            throw OAuthError(
                .invalidRequest,
                "The mailbox requires the server's own host name.",
                status: .forbidden
            )
        }
    }

    private var routesForAnyHost: [Route] {
        [
            Route([.get], "/", for: .page) { _ throws(OAuthError) in .redirect(to: pages.basePath + Self.path) },
            Route([.get], Self.path, for: .page) { call throws(OAuthError) in
                let accept = call.request.headerFields[.accept] ?? ""
                return accept.contains("application/json") ? json() : list(call)
            },
            Route([.get], Self.path + ".json", for: .api) { _ throws(OAuthError) in json() },
            Route([.get], Self.path + "/{id}", for: .page) { call throws(OAuthError) in
                show(try message(call), call)
            },
            Route([.get], Self.path + "/{id}/html", for: .page) { call throws(OAuthError) in
                guard case .mail(let mail) = try message(call) else { throw Self.notFound }
                return html(mail)
            },
        ]
    }

    private func list(_ call: ServerRequest) -> ServerResponse {
        let items = mailbox.all.map { message in
            MailboxPage.Item(
                address: address(of: message),
                to: message.to,
                subject: message.summary,
                received: Self.displayText(message.date)
            )
        }
        return pages.render(
            MailboxPage(mails: items),
            call: call,
            language: pages.language(of: call),
            selfAddress: pages.basePath + Self.path
        )
    }

    private func show(_ message: OutgoingMessage, _ call: ServerRequest) -> ServerResponse {
        var page = MailPage(
            to: message.to,
            received: Self.displayText(message.date),
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

    /// Returns the HTML part like a mail program: with its own styles, without scripts and external resources.
    private func html(_ message: EmailMessage) -> ServerResponse {
        ServerResponse(
            fields: [
                .contentType: "text/html; charset=utf-8",
                .cacheControl: "no-store",
                .contentSecurityPolicy:
                    "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
            ],
            body: Data(message.html.utf8)
        )
    }

    private func json() -> ServerResponse {
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
        return ServerResponse(fields: .uncachedJSON, body: JSONCoding.encode(JSONValue.array(items)))
    }

    private func message(_ call: ServerRequest) throws(OAuthError) -> OutgoingMessage {
        guard let message = mailbox.all.first(where: { id(of: $0) == call.segments["id"] }) else {
            throw Self.notFound
        }
        return message
    }

    private static var notFound: OAuthError {
        OAuthError(
            .invalidRequest,
            "Message not found.",
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

    /// Returns the time in a readable format.
    private static func displayText(_ date: Date) -> String { date.formatted(.iso8601.dateTimeSeparator(.space)) }
}
