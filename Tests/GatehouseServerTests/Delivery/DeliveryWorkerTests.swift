import Foundation
import GatehouseConcurrency
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

@Suite struct DeliveryWorkerTests {
    /// An SMS gateway that fails as configured and records the messages.
    private final class Gateway: SMSTransport {
        private let state = Mutex<(failures: [DeliveryError], sent: [SMSMessage], traces: [TraceContext?])>(
            ([], [], [])
        )

        init(failing failures: [DeliveryError] = []) {
            state.withLock { $0.failures = failures }
        }

        var sent: [SMSMessage] { state.withLock(\.sent) }
        /// The trace of each message.
        var traces: [TraceContext?] { state.withLock(\.traces) }

        func send(_ message: SMSMessage) async throws(DeliveryError) {
            let failure: DeliveryError? = state.withLock { state in
                state.sent.append(message)
                state.traces.append(.current)
                return state.failures.isEmpty ? nil : state.failures.removeFirst()
            }
            if let failure { throw failure }
        }
    }

    private static let number = "+819012345678"
    private let server: CompleteServer
    private let client: Client

    init() async throws {
        server = try await CompleteServer.with()
        client = try #require(try await server.store.client("app"))
    }

    private func queueSMS(_ kind: SMSKind = .numberCode("12345678"), validFor seconds: TimeInterval = 600) async throws
    {
        let change = try server.identity.outbox.sms(
            kind,
            to: Self.number,
            language: .english,
            client: client,
            expiresAt: server.clock.now.addingTimeInterval(seconds)
        )
        try await server.store.commit([change])
    }

    private func delivery(_ gateway: Gateway?) -> DeliveryWorker {
        server.identity.jobs.deliveryWorker(transport: server.delivered, sms: gateway) { _ in throw CancellationError()
        }
    }

    @Test func sendsSMSToGatewayAndEmailToMailServer() async throws {
        let gateway = Gateway()
        try await queueSMS()
        let mail = try server.identity.outbox.mail(
            .addressTaken,
            to: "ada@example.com",
            language: .english,
            client: client,
            expiresAt: server.clock.now.addingTimeInterval(600)
        )
        try await server.store.commit([mail])
        #expect(try await delivery(gateway).deliverDue() == 2)
        #expect(gateway.sent.map(\.to) == [Self.number])
        #expect(gateway.sent.first?.text.hasPrefix("12345678 is your Example App code.") == true)
        #expect(server.delivered.all.map(\.to) == ["ada@example.com"])
        #expect(try await server.store.nextMessageDue() == nil)
    }

    /// The client could send any text to anyone.
    @Test(arguments: [false, true])
    func namesSelfRegisteredClientOnlyIfVerified(isVerified: Bool) async throws {
        let gateway = Gateway()
        var agent = client
        agent.name = "Win at evil.example"
        agent.origin = ClientOrigin(kind: .registration, isVerified: isVerified)
        let expiry = server.clock.now.addingTimeInterval(600)
        try await server.store.commit([
            server.identity.outbox.mail(
                .signInCode("12345678"),
                to: "ada@example.com",
                language: .english,
                client: agent,
                expiresAt: expiry
            ),
            server.identity.outbox.sms(
                .numberCode("12345678"),
                to: Self.number,
                language: .english,
                client: agent,
                expiresAt: expiry
            ),
        ])
        _ = try await delivery(gateway).deliverDue()
        let mail = try #require(server.delivered.mails.first)
        let texts = [mail.from, mail.subject, mail.text, mail.html] + gateway.sent.map(\.text)
        #expect(texts.count == 5)
        #expect(texts.contains { $0.contains(agent.name) } == isVerified)
    }

    @Test func continuesTraceOfRequestThatEnqueuedMessage() async throws {
        let trace = try #require(TraceContext("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"))
        let gateway = Gateway(failing: [.transient("down")])
        let change = await TraceContext.with(trace) {
            Result {
                try server.identity.outbox.sms(
                    .numberCode("12345678"),
                    to: Self.number,
                    language: .english,
                    client: client,
                    expiresAt: server.clock.now.addingTimeInterval(600)
                )
            }
        }
        try await server.store.commit([change.get()])
        _ = try await delivery(gateway).deliverDue()
        try await queueSMS()
        server.clock.advance(by: 5)
        #expect(try await delivery(gateway).deliverDue() == 2)
        #expect(gateway.traces.first == trace && gateway.traces.compactMap(\.self).count == 2)
        #expect(gateway.traces.count == 3)
    }

