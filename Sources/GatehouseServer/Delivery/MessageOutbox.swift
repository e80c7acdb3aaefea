package import Foundation
import GatehouseJOSE
package import GatehouseStore
import GatehouseWire

/// Enqueues emails, SMS, logout requests and audit events in the commit of the operation they belong to.
///
/// ``DeliveryWorker`` sends them.
package final class MessageOutbox: Sendable {
    private let mailFrom: String
    let environment: ServerEnvironment
    private let masterKey: MasterKey
    private let failures: FailureLog
    private let composer: EmailComposer
    private let smsComposer: SMSComposer

    package init(settings: ServerSettings, environment: ServerEnvironment, masterKey: MasterKey, failures: FailureLog) {
        mailFrom = settings.mailFrom
        self.environment = environment
        self.masterKey = masterKey
        self.failures = failures
        composer = EmailComposer(issuer: settings.issuer)
        smsComposer = SMSComposer(issuer: settings.issuer)
    }

    /// Returns the change that enqueues an email, sealed because it contains a code.
    ///
    /// The email states `expiresAt`, the expiration of its code or link, and is not delivered after it.
    package func mail(
        _ kind: EmailKind,
        to address: String,
        language: Language,
        client: Client,
        expiresAt: Date
    ) throws(ServiceFailure) -> Change {
        let content = composer.compose(
            kind,
            in: language,
            clientName: Self.name(of: client),
            minutesValid: minutes(until: expiresAt),
            date: environment.now
        )
        let id: QueuedMessage.ID = environment.newID()
        let message = EmailMessage(
            from: Self.sender(mailFrom, clientName: Self.name(of: client)),
            to: address,
            subject: content.subject,
            text: content.text,
            html: content.html,
            messageID: "\(id)@\(composer.issuerHost)",
            date: environment.now
        )
        return try enqueue(.message, OutgoingMessage.mail(message), as: id, expiresAt: expiresAt)
    }

    /// Returns the change that enqueues an SMS, sealed like an email; the number is in E.164 format.
    package func sms(
        _ kind: SMSKind,
        to number: String,
        language: Language,
        client: Client,
        expiresAt: Date
    ) throws(ServiceFailure) -> Change {
        let text = smsComposer.compose(
            kind,
            in: language,
            clientName: Self.name(of: client) ?? composer.issuerHost,
            minutesValid: minutes(until: expiresAt),
            codeDomain: client.codeDomain
        )
        let id: QueuedMessage.ID = environment.newID()
        let message = SMSMessage(to: number, text: text, id: id.rawValue, date: environment.now)
        return try enqueue(.message, OutgoingMessage.sms(message), as: id, expiresAt: expiresAt)
    }

    /// Returns the change that enqueues a logout request.
    func logout(
        _ message: LogoutMessage,
        isVouchedFor: Bool,
        expiresAt: Date
    ) throws(ServiceFailure) -> Change {
        let kind: QueuedMessage.Kind = isVouchedFor ? .logout : .unverifiedLogout
        return try enqueue(kind, message, as: environment.newID(), expiresAt: expiresAt)
    }

    /// Returns the change that enqueues an audit event.
    func event(_ message: EventMessage, expiresAt: Date) throws(ServiceFailure) -> Change {
        try enqueue(.event, message, as: environment.newID(), expiresAt: expiresAt)
    }

    private func enqueue(
        _ kind: QueuedMessage.Kind,
        _ message: some Encodable,
        as id: QueuedMessage.ID,
        expiresAt: Date
    ) throws(ServiceFailure) -> Change {
        do {
            let sealed = try masterKey.box(.sealedMail).seal(
                try JSONEncoder().encode(Traced(message)),
                for: Data(id.rawValue.utf8)
            )
            return .message(
                .enqueue(
                    QueuedMessage(
                        id: id,
                        kind: kind,
                        sealedMessage: sealed,
                        createdAt: environment.now,
                        nextAttemptAt: environment.now,
                        expiresAt: expiresAt
                    )
                )
            )
        } catch {
            failures.log("could not seal message", error)
            throw .internalError
        }
    }

    /// Returns the name of a client in messages; `nil` for the server's.
    ///
    /// A client that no operator vouches for chooses its name and the recipients: it could send text of its own in the
    /// server's name.
    private static func name(of client: Client) -> String? { client.isVerified ? client.name : nil }

    /// Returns the sender with the name of the setting, or with the client's name if the setting has none.
    static func sender(_ mailFrom: String, clientName: String?) -> String {
        guard let clientName, let sender = NamedAddress(mailFrom), sender.name == nil else { return mailFrom }
        return "\(SingleLineText.flatten(clientName)) <\(sender.address.normalized)>"
    }

    /// Returns whole minutes; rounds, because time has passed since the date was computed.
    private func minutes(until date: Date) -> Int {
        max(1, Int((date.timeIntervalSince(environment.now) / 60).rounded()))
    }
}

extension MessageOutbox {
    /// The content of a message, with the trace of the request that enqueues it as a further member.
    private struct Traced<Content: Encodable>: Encodable {
        let content: Content
        let trace = QueuedTrace(traceparent: TraceContext.current?.text)

        init(_ content: Content) {
            self.content = content
        }

        func encode(to encoder: any Encoder) throws {
            try content.encode(to: encoder)
            try trace.encode(to: encoder)
        }
    }
}

/// The member of a queued message that continues its trace in the request that delivers it.
struct QueuedTrace: Codable {
    let traceparent: String?
}
