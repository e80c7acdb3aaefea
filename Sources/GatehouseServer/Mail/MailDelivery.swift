import Foundation
import GatehouseJOSE
package import GatehouseStore
import Logging

/// Sends what is in the queue, for as long as the server runs.
///
/// A mail that fails for the moment is tried again, later each time, until its code has expired; one that fails for good is dropped and
/// noted in the audit log. Nothing here is waited for by a request.
package struct MailDelivery: Sendable {
    /// How long a mail belongs to the worker that took it.
    static let lease: TimeInterval = 120
    /// How many are sent at the same time.
    static let width = 8

    let core: ServerCore
    let transport: any MailTransport
    /// Waits; ends early, by throwing, when the server stops.
    let wait: @Sendable (Duration) async throws -> Void

    package init(
        core: ServerCore,
        transport: any MailTransport,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.core = core
        self.transport = transport
        self.wait = wait
    }

    /// Sends mail until the task is cancelled.
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
    /// - Returns: how many mails were tried.
    package func deliverDue() async throws(StoreError) -> Int {
        let now = core.now
        let mails = try await core.store.takeDueMail(
            at: now,
            until: now.addingTimeInterval(Self.lease),
            limit: Self.width
        )
        await withTaskGroup { group in
            for mail in mails { group.addTask { await deliver(mail) } }
        }
        return mails.count
    }

    private func deliver(_ mail: QueuedMail) async {
        let changes: [Change]
        do throws(MailError) {
            guard mail.expiresAt > core.now else { throw MailError.permanent("expired before it could be sent") }
            try await transport.send(try open(mail))
            changes = [.mail(.remove(mail.id))]
        } catch {
            changes = settle(mail, after: error)
        }
        // Unsettled, it comes up again after the lease: better twice than never.
        do { try await core.store.commit(changes) } catch {
            core.log("What became of a mail could not be noted.", error, ["mail": "\(mail.id)"])
        }
    }

    /// What becomes of a mail that was not taken.
    private func settle(_ mail: QueuedMail, after error: MailError) -> [Change] {
        let logger = core.environment.logger
        switch error {
        case .transient(let reason):
            let pause = min(600, 5 * pow(2, Double(min(mail.attempts, 10))))
            logger.warning(
                "A mail was not taken and will be tried again",
                metadata: ["mail": "\(mail.id)", "reason": "\(reason)", "seconds": "\(Int(pause))"]
            )
            return [.mail(.postpone(mail.id, attempts: mail.attempts + 1, until: core.now.addingTimeInterval(pause)))]
        case .permanent(let reason):
            logger.error("A mail was given up", metadata: ["mail": "\(mail.id)", "reason": "\(reason)"])
            let context = RequestContext(address: nil, requestID: mail.id.rawValue)
            return [.mail(.remove(mail.id)), core.audit(.mailFailed, context, detail: reason)]
        }
    }

    private func open(_ mail: QueuedMail) throws(MailError) -> MailMessage {
        do {
            let data = try core.masterKey.box(.sealedMail).open(mail.sealedMessage, for: Data(mail.id.rawValue.utf8))
            return try JSONDecoder().decode(MailMessage.self, from: data)
        } catch {
            throw .permanent("it cannot be opened with this key file")
        }
    }
}