    @Test(.timeLimit(.minutes(1))) func deliversOwnMessageWithoutPoll() async throws {
        let gateway = Gateway()
        let (pauses, paused) = AsyncStream.makeStream(of: Void.self)
        let worker = server.identity.jobs.deliveryWorker(transport: server.delivered, sms: gateway) { _ in
            paused.yield()
            // The next poll never comes.
            try await Task.sleep(for: .seconds(86_400))
        }
        let running = Task { await worker.run() }
        var iterator = pauses.makeAsyncIterator()
        await iterator.next()
        try await queueSMS()
        // The worker pauses again when the queue is empty.
        await iterator.next()
        #expect(gateway.sent.map(\.to) == [Self.number])
        running.cancel()
        await running.value
    }

    @Test func retriesTransientFailuresWithSameMessageID() async throws {
        let gateway = Gateway(failing: [.transient("down"), .transient("down")])
        let delivery = delivery(gateway)
        try await queueSMS()
        #expect(try await delivery.deliverDue() == 1)
        #expect(try await delivery.deliverDue() == 0)
        server.clock.advance(by: 5)
        #expect(try await delivery.deliverDue() == 1)
        server.clock.advance(by: 5)
        #expect(try await delivery.deliverDue() == 0)
        server.clock.advance(by: 5)
        #expect(try await delivery.deliverDue() == 1)
        #expect(gateway.sent.count == 3 && Set(gateway.sent.map(\.id)).count == 1)
        #expect(try await server.store.nextMessageDue() == nil)
    }

    @Test func dropsAndAuditsPermanentFailures() async throws {
        let gateway = Gateway(failing: [.permanent("the SMS gateway answered 422")])
        try await queueSMS()
        #expect(try await delivery(gateway).deliverDue() == 1)
        #expect(try await server.store.nextMessageDue() == nil)
        let event = try #require(try await server.store.events(of: nil, before: nil, limit: 1).first)
        #expect(event.kind == .messageFailed && event.detail == "the SMS gateway answered 422")
    }

    @Test func dropsExpiredCode() async throws {
        let gateway = Gateway()
        try await queueSMS(validFor: 60)
        server.clock.advance(by: 60)
        #expect(try await delivery(gateway).deliverDue() == 1)
        #expect(gateway.sent.isEmpty)
        #expect(try await server.auditKinds().last == .messageFailed)
    }

    @Test func dropsSMSWithoutGateway() async throws {
        try await queueSMS()
        #expect(try await delivery(nil).deliverDue() == 1)
        #expect(try await server.store.nextMessageDue() == nil)
        #expect(try await server.auditKinds().last == .messageFailed)
    }

    @Test(arguments: [(3_600.0, 60), (3_599.9, 60), (570.0, 10), (569.9, 9), (20.0, 1)])
    func statesValidityInMinutes(seconds: TimeInterval, minutes: Int) async throws {
        try await queueSMS(validFor: seconds)
        try await server.deliverMail()
        #expect(server.delivered.smsMessages.first?.text.contains("works for \(minutes) minutes") == true)
    }

    @Test func readsCodesAndLinksFromSMS() async throws {
        let link = MessageLink(flow: "abc", code: "87654321")
        try await queueSMS()
        #expect(try await server.mailedCode(to: Self.number) == "12345678")
        #expect(try await server.mailedLink(to: Self.number) == nil)
        server.clock.advance(by: 1)
        try await queueSMS(.passwordResetLink(link))
        #expect(
            try await server.mailedLink(to: Self.number)
                == URL(string: "https://login.example.com/link?token=abc.87654321")
        )
        #expect(server.delivered.smsMessages.map(\.to) == [Self.number, Self.number])
        #expect(try await server.mailCount == 2)
    }

    @Test func sealsQueuedMessages() async throws {
        try await queueSMS()
        let now = server.clock.now
        let queued = try #require(
            try await server.store.leaseDueMessages(.message, at: now, until: now.addingTimeInterval(60), limit: 1)
                .first
        )
        let bytes = String(decoding: queued.sealedMessage, as: UTF8.self)
        #expect(!bytes.contains("12345678") && !bytes.contains("9012345678"))
    }
}
