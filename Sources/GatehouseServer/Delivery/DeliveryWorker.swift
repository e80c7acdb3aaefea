import Foundation
import GatehouseJOSE
package import GatehouseStore
import Logging

/// A background task that delivers the queued messages of one kind.
///
/// Transient failures are retried with increasing delays until the message has expired; permanent failures drop the
/// message and are audited. Requests never wait for delivery.
package struct DeliveryWorker: Sendable {
    /// The transports of a kind of messages.
    enum Transports: Sendable {
        /// The transport of emails, and that of SMS, or `nil` if none is configured.
        case users(any EmailTransport, (any SMSTransport)?)
        /// The transport of logout requests.
        case clients(any LogoutTransport)
        /// The transport of audit events.
        case receivers(any EventTransport)

        /// The maximum duration of one delivery, after which the next message of a sequence is sent.
        var sendTimeout: Duration {
            switch self {
            case .users(let transport, _): transport.sendTimeout
            case .clients, .receivers: .seconds(10)
            }
        }
    }

    /// The shortest lease of a message, in seconds.
    private static let shortestLease: TimeInterval = 120
    private let kind: QueuedMessage.Kind
    private let queue: any ChangeCommitter & MessageQueue
    private let environment: ServerEnvironment
    private let masterKey: MasterKey
    private let audit: AuditLog
    private let transports: Transports
    /// The maximum number of messages leased at a time.
    private let batchSize: Int
    private let pauses = SequencePauses()
    /// Waits for a duration; throws when the server stops.
    private let wait: @Sendable (Duration) async throws -> Void

    init(
        _ kind: QueuedMessage.Kind,
        from queue: any ChangeCommitter & MessageQueue,
        environment: ServerEnvironment,
        masterKey: MasterKey,
        transports: Transports,
        batchSize: Int,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.kind = kind
        self.queue = queue
        self.environment = environment
        self.masterKey = masterKey
        audit = AuditLog(environment: environment)
        self.transports = transports
        self.batchSize = batchSize
        self.wait = wait
    }

    /// Delivers messages until the task is cancelled: those of this process at once, those of others at the next poll.
    package func run() async {
        while !Task.isCancelled {
            let known = queue.arrivals.count(of: kind)
            let sent: Int
            do { sent = try await deliverDue() } catch {
                environment.logger.error("could not read message queue", metadata: ["error": "\(error)"])
                sent = 0
            }
            if sent == 0, await !pause(beyond: known) { return }
        }
    }

    /// Waits for the next poll, or for a message beyond a known number; returns `false` when the server stops.
    private func pause(beyond known: Int) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                // Users wait for messages.
                do { try await wait(kind == .message ? .milliseconds(200) : .seconds(1)) } catch { return false }
                return true
            }
            group.addTask {
                await queue.arrivals.wait(for: kind, beyond: known)
                return !Task.isCancelled
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    /// Delivers the messages that are due.
    ///
    /// - Returns: The number of attempted deliveries.
    package func deliverDue() async throws(StoreError) -> Int {
        let now = environment.now
        let sendTimeout = transports.sendTimeout / .seconds(1)
        let end = now.addingTimeInterval(max(Self.shortestLease, 2 * sendTimeout))
        let taken = try await queue.leaseDueMessages(kind, at: now, until: end, limit: batchSize)
        await withTaskGroup { group in
            var sequences: [String: [OpenedMessage]] = [:]
            for queued in taken {
                do throws(DeliveryError) {
                    let opened = try open(queued)
                    sequences[opened.content.sequence(of: queued), default: []].append(opened)
                } catch {
                    group.addTask { await recordOutcome(queued, .failure(error), until: end) }
                }
            }
            for (sequence, messages) in sequences {
                group.addTask { await deliver(messages, of: sequence, until: end) }
            }
        }
        return taken.count
    }

    /// Delivers messages one after the other.
    ///
    /// The remaining messages are left to other nodes once the lease may expire, and for later if the recipient of
    /// events is slow or fails: one attempt tells as much as one for each message.
    private func deliver(_ messages: [OpenedMessage], of sequence: String, until end: Date) async {
        let sendTimeout = transports.sendTimeout / .seconds(1)
        let start = environment.uptime()
        await withTaskGroup { group in
            for (index, message) in messages.enumerated()
            where environment.now.addingTimeInterval(sendTimeout) <= end {
                let pause = pauses.rest(of: sequence, at: environment.uptime())
                guard pause == .zero else { return await release(messages[index...].map(\.queued), for: pause) }
                let result = await TraceContext.with(message.trace) { await outcome(of: message) }
                group.addTask { await recordOutcome(message.queued, result, until: end) }
                guard kind == .event else { continue }
                let uptime = environment.uptime()
                pauses.record(result, after: uptime - start, of: sequence, at: uptime)
            }
        }
    }

    /// Leaves messages in the queue for a pause or a tenth of their age, which bounds the work for a long backlog.
    private func release(_ messages: [QueuedMessage], for pause: Duration) async {
        let now = environment.now
        let changes = messages.map { message in
            let wait = max(pause / .seconds(1), min(600, now.timeIntervalSince(message.createdAt) / 10))
            return Change.message(
                .postpone(message.id, attempts: message.attempts, until: now.addingTimeInterval(wait))
            )
        }
        do { _ = try await queue.commit(changes) } catch {
            // They are due again after the lease.
            environment.logger.warning("could not postpone messages", metadata: ["error": "\(error)"])
        }
    }

    /// Sends a message unless its code has expired, and returns the result.
    private func outcome(of message: OpenedMessage) async -> Result<Void, DeliveryError> {
        guard message.queued.expiresAt > environment.now else {
            return .failure(.permanent("the message expired before delivery"))
        }
        do throws(DeliveryError) {
            return .success(try await send(message.content))
        } catch {
            return .failure(error)
        }
    }

    private func send(_ content: QueuedContent) async throws(DeliveryError) {
        switch (content, transports) {
        case (.mail(let mail), .users(let transport, _)): try await transport.send(mail)
        case (.sms(let message), .users(_, let sms?)): try await sms.send(message)
        case (.logout(let message), .clients(let transport)): try await transport.send(message)
        case (.event(let message), .receivers(let transport)): try await transport.send(message)
        case (.sms, .users(_, nil)): throw .permanent("no SMS gateway is configured")
        case (.mail, _), (.sms, _), (.logout, _), (.event, _):
            throw .permanent("the message is of another kind")
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

    /// Returns the changes that record a failed delivery.
    private func changes(of message: QueuedMessage, after error: DeliveryError) -> [Change] {
        let logger = environment.logger
        switch error {
        case .transient(let reason) where message.attempts + 1 < kind.attemptLimit:
            let pause = min(600, 5 * pow(2, Double(min(message.attempts, 10))))
            logger.log(
                level: kind.isVouchedFor ? .warning : .info,
                "message delivery failed, will retry",
                metadata: ["message": "\(message.id)", "reason": "\(reason)", "seconds": "\(Int(pause))"]
            )
            let next = environment.now.addingTimeInterval(pause)
            return [.message(.postpone(message.id, attempts: message.attempts + 1, until: next))]
        case .transient(let reason), .permanent(let reason):
            logger.log(
                level: kind.isVouchedFor ? .error : .info,
                "message dropped",
                metadata: ["message": "\(message.id)", "reason": "\(reason)"]
            )
            // An event about an event that cannot be delivered could not be delivered either.
            guard message.kind != .event else { return [.message(.remove(message.id))] }
            let context = RequestMetadata(address: nil, requestID: message.id.rawValue, actor: .job("delivery"))
            return [.message(.remove(message.id)), audit.event(.messageFailed, context, detail: reason)]
        }
    }

    private func open(_ message: QueuedMessage) throws(DeliveryError) -> OpenedMessage {
        do {
            let data = try masterKey.box(.sealedMail).open(message.sealedMessage, for: Data(message.id.rawValue.utf8))
            let trace = try JSONDecoder().decode(QueuedTrace.self, from: data).traceparent
            return OpenedMessage(
                queued: message,
                content: try QueuedContent(data, of: message.kind),
                trace: trace.flatMap(TraceContext.init)
            )
        } catch {
            throw .permanent("the message cannot be unsealed with this key file")
        }
    }
}

extension QueuedMessage.Kind {
    /// The number of attempts at a delivery; five take 75 seconds.
    fileprivate var attemptLimit: Int { isVouchedFor ? .max : 5 }

    /// Whether failures concern the operator: other clients could fill the log with them.
    fileprivate var isVouchedFor: Bool { self != .unverifiedLogout }
}

/// A queued message with its unsealed content and the trace that it belongs to.
private struct OpenedMessage: Sendable {
    let queued: QueuedMessage
    let content: QueuedContent
    let trace: TraceContext?
}

/// The content of a queued message.
private enum QueuedContent: Sendable {
    case mail(EmailMessage)
    case sms(SMSMessage)
    case logout(LogoutMessage)
    case event(EventMessage)

    init(_ data: Data, of kind: QueuedMessage.Kind) throws {
        switch kind {
        case .message:
            switch try JSONDecoder().decode(OutgoingMessage.self, from: data) {
            case .mail(let mail): self = .mail(mail)
            case .sms(let message): self = .sms(message)
            }
        case .logout, .unverifiedLogout:
            self = .logout(try JSONDecoder().decode(LogoutMessage.self, from: data))
        case .event:
            self = .event(try JSONDecoder().decode(EventMessage.self, from: data))
        }
    }

    /// Returns the sequence that a message belongs to; the messages of a batch with the same one are sent one after the
    /// other.
    ///
    /// Email transports are sequential. A client or receiver that does not respond delays the requests to itself only.
    func sequence(of message: QueuedMessage) -> String {
        switch self {
        case .mail: "mail"
        case .sms: message.id.rawValue
        case .logout(let logout): logout.clientID.rawValue
        case .event(let event): event.stream.rawValue
        }
    }
}
