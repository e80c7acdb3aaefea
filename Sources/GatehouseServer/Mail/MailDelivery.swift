import Foundation
import GatehouseJOSE
package import GatehouseStore
import Logging

/// Sends the mail and the SMS in the queue, for as long as the server runs.
///
/// A message that fails for the moment is tried again, later each time, until its code has expired; one that fails for good is dropped and
/// noted in the audit log. Nothing here is waited for by a request.
package struct MailDelivery: Sendable {
    /// How long a message belongs to the worker that took it.
    static let lease: TimeInterval = 120
    let core: ServerCore
    let transport: any MailTransport
    /// `nil` where nobody sends SMS.
    let sms: (any SMSTransport)?
    /// How many are sent at the same time.
    let width: Int
    /// Waits; ends early, by throwing, when the server stops.
    let wait: @Sendable (Duration) async throws -> Void

    package init(
        core: ServerCore,
        transport: any MailTransport,
        sms: (any SMSTransport)? = nil,
        width: Int = 8,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.core = core
        self.transport = transport
        self.sms = sms
        self.width = width
        self.wait = wait
    }

    /// Sends messages until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            let sent: Int
            do { sent = try await deliverDue() } catch {
                core.log("The queue of mail cannot be read.", error)
                sent = 0
            }
            if sent == 0 {
                do { try await wait(.milliseconds(200)) } catch { return }
            }
        }
    }

    /// Sends what is due now.
    ///
    /// - Returns: how many messages were tried.
    package func deliverDue() async throws(StoreError) -> Int {
        let now = core.now
        let mails = try await core.store.takeDueMail(
            at: now,
            until: now.addingTimeInterval(Self.lease),
            limit: width
        )
        await withTaskGroup { group in
            for mail in mails { group.addTask { await deliver(mail) } }
        }
        return mails.count
    }

    private func deliver(_ mail: QueuedMail) async {
        let changes: [Change]
        do throws(DeliveryError) {
            guard mail.expiresAt > core.now else { throw DeliveryError.permanent("expired before it could be sent") }
            try await send(try open(mail))
            changes = [.mail(.remove(mail.id))]
        } catch {
            changes = settle(mail, after: error)
        }
        // Unsettled, it comes up again after the lease: better twice than never.
        do { try await core.store.commit(changes) } catch {
            core.log("What became of a message could not be noted.", error, ["mail": "\(mail.id)"])
        }
    }

    private func send(_ message: OutgoingMessage) async throws(DeliveryError) {
        switch message {
        case .mail(let mail): try await transport.send(mail)
        case .sms(let message):
            guard let sms else { throw .permanent("no SMS gateway is configured") }
            try await sms.send(message)
        }
    }

    /// What becomes of a message that was not taken.
    private func settle(_ mail: QueuedMail, after error: DeliveryError) -> [Change] {
        let logger = core.environment.logger
        switch error {
        case .transient(let reason):
            let pause = min(600, 5 * pow(2, Double(min(mail.attempts, 10))))
            logger.warning(
                "A message was not taken and will be tried again",
                metadata: ["mail": "\(mail.id)", "reason": "\(reason)", "seconds": "\(Int(pause))"]
            )
            return [.mail(.postpone(mail.id, attempts: mail.attempts + 1, until: core.now.addingTimeInterval(pause)))]
        case .permanent(let reason):
            logger.error("A message was given up", metadata: ["mail": "\(mail.id)", "reason": "\(reason)"])
            let context = RequestContext(address: nil, requestID: mail.id.rawValue)
            return [.mail(.remove(mail.id)), core.audit(.mailFailed, context, detail: reason)]
        }
    }

    private func open(_ mail: QueuedMail) throws(DeliveryError) -> OutgoingMessage {
        do {
            let data = try core.masterKey.box(.sealedMail).open(mail.sealedMessage, for: Data(mail.id.rawValue.utf8))
            return try JSONDecoder().decode(OutgoingMessage.self, from: data)
        } catch {
            throw .permanent("it cannot be opened with this key file")
        }
    }
}
