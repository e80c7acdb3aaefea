import Foundation
import GatehouseJOSE
package import GatehouseStore
import Logging

/// A background task that delivers queued emails, SMS and logout requests.
///
/// Transient failures are retried with increasing delays until the code has expired; permanent failures drop the
/// message and are audited. Requests never wait for delivery.
package struct DeliveryWorker: Sendable {
    /// The shortest lease of a message, in seconds.
    private static let shortestLease: TimeInterval = 120
    private let queue: any ChangeCommitter & MessageQueue
    private let environment: ServerEnvironment
    private let masterKey: MasterKey
    private let audit: AuditLog
    let transport: any EmailTransport
    /// The SMS transport, or `nil` if none is configured.
    let sms: (any SMSTransport)?
    /// The transport of logout requests, or `nil` if the server sends none.
    let logout: (any LogoutTransport)?
    /// The maximum number of messages leased at a time.
    let batchSize: Int
    /// Waits for a duration; throws when the server stops.
    let wait: @Sendable (Duration) async throws -> Void

    package init(
        queue: any ChangeCommitter & MessageQueue,
        environment: ServerEnvironment,
        masterKey: MasterKey,
        transport: any EmailTransport,
        sms: (any SMSTransport)? = nil,
        logout: (any LogoutTransport)? = nil,
        batchSize: Int = 8,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.queue = queue
        self.environment = environment
        self.masterKey = masterKey
        audit = AuditLog(environment: environment)
        self.transport = transport
        self.sms = sms
        self.logout = logout
        self.batchSize = batchSize
        self.wait = wait
    }

    /// Delivers messages until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            let sent: Int
            do { sent = try await deliverDue() } catch {
                environment.logger.error("could not read message queue", metadata: ["error": "\(error)"])
                sent = 0
            }
            if sent == 0 {
                do { try await wait(.milliseconds(200)) } catch { return }
            }
        }
    }

    /// Delivers the messages that are due.
    ///
    /// - Returns: The number of attempted deliveries.
    package func deliverDue() async throws(StoreError) -> Int {
        let now = environment.now
        let sendTimeout = transport.sendTimeout / .seconds(1)
        let end = now.addingTimeInterval(max(Self.shortestLease, 2 * sendTimeout))
        let taken = try await queue.leaseDueMessages(at: now, until: end, limit: batchSize)
        await withTaskGroup { group in
            var mails: [(QueuedMessage, EmailMessage)] = []
            for queued in taken {
                switch open(queued) {
                case .success(.message(.mail(let mail))): mails.append((queued, mail))
                case .success(.message(.sms(let message))):
                    group.addTask {
                        let outcome = await outcome(of: queued) { () throws(DeliveryError) in try await send(message) }
                        await recordOutcome(queued, outcome, until: end)
                    }
                case .success(.logout(let message)):
                    group.addTask {
                        let outcome = await outcome(of: queued) { () throws(DeliveryError) in try await send(message) }
                        await recordOutcome(queued, outcome, until: end)
                    }
                case .failure(let error): group.addTask { await recordOutcome(queued, .failure(error), until: end) }
                }
            }
            // Email transports are sequential. The remaining messages are left to other nodes once the lease may
            // expire.
            for (queued, mail) in mails where environment.now.addingTimeInterval(sendTimeout) <= end {
                let outcome = await outcome(of: queued) { () throws(DeliveryError) in
                    try await transport.send(mail)
                }
                group.addTask { await recordOutcome(queued, outcome, until: end) }
            }
        }
        return taken.count
    }

    /// Sends a message unless its code has expired, and returns the result.
    private func outcome(
        of message: QueuedMessage,
        _ send: () async throws(DeliveryError) -> Void
    ) async -> Result<Void, DeliveryError> {
        guard message.expiresAt > environment.now else {
            return .failure(.permanent("the message expired before delivery"))
        }
        do throws(DeliveryError) {
            return .success(try await send())
        } catch {
            return .failure(error)
        }
    }

    /// Records the result of a delivery while the lease is valid.
    private func recordOutcome(_ message: QueuedMessage, _ outcome: Result<Void, DeliveryError>, until end: Date) async
    {
        let changes: [Change] =
            switch outcome {
            case .success: [.message(.remove(message.id))]
            case .failure(let error): self.changes(of: message, after: error)
            }
        while true {
            do throws(StoreError) {
                _ = try await queue.commit(changes)
                return
            } catch {
                if case .unavailable = error, environment.now.addingTimeInterval(1) < end,
                    (try? await wait(.seconds(1))) != nil
                {
                    continue
                }
                // The message is delivered again after the lease: at least once rather than at most once.
                environment.logger.error(
                    "could not record delivery",
                    metadata: ["error": "\(error)", "message": "\(message.id)"]
                )
                return
            }
        }
    }

    private func send(_ message: SMSMessage) async throws(DeliveryError) {
        guard let sms else { throw .permanent("no SMS gateway is configured") }
        try await sms.send(message)
    }

    private func send(_ message: LogoutMessage) async throws(DeliveryError) {
        guard let logout else { throw .permanent("the server sends no logout requests") }
        try await logout.send(message)
    }

    /// Returns the changes that record a failed delivery.
    private func changes(of mail: QueuedMessage, after error: DeliveryError) -> [Change] {
        let logger = environment.logger
        switch error {
        case .transient(let reason):
            let pause = min(600, 5 * pow(2, Double(min(mail.attempts, 10))))
            logger.warning(
                "message delivery failed, will retry",
                metadata: ["message": "\(mail.id)", "reason": "\(reason)", "seconds": "\(Int(pause))"]
            )
            return [
                .message(
                    .postpone(mail.id, attempts: mail.attempts + 1, until: environment.now.addingTimeInterval(pause))
                )
            ]
        case .permanent(let reason):
            logger.error("message dropped", metadata: ["message": "\(mail.id)", "reason": "\(reason)"])
            let context = RequestMetadata(address: nil, requestID: mail.id.rawValue)
            return [.message(.remove(mail.id)), audit.event(.messageFailed, context, detail: reason)]
        }
    }

    private func open(_ mail: QueuedMessage) -> Result<QueuedContent, DeliveryError> {
        do {
            let data = try masterKey.box(.sealedMail).open(mail.sealedMessage, for: Data(mail.id.rawValue.utf8))
            return .success(try JSONDecoder().decode(QueuedContent.self, from: data))
        } catch {
            return .failure(.permanent("the message cannot be unsealed with this key file"))
        }
    }
}
