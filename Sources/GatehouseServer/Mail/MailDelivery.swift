import Foundation
import GatehouseJOSE
package import GatehouseStore
import Logging

/// Sends the mail and the SMS in the queue, for as long as the server runs.
///
/// A message that fails for the moment is tried again, later each time, until its code has expired; one that fails for good is dropped and
/// noted in the audit log. Nothing here is waited for by a request.
package struct MailDelivery: Sendable {
    /// How long a message belongs to the worker that took it, at least.
    private static let shortestLease: TimeInterval = 120
    let core: ServerCore
    let transport: any MailTransport
    /// `nil` where nobody sends SMS.
    let sms: (any SMSTransport)?
    /// How many are taken at the same time.
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
        let patience = transport.patience / .seconds(1)
        let end = now.addingTimeInterval(max(Self.shortestLease, 2 * patience))
        let taken = try await core.store.takeDueMail(at: now, until: end, limit: width)
        await withTaskGroup { group in
            var mails: [(QueuedMail, MailMessage)] = []
            for queued in taken {
                switch open(queued) {
                case .success(.mail(let mail)): mails.append((queued, mail))
                case .success(.sms(let message)):
                    group.addTask {
                        let outcome = await outcome(of: queued) { () throws(DeliveryError) in try await send(message) }
                        await settle(queued, outcome, until: end)
                    }
                case .failure(let error): group.addTask { await settle(queued, .failure(error), until: end) }
                }
            }
            // A mail server takes one after the other. Once another node may have taken the rest of them, they are left to it.
            for (queued, mail) in mails where core.now.addingTimeInterval(patience) <= end {
                let outcome = await outcome(of: queued) { () throws(DeliveryError) in
                    try await transport.send(mail)
                }
                group.addTask { await settle(queued, outcome, until: end) }
            }
        }
        return taken.count
    }

    /// What comes of sending a message, unless its code has expired.
    private func outcome(
        of message: QueuedMail,
        _ send: () async throws(DeliveryError) -> Void
    ) async -> Result<Void, DeliveryError> {
        guard message.expiresAt > core.now else { return .failure(.permanent("expired before it could be sent")) }
        do throws(DeliveryError) {
            return .success(try await send())
        } catch {
            return .failure(error)
        }
    }

    /// Notes what became of a message, as long as it is nobody else's.
    private func settle(_ message: QueuedMail, _ outcome: Result<Void, DeliveryError>, until end: Date) async {
        let changes: [Change] =
            switch outcome {
            case .success: [.mail(.remove(message.id))]
            case .failure(let error): self.changes(of: message, after: error)
            }
        while true {
            do throws(StoreError) {
                _ = try await core.store.commit(changes)
                return
            } catch {
                if case .unavailable = error, core.now.addingTimeInterval(1) < end,
                    (try? await wait(.seconds(1))) != nil
                {
                    continue
                }
                // Unsettled, it comes up again after the lease: better twice than never.
                core.log("What became of a message could not be noted.", error, ["mail": "\(message.id)"])
                return
            }
        }
    }

    private func send(_ message: SMSMessage) async throws(DeliveryError) {
        guard let sms else { throw .permanent("no SMS gateway is configured") }
        try await sms.send(message)
    }

    /// What becomes of a message that was not taken.
    private func changes(of mail: QueuedMail, after error: DeliveryError) -> [Change] {
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

    private func open(_ mail: QueuedMail) -> Result<OutgoingMessage, DeliveryError> {
        do {
            let data = try core.masterKey.box(.sealedMail).open(mail.sealedMessage, for: Data(mail.id.rawValue.utf8))
            return .success(try JSONDecoder().decode(OutgoingMessage.self, from: data))
        } catch {
            return .failure(.permanent("it cannot be opened with this key file"))
        }
    }
}
